/** What the engine of the tests asks of jest: here, what it cleans up is cleaned up when the process ends. */
Object.assign(globalThis, {
	afterAll: (cleanUp: () => void) => process.once('exit', cleanUp),
	beforeEach: () => {},
});
