import { sum } from '#lib/register/bigint-math';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { linesOfEntry } from '#lib/register/transactions/movement';
import { type HolderOf, holderColumn, type RollColumn } from '#lib/register/transactions/roll-forward';
import type { Change, Ownership } from './compare.ts';

/** A transaction and its effect on one account in one class; names on the other side of a transfer. */
export type Cause = { entry: JournalEntry; net: bigint | null; counterparties: readonly string[] };

/**
 * Keyed by `holder/class` as `Change.id`. Lines of accounts that neither day lists are kept apart, by class.
 */
export type Causes = {
  of: ReadonlyMap<string, readonly Cause[]>;
  otherClasses: ReadonlyMap<string, bigint | null>;
};

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

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
        text(account.systemShareholderId),
        text(account.customerShareholderId),
        text(account.name),
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

/** The account of a line on both days; one that neither day lists keeps the key of the journal. */
export function holderFinder(days: readonly Ownership[]): HolderOf {
  const find = accountFinder(days);
  return (line) => find(line) ?? (line.account || line.holder || line.name);
}

/** Names of the other accounts of a transfer in the class of one account. */
function othersIn(entry: JournalEntry, id: string, find: (line: JournalLine) => string | null): string[] {
  const className = id.slice(id.indexOf('/') + 1);
  const others = linesOfEntry(entry).filter(
    (line) => line.className === className && `${find(line)}/${className}` !== id,
  );
  return [...new Set(others.map(({ name }) => name))];
}

/** Effect of every transaction on each account and class, in journal order. */
export function causesIn(entries: readonly JournalEntry[], days: readonly Ownership[]): Causes {
  const find = accountFinder(days);
  const of = new Map<string, Cause[]>();
  const otherClasses = new Map<string, bigint | null>();
  for (const entry of entries) {
    const touched = new Map<string, (bigint | null)[]>();
    for (const line of linesOfEntry(entry)) {
      const holder = find(line);
      if (holder === null) {
        const before = otherClasses.has(line.className) ? (otherClasses.get(line.className) ?? null) : 0n;
        otherClasses.set(line.className, sum([before, signed(line)]));
        continue;
      }
      const id = `${holder}/${line.className}`;
      touched.set(id, [...(touched.get(id) ?? []), signed(line)]);
    }
    for (const [id, parts] of touched) {
      const counterparties = entry.code === 'T' ? othersIn(entry, id, find) : [];
      of.set(id, [...(of.get(id) ?? []), { entry, net: sum(parts), counterparties }]);
    }
  }
  return { of, otherClasses };
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
    for (const { entry, net } of own) {
      const column = holderColumn(entry.code, net);
      moved.set(column, sum([moved.has(column) ? (moved.get(column) ?? null) : 0n, net]));
    }
    return { ...change, causes: own, moved, explained, unexplained };
  });
}
