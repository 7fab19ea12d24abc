/** The environment that n8n runs in: nothing of the caller's n8n settings, and nothing that calls out. */
import path from 'node:path';
import { n8nRecipe, type N8nVersion } from '../install/n8nVersions';

/** Where and how n8n is to run. */
export interface EnvironmentOptions {
	readonly version: N8nVersion;
	readonly userFolder: string;
	/** The folder of the `node` program; n8n starts its task runner with the `node` it finds on the PATH. */
	readonly nodeBinFolder: string;
	readonly port: number;
	/** The port on which n8n talks to its task runner. */
	readonly brokerPort: number;
	/** Wins over everything else. */
	readonly extra: Readonly<Record<string, string>>;
}

/** What n8n would send or ask on its own: usage data, versions, news, banners, templates, licenses, packages. */
const nothingCallsOut = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_AI_GATEWAY_ENABLED: 'false',
	// The list of verified packages is fetched from n8n's servers; packages from a folder are unverified ones.
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_REINSTALL_MISSING_PACKAGES: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
};

const nothingInTheWay = {
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	// The editor is served without TLS here.
	N8N_SECURE_COOKIE: 'false',
	N8N_PYTHON_ENABLED: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
	NO_COLOR: '1',
};

/** The caller's variables that n8n may see: they describe the machine, not an n8n. */
const inherited = 'PATH LANG LC_ALL TMPDIR NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR'.split(' ');

/** Where n8n puts its temporary files, so that they go when its folder goes. It must exist before n8n starts. */
export function temporaryFolder(userFolder: string): string {
	return path.join(userFolder, 'tmp');
}

/** The whole environment for one n8n process. Times are UTC unless `extra` says otherwise. */
export function n8nEnvironment(options: EnvironmentOptions): Record<string, string> {
	const { version, userFolder, port } = options;
	const fromCaller = inherited.flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	const environment: Record<string, string> = {
		...Object.fromEntries(fromCaller),
		...nothingCallsOut,
		...nothingInTheWay,
		// n8n and its libraries keep files in the home folder too: ~/.n8n-files, ~/.cache.
		HOME: userFolder,
		TMPDIR: temporaryFolder(userFolder),
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
		TZ: 'UTC',
		GENERIC_TIMEZONE: 'UTC',
		...options.extra,
	};
	const { modulesThatCallOut } = n8nRecipe(version);
	if (modulesThatCallOut.length > 0) environment.N8N_DISABLED_MODULES ??= modulesThatCallOut.join(',');
	environment.PATH = [options.nodeBinFolder, environment.PATH].filter(Boolean).join(path.delimiter);
	return environment;
}
