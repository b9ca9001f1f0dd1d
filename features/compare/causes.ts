// Finds the transactions that changed each holding between two days.

import { textOf } from '#lib/format/text-of';
import { addAt, sum } from '#lib/register/bigint-math';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { linesOfEntry } from '#lib/register/transactions/movement';
import { type HolderOf, holderColumn, type RollColumn } from '#lib/register/transactions/roll-forward';
import type { Change, Ownership } from './compare.ts';

/** A transaction and its effect on one account in one class; names on the other side of a transfer. */
export type Cause = { entry: JournalEntry; net: bigint | null; counterparties: readonly string[] };

export type Causes = {
  /** Keyed by `holder/class` as `Change.id`. */
  of: ReadonlyMap<string, readonly Cause[]>;
  /** Accounts that neither day lists, which gave away again all shares that came to them in between. */
  passed: readonly Change[];
  /** Net effect on the other accounts that neither day lists, such as treasury, by class. */
  others: ReadonlyMap<string, bigint | null>;
};

export const noCauses: Causes = { of: new Map(), passed: [], others: new Map() };

/**
 * Finds the account of a journal line among those of both days. Both operations give the customer's key and the
 * registry's key; a name decides only where exactly one account has it.
 */
export function accountFinder(days: readonly Ownership[]): (line: JournalLine) => string | null {
  const known = new Map<string, string | null>();
  const learn = (key: string, holder: string) =>
    known.set(key, known.has(key) && known.get(key) !== holder ? null : holder);
  for (const { accounts } of days) {
    for (const account of Array.isArray(accounts) ? accounts : []) {
      const [system, customer, name] = [
        textOf(account.systemShareholderId),
        textOf(account.customerShareholderId),
        textOf(account.name),
      ];
      const holder = system || customer || name;
      if (customer) learn(`customer ${customer}`, holder);
      if (system) learn(`system ${system}`, holder);
      if (name) learn(`name ${name}`, holder);
    }
  }
  return ({ account, holder, name }) =>
    (account && known.get(`customer ${account}`)) ||
    (holder && known.get(`system ${holder}`)) ||
    (!account && name && known.get(`name ${name}`)) ||
    null;
}

const signed = ({ side, shares }: JournalLine) => (side === 'issued' || shares === null ? shares : -shares);

const journalKey = ({ account, holder, name }: JournalLine) => account || holder || name;

/** The account of a line on both days; one that neither day lists keeps the key of the journal. */
export function holderFinder(days: readonly Ownership[]): HolderOf {
  const find = accountFinder(days);
  return (line) => find(line) ?? journalKey(line);
}

/** Names of the other accounts of a transfer in the class of one account's lines. */
function namesBeside(lines: readonly JournalLine[], entry: JournalEntry): string[] {
  const others = linesOfEntry(entry).filter(
    (line) => line.className === lines[0]?.className && !lines.includes(line),
  );
  return [...new Set(others.map(({ name }) => name))];
}

/** Effect of every transaction on each account and class, in journal order. */
export function causesIn(entries: readonly JournalEntry[], days: readonly Ownership[]): Causes {
  const find = accountFinder(days);
  // The journal's key of one account may be the registry's key of another.
  const keyOf = (line: JournalLine) => find(line) ?? `journal ${journalKey(line)}`;
  const of = new Map<string, Cause[]>();
  const unlisted = new Map<string, JournalLine>();
  for (const entry of entries) {
    const touched = Map.groupBy(linesOfEntry(entry), (line) => `${keyOf(line)}/${line.className}`);
    for (const [id, lines] of touched) {
      const [line] = lines as [JournalLine];
      const counterparties = entry.code === 'T' ? namesBeside(lines, entry) : [];
      of.set(id, [...(of.get(id) ?? []), { entry, net: sum(lines.map(signed)), counterparties }]);
      if (find(line) === null) unlisted.set(id, line);
    }
  }
  const passed: Change[] = [];
  const others = new Map<string, bigint | null>();
  for (const [id, line] of unlisted) {
    const net = sum((of.get(id) ?? []).map((cause) => cause.net));
    if (net === 0n && !line.treasury) passed.push(passedThrough(id, keyOf(line), line));
    else {
      addAt(others, line.className, net);
      of.delete(id);
    }
  }
  return { of, passed, others };
}

/** The row of an account that held nothing at both closes. */
function passedThrough(id: string, key: string, line: JournalLine): Change {
  const { account, holder, name, className } = line;
  const none = { before: 0n, after: 0n, change: 0n, kind: 'Equal' } as const;
  return { id, holder: key, account: account || holder, profile: account, name, className, ...none };
}

export type Explained = Change & {
  causes: readonly Cause[];
  /** Sum of the effects by kind of movement. */
  moved: ReadonlyMap<RollColumn, bigint | null>;
  /** Sum of the effects of the transactions. */
  explained: bigint | null;
  /** Part of the change that no transaction explains; 0 when the journal explains all of it. */
  unexplained: bigint | null;
};

/** Whether a transaction of the period gave the account shares or took some. */
export const hasMoved = ({ id }: Change, { of }: Causes) => (of.get(id) ?? []).some(({ net }) => net !== 0n);

/** Every change with the transactions that caused it and the unexplained rest. */
export function explain(changes: readonly Change[], causes: Causes): Explained[] {
  return changes.map((change) => {
    const own = causes.of.get(change.id) ?? [];
    const explained = sum(own.map((cause) => cause.net));
    const unexplained = change.change === null || explained === null ? null : change.change - explained;
    const moved = new Map<RollColumn, bigint | null>();
    for (const { entry, net } of own) addAt(moved, holderColumn(entry.code, net), net);
    return { ...change, causes: own, moved, explained, unexplained };
  });
}
