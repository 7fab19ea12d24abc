/** Generated tables go between their marks, and nothing else of the page changes. */
import { replaceBetweenMarks } from '../../../host/replaceBetweenMarks';

test('replaces what stands between the marks and keeps the rest, also the second time', () => {
	const page = '# Page\n\n<!-- table -->\nold\n<!-- /table -->\n\nThe end.\n';
	const once = replaceBetweenMarks(page, 'table', '| new |\n');
	expect(once).toBe('# Page\n\n<!-- table -->\n\n| new |\n\n<!-- /table -->\n\nThe end.\n');
	expect(replaceBetweenMarks(once, 'table', '| new |\n')).toBe(once);
	expect(replaceBetweenMarks(once, 'table', 'costs $& and $1')).toContain('\ncosts $& and $1\n');
});

test.each(['no marks', '<!-- table -->', '<!-- /table --> and <!-- table -->'])(
	'refuses a page with %j',
	(page) => {
		expect(() => replaceBetweenMarks(page, 'table', 'new')).toThrow(
			'lacks <!-- table --> and <!-- /table -->',
		);
	},
);
