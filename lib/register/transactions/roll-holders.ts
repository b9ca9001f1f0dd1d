import { sum, sumAt } from '../bigint-math.ts';
import type { JournalEntry } from './journal.ts';
import {
  classesOf,
  type HolderOf,
  holderColumn,
  holdersOf,
  netOf,
  noMoves,
  type Roll,
  type RollColumn,
  rollOf,
} from './roll-forward.ts';

/** The roll-forward per holder and class; apart from that of the classes, because only files show it. */

/** A transaction and its effect on one account in one class. */
export type HolderMove = {
  entry: JournalEntry;
  column: RollColumn;
  net: bigint | null;
  /** Names of the accounts on the other side; empty where shares were issued or retired. */
  counterparties: readonly string[];
};

export type HolderRoll = Roll & {
  holder: string;
  name: string;
  className: string;
  moves: readonly HolderMove[];
};

export type Holding = { holder: string; name: string; className: string; shares: bigint | null };

/** The same per holder and class, for every account that held or moved shares; `entries` as for `rollClasses`. */
export function rollHolders(
  entries: readonly JournalEntry[],
  opening: readonly Holding[],
  closing: readonly Holding[],
  holderOf: HolderOf,
): HolderRoll[] {
  const idOf = (holder: string, className: string) => `${holder}/${className}`;
  const names = new Map<string, { holder: string; name: string; className: string }>();
  const moves = new Map<string, HolderMove[]>();
  for (const { holder, name, className } of [...opening, ...closing])
    names.set(idOf(holder, className), { holder, name, className });
  for (const entry of entries)
    for (const [className, lines] of classesOf(entry)) {
      const accounts = holdersOf(lines, holderOf);
      for (const [holder, own] of accounts) {
        const id = idOf(holder, className);
        if (!names.has(id)) names.set(id, { holder, name: own[0]?.name ?? holder, className });
        const net = netOf(own);
        // Only a transfer has another side; a split has as many lines as holders.
        const counterparties =
          entry.code === 'T'
            ? [
                ...new Set(
                  lines.filter((line) => line.treasury || holderOf(line) !== holder).map((line) => line.name),
                ),
              ]
            : [];
        const move = { entry, column: holderColumn(entry.code, net), net, counterparties };
        moves.set(id, [...(moves.get(id) ?? []), move]);
      }
    }
  const sharesOf = (held: readonly Holding[]) =>
    new Map(held.map((one) => [idOf(one.holder, one.className), one.shares]));
  const [first, last] = [sharesOf(opening), sharesOf(closing)];
  return [...names].map(([id, who]) => {
    const own = moves.get(id) ?? [];
    const moved = noMoves();
    for (const { column, net } of own) moved[column] = sum([moved[column], net]);
    return { ...who, moves: own, ...rollOf(sumAt(first, id), moved, sumAt(last, id)) };
  });
}
