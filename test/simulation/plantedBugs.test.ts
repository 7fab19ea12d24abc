/** `npm run planted-bugs` takes long and runs apart; that its mistakes still fit the sources is seen here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { applied } from './plantedBugs/plantedBug';
import { plantedBugs } from './plantedBugs/plantedBugs';

const sources = path.resolve(__dirname, '../../nodes/SalesOrderIntegration');

test.each(plantedBugs)('this mistake can be made: $name', ({ edits }) => {
	for (const edit of edits) {
		const source = readFileSync(path.join(sources, edit.file), 'utf8');
		expect(applied(edit, source)).not.toBe(source);
	}
});
