/** Loads a node or credential as n8n does: by the path in package.json, and by the name that the path promises. */
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/**
 * An instance of the class in the compiled file at `path`, relative to `root`. Its name is that of the file up to the
 * first dot.
 *
 * @throws when the file does not load or does not export that class
 */
export function instantiateRegistered<T>(root: string, path: string): T {
	const file = join(root, path);
	const className = basename(path).split('.')[0] ?? '';
	const loaded = createRequire(file)(file) as Record<string, (new () => T) | undefined>;
	const Class = loaded[className];
	if (!Class) throw new Error(`${path} does not export a class named ${className}.`);
	return new Class();
}
