import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { sum } from '../bigint-math.ts';
import { quantity } from '../quantity.ts';
import type { JournalEntry, JournalLine } from './journal.ts';
import { linesOfEntry, movesByClass } from './movement.ts';

/** Names of classes counted in dollars; the journal does not give this. */
export type Dollars = ReadonlySet<string>;

const noDollars: Dollars = new Set();

/** 'A', 'A and B', 'A and 3 others': names within the width of a line. */
export function people(names: readonly string[]): string {
  const distinct = [...new Set(names.filter(Boolean))];
  const [first = 'an unnamed account', second] = distinct;
  if (distinct.length === 2) return `${first} and ${second}`;
  return distinct.length > 2 ? `${first} and ${formatShares(distinct.length - 1)} others` : first;
}

/** 'a', 'a and b', 'a, b and c'. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** '108 transfers and 4 new issuances', the most frequent first; the registry names the types. */
export function countsByType(entries: readonly JournalEntry[]): string {
  const counts = new Map<string, number>();
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1);
  const types = [...counts].sort((a, b) => b[1] - a[1]);
  return listed(
    types.map(
      ([type, count]) =>
        `${formatShares(count)} ${(type || 'transaction').toLowerCase()}${count === 1 ? '' : 's'}`,
    ),
  );
}

type Party = { name: string; className: string; net: bigint | null };

/** Shares each account received or gave up, class by class. */
function parties(lines: readonly JournalLine[]): Party[] {
  const found = new Map<string, Party>();
  for (const line of lines) {
    const id = `${line.holder}\n${line.className}`;
    const party = found.get(id) ?? { name: line.name, className: line.className, net: 0n };
    const shares = line.side === 'issued' ? line.shares : line.shares === null ? null : -line.shares;
    found.set(id, { ...party, net: sum([party.net, shares]) });
  }
  return [...found.values()];
}

const namesOf = (lines: readonly (JournalLine | Party)[]) => people(lines.map((line) => line.name));

function holders(lines: readonly JournalLine[]): string {
  const count = new Set(lines.map((line) => line.holder)).size;
  return `${formatShares(count)} ${count === 1 ? 'holder' : 'holders'}`;
}

/**
 * A completed transaction in one sentence, without its date: 'Transfer of 1,000 Common from A to B'. Shares
 * issued back to the account they were taken from (a balance certificate) are left out.
 */
export function transactionText(entry: JournalEntry, dollars: Dollars = noDollars): string {
  const { code, canceled, issued } = entry;
  const type = entry.type || 'Transaction';
  const lines = linesOfEntry(entry);
  if (lines.length === 0) return `${type} without certificates`;
  const amount = (className: string, shares: bigint | null) =>
    `${shares === null ? 'an unknown number of' : quantity(shares, dollars.has(className))} ${className}`;
  const moves = movesByClass(lines);
  const amounts = (pick: 'canceled' | 'issued') =>
    listed(moves.filter((move) => move[pick] !== 0n).map((move) => amount(move.className, move[pick])));
  const all = parties(lines);
  const up = all.filter((party) => party.net === null || party.net > 0n);
  const down = all.filter((party) => party.net === null || party.net < 0n);
  const netOf = (some: readonly Party[]) =>
    listed(
      [...new Set(some.map((party) => party.className))].map((className) => {
        const net = sum(some.filter((party) => party.className === className).map((party) => party.net));
        return amount(className, net === null ? null : net < 0n ? -net : net);
      }),
    );
  if (code === 'N' || (code === '' && canceled.length === 0))
    return `${type} of ${amounts('issued')} to ${namesOf(issued)}`;
  if (code === 'R') return `${type} of ${netOf(down)} of ${namesOf(down)}`;
  if (code === 'C') return `${type} of ${netOf(down)} into ${netOf(up) || 'nothing'} by ${namesOf(canceled)}`;
  if (code === 'F' || code === 'D') return `${type}: ${amounts('issued')} to ${holders(issued)}`;
  if (code === 'V')
    return `${type}: ${amounts('canceled')} replaced by ${amounts('issued')}, ${holders(lines)}`;
  if (up.length === 0 && down.length === 0)
    return `${type}: ${amounts('issued')} reissued to ${namesOf(issued)}`;
  if (code === 'T') return `${type} of ${netOf(up)} from ${namesOf(down)} to ${namesOf(up)}`;
  return `${type}: ${amounts('canceled') || 'nothing'} canceled, ${amounts('issued') || 'nothing'} issued`;
}

export type StatusText = { type: string; from: string; to: string };

/** The same for a transaction without lines: type and parties from the status list. */
export function plannedText({ type, from, to }: StatusText): string {
  const parts = [type || 'Transaction', from && `from ${from}`, to && `to ${to}`];
  return parts.filter(Boolean).join(' ');
}

export const effectiveText = (date: string) => (date ? `effective ${formatDate(date)}` : 'no effective date');
