import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All permission bits of group and others. */
const others = 0o077;

/**
 * Creates a writable folder that only its owner can open. A folder with wider permissions is restricted, and
 * `say` is called. Throws an Error that names DATA_DIR when the folder cannot be written or restricted.
 */
export function openDataFolder(path: string, say: (line: string) => void = console.log): void {
  try {
    // One by one: Node's recursive mkdir never returns where nothing can be created, such as below /proc.
    const missing: string[] = [];
    for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const folder of missing) makeFolder(folder);
    accessSync(path, constants.W_OK | constants.X_OK);
    // A plain file at this path would pass the access check as root.
    if (!existsSync(join(path, '.'))) throw new Error('it is not a folder');
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be written (${(error as Error).message}). Set DATA_DIR to one that can.`,
    );
  }
  if (process.platform !== 'win32') closeToOthers(path, say);
}

/** Two programs that start at once may create the same folder. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function closeToOthers(path: string, say: (line: string) => void): void {
  if ((statSync(path).mode & others) === 0) return;
  let reason = 'its mode stays as it is';
  try {
    chmodSync(path, 0o700);
    if ((statSync(path).mode & others) === 0) {
      say(`The data folder ${path} was open to other accounts; it is closed to them now (mode 0700).`);
      return;
    }
  } catch (error) {
    reason = (error as Error).message;
  }
  throw new Error(
    `The data folder ${path} is open to other accounts and cannot be closed to them (${reason}). Set DATA_DIR to a folder that belongs to the account Sharebook runs as, on a file system that keeps modes.`,
  );
}
