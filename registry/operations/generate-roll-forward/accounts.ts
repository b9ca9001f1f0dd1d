// Roll-forward of each account and class, as rows of the report.

import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import {
  holderColumn,
  type Moved,
  noMoves,
  type Roll,
  rollOf,
} from '#lib/register/transactions/roll-forward';
import type { SecurityClass } from '#registry/queries/classes';
import type { RolledHolder } from '#registry/queries/reports/roll-forward';
import type { Cell, Item } from '#registry/render/document';
import { holderCells } from './columns.ts';

/** One account in one class. */
type Rolled = { account: RolledHolder; roll: Roll; isMoved: boolean };

type Classes = ReadonlyMap<bigint, SecurityClass>;

export const classIn = (classes: Classes, id: bigint): SecurityClass => {
  const known = classes.get(id);
  if (!known) throw new Error('A certificate belongs to a class the issuer does not have.');
  return known;
};

/** One for each account and class; the rows of its types of transaction come one after the other. */
export async function* rolledAccounts(rows: AsyncIterable<RolledHolder>): AsyncGenerator<Rolled> {
  let current: RolledHolder | undefined;
  let moved: Moved = noMoves();
  const done = (account: RolledHolder): Rolled => {
    const roll = rollOf(account.opening, moved, account.closing);
    return { account, roll, isMoved: isMoved(account, roll) };
  };
  for await (const row of rows) {
    if (current && (current.holder_id !== row.holder_id || current.class_id !== row.class_id)) {
      yield done(current);
      moved = noMoves();
    }
    current = row;
    if (row.kind === null) continue;
    for (const net of [row.gained, row.lost]) {
      const column = holderColumn(row.kind, net);
      moved[column] = sum([moved[column], net]);
    }
  }
  if (current) yield done(current);
}

/** A transaction that leaves the shares as they were, a restated opening, a residual and cash count as well. */
const isMoved = (
  { kind, restated, restricted, restricted_first: before, cash }: RolledHolder,
  { residual }: Roll,
) => kind !== null || restated !== 0n || residual !== 0n || restricted !== before || cash !== '0';

/** Every account, for the workbook. */
export async function* accountRows(
  accounts: AsyncIterable<Rolled>,
  classes: Classes,
): AsyncGenerator<Cell[]> {
  for await (const { account, roll } of accounts)
    yield holderCells(account, classIn(classes, account.class_id), roll, false);
}

/** Accounts that moved, then those that did not as one line for each class: on paper they would be most of the pages. */
export async function* printedAccounts(
  accounts: AsyncIterable<Rolled>,
  classes: Classes,
): AsyncGenerator<Item> {
  const still = new Map<bigint, { count: bigint; shares: bigint; restricted: bigint }>();
  for await (const { account, roll, isMoved } of accounts) {
    if (isMoved) {
      yield { kind: 'row', cells: holderCells(account, classIn(classes, account.class_id), roll, true) };
      continue;
    }
    const known = still.get(account.class_id) ?? { count: 0n, shares: 0n, restricted: 0n };
    still.set(account.class_id, {
      count: known.count + 1n,
      shares: known.shares + account.closing,
      restricted: known.restricted + account.restricted,
    });
  }
  for (const [id, ofClass] of classes) {
    const found = still.get(id);
    if (!found) continue;
    const { count, shares, restricted } = found;
    const line = {
      customer_id: '',
      name: `${formatShares(count)} ${count === 1n ? 'account' : 'accounts'} without movement`,
      name2: '',
      name3: '',
      restricted_first: restricted,
      restricted,
      restated: 0n,
      cash: '0',
    };
    const roll = rollOf(shares, noMoves(), shares);
    yield { kind: 'total', cells: holderCells(line, ofClass, roll, true) };
  }
}
