/** How a program of the benchmark gets its input and gives its answer. */

/** What the program was started with. */
export function inputOf<Input>(): Input {
	return JSON.parse(process.argv[2] ?? '{}') as Input;
}

/** Gives the answer and ends; a failure is told on standard error and ends the process with 1. Ends with its parent. */
export function answerWith(work: () => Promise<unknown>): void {
	process.once('disconnect', () => process.exit(1));
	work().then(
		(answer) => process.send?.(answer, () => process.exit(0)),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
}
