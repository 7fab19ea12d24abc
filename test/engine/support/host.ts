/** What n8n-core needs to run outside of n8n: a settings folder of its own, an encryption key, and a log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { Cipher, EncryptionKeyProxy, InstanceSettings, type KeyInfo } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';

const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
// Read by n8n-core when it first needs its settings, which is after the imports.
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'true';

afterAll(() => rmSync(userFolder, { recursive: true, force: true }));

/** What n8n and the nodes logged, as one text per line; emptied before each test. */
export const engineLog: string[] = [];

beforeEach(() => {
	engineLog.length = 0;
});

function record(level: string) {
	return (...parts: unknown[]) => {
		engineLog.push([level, ...parts.map(asText)].join(' '));
	};
}

function asText(part: unknown): string {
	if (part instanceof Error) return `${part.message} ${JSON.stringify({ ...part })}`;
	return typeof part === 'string' ? part : JSON.stringify(part);
}

const logger = {
	error: record('error'),
	warn: record('warn'),
	info: record('info'),
	debug: record('debug'),
	scoped: () => logger,
};

Container.set(Logger, logger as unknown as Logger);
LoggerProxy.init(logger as unknown as Parameters<typeof LoggerProxy.init>[0]);

/** The key that credentials are encrypted with, wrapped as n8n keeps it. */
const activeKey: KeyInfo = {
	id: 'engine-tests',
	value: Container.get(Cipher).encryptDEKWithInstanceKey(Container.get(InstanceSettings).encryptionKey),
	algorithm: 'aes-256-cbc',
	format: 'no-prefix',
};
const giveKey = async () => activeKey;
Container.get(EncryptionKeyProxy).setProvider({
	getActiveKey: giveKey,
	getKeyById: giveKey,
	getLegacyKey: giveKey,
});
