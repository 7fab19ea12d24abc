/** Leaves out texts for people: a mutant without its text is noticed by the pages that show the text, not by a test. */
const isText = (text) => text.length > 40 && text.includes(' ');

export const strykerPlugins = [
	{
		kind: 'Ignore',
		name: 'texts',
		value: {
			shouldIgnore({ node: { type, value, quasis = [] } }) {
				const texts = type === 'StringLiteral' ? [value] : quasis.map((quasi) => quasi.value.raw);
				return texts.some(isText) ? 'A text for people' : undefined;
			},
		},
	},
];
