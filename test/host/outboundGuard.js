/**
 * Loaded into n8n with --require: notes every name it looks up and every address it connects to that is not on this
 * machine, one per line, in the file that OUTBOUND_GUARD_FILE names. JavaScript, since n8n loads it as it is.
 */
const dns = require('node:dns');
const { appendFileSync } = require('node:fs');
const net = require('node:net');

const local = /^(localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|::)$/;

function note(kind, target) {
	if (!local.test(target)) appendFileSync(process.env.OUTBOUND_GUARD_FILE, `${kind} ${target}\n`);
}

for (const holder of [dns, dns.promises]) {
	const { lookup } = holder;
	holder.lookup = function lookupNoted(hostname, ...rest) {
		note('lookup', hostname);
		return lookup.call(this, hostname, ...rest);
	};
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectNoted(...given) {
	const [options] = Array.isArray(given[0]) ? given[0] : given;
	if (options && typeof options === 'object' && options.port !== undefined)
		note('connect', options.host ?? 'localhost');
	return connect.apply(this, given);
};
