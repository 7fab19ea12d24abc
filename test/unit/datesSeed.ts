/** The seed of the random cases in the tests of dates: another one in each run, unless SEED repeats one. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
