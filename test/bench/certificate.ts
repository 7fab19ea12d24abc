/** A certificate for this machine, made by openssl for one run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A certificate that signs itself. PEM. */
export interface Certificate {
	key: string;
	cert: string;
	/** Where the certificate is, for NODE_EXTRA_CA_CERTS. */
	certFile: string;
	remove(): void;
}

/** @throws Error where there is no openssl */
export function makeCertificate(): Certificate {
	const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
	const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
	const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
	const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
	execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], {
		stdio: 'ignore',
	});
	return {
		key: readFileSync(keyFile, 'utf8'),
		cert: readFileSync(certFile, 'utf8'),
		certFile,
		remove: () => rmSync(folder, { recursive: true }),
	};
}
