/** A proxy that makes another port of this machine seem far away. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

import { inputOf } from './answer';

const { port, roundTripMs } = inputOf<{ port: number; roundTripMs: number }>();

/** Passes on what arrives half a round trip later, in its order: timers of the same length fire in the order of their start. */
function delay(from: Socket, to: Socket): void {
	const later = (action: () => void) => setTimeout(action, roundTripMs / 2);
	from.on('data', (chunk: Buffer) => later(() => void to.write(chunk)));
	from.on('end', () => later(() => to.end()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(() => to.destroy()));
}

const server = createServer({ pauseOnConnect: true }, (near) => {
	near.setNoDelay(true);
	const far = connect({ port, host: '127.0.0.1', noDelay: true });
	delay(far, near);
	// The handshake of TCP takes a round trip of its own; on this machine it is over at once.
	setTimeout(() => {
		delay(near, far);
		near.resume();
	}, roundTripMs);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
