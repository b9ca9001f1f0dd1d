// Records outside the database which accounts were disabled, so that a restore does not undo it.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an older database does not know: an account or a client was disabled, enabled, or got a new secret. */
export type Change = {
  kind: 'person' | 'client';
  change: 'disabled' | 'enabled' | 'rotated';
  /** ID of the user or of the API client. */
  id: string;
  /** E-mail address of the user; null for a client. */
  email: string | null;
};

export type Noted = Change & { at: string };

export const journalIn = (dataDir: string) => join(dataDir, 'disabled-accounts.jsonl');

/**
 * Records a change outside the database, so that a restore of an older backup can repeat it. Called inside the
 * transaction of the change: at worst, a restore disables an account that was not disabled. If the journal
 * cannot be written, this is logged and the change still happens.
 */
export function noteChange(dataDir: string, change: Change): void {
  append(dataDir, change);
}

/** Creates a journal if there is none; it records every change from now on. */
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
  /** The earliest moment it covers, as an ISO instant; null when unknown. */
  since: string | null;
  changes: Noted[];
  /** Lines that could not be parsed, such as one truncated by a full disk. */
  unreadable: number;
};

/** Reads several journals as one, in order of time; a path that does not exist is an error. */
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

/** Allowance for clock differences between two machines. */
const marginMs = 5 * 60_000;

/**
 * What happened to each user or client since a backup: its last enabled or disabled state, and its secret
 * rotations.
 */
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
