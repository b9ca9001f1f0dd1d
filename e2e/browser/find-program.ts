import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs in a folder of the search path; undefined where there is none. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
