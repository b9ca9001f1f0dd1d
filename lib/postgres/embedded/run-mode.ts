// Chooses the user as whom the embedded PostgreSQL server runs, which refuses root.

import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Binaries, useAnotherServer } from './binaries.ts';

/** How the server's programs are run: a command prefix, and the uid and gid to change to, if any. */
export type RunMode = { prefix: string[]; uid?: number; gid?: number };

type Account = { name: string; uid: number; gid: number };

/**
 * Finds a way to run PostgreSQL, which refuses root, on files in `directory`: an ordinary user as is; root in a
 * user namespace, where nothing on the machine changes and files stay root's; else root changes to `postgres`
 * or `nobody` and transfers the server's files and the owner-only data folder to it. Each way is tested by
 * running the server's --version from the parent folder. Throws an Error when none works.
 */
export function chooseRunMode(binaries: Binaries, directory: string): RunMode {
  if (process.platform === 'win32') return { prefix: [] };
  const uid = process.getuid?.() ?? 0;
  const failures: string[] = [];
  for (const mode of candidates(uid, directory)) {
    const takeBack = handFolder(dirname(directory), mode);
    const rejection = tryOut(mode, binaries, directory);
    if (rejection) {
      takeBack();
      failures.push(rejection);
      continue;
    }
    if (uid === 0) giveTo(directory, mode.uid ?? 0, mode.gid ?? 0);
    else rejectForeignFiles(directory, uid);
    return mode;
  }
  throw new Error(
    `The embedded database cannot be run here (${failures.join('; ')}). Run this program as an ordinary user, or ${useAnotherServer}.`,
  );
}

/** Gives a folder of root to the account the server will run as. Returns a function that reverts this. */
function handFolder(folder: string, { uid, gid }: RunMode): () => void {
  const before = statSync(folder);
  if (uid === undefined || before.uid === uid) return () => undefined;
  chownSync(folder, uid, gid ?? before.gid);
  return () => chownSync(folder, before.uid, before.gid);
}

/** The command line and spawn options that run `file` in that mode. */
export function commandFor(mode: RunMode, file: string, args: string[]) {
  const [command, ...rest] = [...mode.prefix, file, ...args];
  return {
    command: command as string,
    args: rest,
    options: { uid: mode.uid, gid: mode.gid, env: serverEnvironment() },
  };
}

function candidates(uid: number, directory: string): RunMode[] {
  const accounts = readAccounts();
  const named = (name: string) => accounts.find((account) => account.name === name);
  const someone = named('nobody') ?? accounts.find((account) => account.uid !== 0);
  const namespace: RunMode[] =
    process.platform === 'linux' && someone
      ? [{ prefix: ['unshare', '--user', `--map-user=${someone.uid}`, '--'] }]
      : [];
  // initdb requires a user name for its uid; containers may run under a uid without one.
  if (uid !== 0) return hasName() ? [{ prefix: [] }] : namespace;
  const folderUid = statSync(dirname(directory)).uid;
  const change = (accountsToTry: (Account | undefined)[]): RunMode[] =>
    accountsToTry
      .filter((account) => account !== undefined && account.uid !== 0)
      .map((account) => ({ prefix: [], uid: account?.uid, gid: account?.gid }));
  // In a folder of an ordinary user the files stay that user's, who can then start the program too.
  const owner = change([accounts.find((account) => account.uid === folderUid)]);
  return [...owner, ...namespace, ...change([named('postgres'), someone])];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Undefined when it works, else the reason. */
function tryOut(mode: RunMode, binaries: Binaries, directory: string): string | undefined {
  const script = 'cd "$1" && exec "$2" --version';
  const { command, args, options } = commandFor(mode, '/bin/sh', [
    '-c',
    script,
    'sh',
    dirname(directory),
    binaries.postgres,
  ]);
  const { status, stderr, error } = spawnSync(command, args, { ...options, cwd: '/', encoding: 'utf8' });
  if (status === 0) return undefined;
  const who = mode.prefix.length > 0 ? 'in a user namespace' : `as uid ${mode.uid ?? process.getuid?.()}`;
  const reason = (error?.message ?? stderr.trim().split('\n').at(-1)) || `exit ${status}`;
  // The shell reports "not found" for an existing program when its loader is missing, as on Alpine.
  const musl = /not found|no such file/i.test(reason) ? ', which happens where the C library is musl' : '';
  return `${who}: ${reason}${musl}`;
}

/**
 * Gives the server's own files to `uid`; they may come from a start in another mode. A folder is changed after
 * its contents, so its owner shows whether the change was completed.
 */
function giveTo(directory: string, uid: number, gid: number): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stat = lstatSync(path);
    if (stat.uid === uid) continue;
    if (stat.isDirectory()) giveTo(path, uid, gid);
    else lchownSync(path, uid, gid);
  }
  if (lstatSync(directory).uid !== uid) lchownSync(directory, uid, gid);
}

function rejectForeignFiles(directory: string, uid: number): void {
  const foreign = [directory, join(directory, 'data')].find(
    (path) => (lstatSync(path, { throwIfNoEntry: false })?.uid ?? uid) !== uid,
  );
  if (foreign) {
    throw new Error(
      `${foreign} belongs to another user. Start this program as that user, or hand the folder over with chown -R.`,
    );
  }
}

function readAccounts(): Account[] {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => /^[^#:]+:[^:]*:\d+:\d+:/.test(line))
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name: name as string, uid: Number(uid), gid: Number(gid) }));
}

/** The caller's PG… variables, locale and time zone must not reach the server. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (/^(PG|LC_|LANG)/.test(name)) delete environment[name];
  }
  return { ...environment, LC_ALL: 'C', TZ: 'UTC' };
}
