import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a database of before does not know: an account or a client was closed, opened again, or got another secret. */
export type Change = {
  kind: 'person' | 'client';
  change: 'disabled' | 'enabled' | 'rotated';
  /** Id of the person, or of the API client. */
  id: string;
  /** E-mail address of the person; null for a client. */
  email: string | null;
};

export type Noted = Change & { at: string };

export const journalIn = (dataDir: string) => join(dataDir, 'disabled-accounts.jsonl');

/**
 * Writes a change down outside the database, so that a restore of an older backup can repeat it. Called inside the
 * transaction that makes the change: at worst an account is closed again that was not closed. A journal that cannot be
 * written is logged and keeps nobody from being disabled.
 */
export function noteChange(dataDir: string, change: Change): void {
  append(dataDir, change);
}

/** Begins a journal unless there is one: from now on it knows of every change. */
export function beginJournal(dataDir: string): void {
  if (!existsSync(journalIn(dataDir))) append(dataDir, { kind: 'journal', change: 'begun' });
}

function append(dataDir: string, line: object): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ at: new Date().toISOString(), ...line });
    appendFileSync(journalIn(dataDir), `${text}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(JSON.stringify({ level: 'error', event: 'disabled-journal-failed', error: reason }));
  }
}

export type Journal = {
  /** The earliest moment it knows of, as an ISO instant; null when it says nothing. */
  since: string | null;
  changes: Noted[];
  /** Lines that are none, one cut short by a full disk for example. */
  unreadable: number;
};

/** Reads journals one after the other as one, in the order of time; a path that does not exist is an error. */
export function readJournals(paths: readonly string[]): Journal {
  const lines = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n')).filter((line) => line !== '');
  const read = lines.map(readLine).filter((line) => line !== null);
  read.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const changes = read.filter((line): line is Noted => line.kind !== 'journal');
  return { since: read[0]?.at ?? null, changes, unreadable: lines.length - read.length };
}

type Line = Noted | { at: string; kind: 'journal' };

function readLine(text: string): Line | null {
  try {
    const { at, kind, change, id, email } = JSON.parse(text) as Noted;
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null;
    if ((kind as string) === 'journal') return { at, kind: 'journal' };
    const isOurs =
      ['person', 'client'].includes(kind) &&
      ['disabled', 'enabled', 'rotated'].includes(change) &&
      typeof id === 'string' &&
      (email === null || typeof email === 'string');
    return isOurs ? { at, kind, change, id, email } : null;
  } catch {
    return null;
  }
}

/** Clocks of two machines may differ by so much. */
const marginMs = 5 * 60_000;

/** What happened to each person or client since a backup was taken: the last word about whether it is open, and rotations. */
export function changedSince(
  { changes }: Journal,
  kind: Change['kind'],
  takenAt: string,
): { disabled: Noted[]; rotated: Noted[] } {
  const from = Date.parse(takenAt) - marginMs;
  const since = changes.filter((one) => one.kind === kind && Date.parse(one.at) >= from);
  const lastOf = (list: Noted[]) => [...new Map(list.map((one) => [one.id, one])).values()];
  return {
    disabled: lastOf(since.filter(({ change }) => change !== 'rotated')).filter(
      ({ change }) => change === 'disabled',
    ),
    rotated: lastOf(since.filter(({ change }) => change === 'rotated')),
  };
}
