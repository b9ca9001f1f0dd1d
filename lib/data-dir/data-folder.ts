import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Everybody but the owner. */
const others = 0o077;

/**
 * Makes a folder that can be written and is open to its owner alone; one that is more open is closed to others, which
 * `say` hears of. Throws a sentence that names DATA_DIR when it cannot be written, or not be closed.
 */
export function openDataFolder(path: string, say: (line: string) => void = console.log): void {
  try {
    // One by one: Node's own recursive form never returns where nothing can be made, such as below /proc.
    const missing: string[] = [];
    for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const folder of missing) makeFolder(folder);
    accessSync(path, constants.W_OK | constants.X_OK);
    // A file in the folder's place passes that as root.
    if (!existsSync(join(path, '.'))) throw new Error('it is not a folder');
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be written (${(error as Error).message}). Set DATA_DIR to one that can.`,
    );
  }
  if (process.platform !== 'win32') closeToOthers(path, say);
}

/** Two programs that start at once may make the same folder. */
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
