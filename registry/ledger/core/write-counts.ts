// Reads what accounts held before a posting and writes the holdings and holder counts that change.

import { arrayText, insertRows, sendAll } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { type HolderCounts, holderCounts, noChange, type PageChange } from './holder-counts.ts';
import { updatePageIndex } from './page-index.ts';
import type { Stored } from './types.ts';
import type { Tx, UnitOfWork } from './unit-of-work.ts';

/**
 * The stored accounts changed by the queued postings, each with its first day. New accounts hold nothing yet.
 */
function movedFrom({ moves, newAccounts }: UnitOfWork): Map<bigint, string> {
  const from = new Map<bigint, string>();
  for (const { holderId, day } of moves) {
    if (newAccounts.has(holderId)) continue;
    const known = from.get(holderId);
    if (known === undefined || day < known) from.set(holderId, day);
  }
  return from;
}

/**
 * What these accounts held before, if all of it was read in advance; else undefined. Clears what was read in
 * advance.
 */
export function heldAhead(book: UnitOfWork): Stored[] | undefined {
  const ahead = book.heldBefore;
  book.heldBefore = new Map();
  const rows: Stored[] = [];
  for (const [holderId, day] of movedFrom(book)) {
    const known = ahead.get(holderId);
    if (!known || known.from > day) return undefined;
    rows.push(...known.rows);
  }
  return rows;
}

/** Reads the same from the stored books; call before the queued entries are written. */
export async function heldBefore(book: UnitOfWork): Promise<Stored[]> {
  const from = movedFrom(book);
  if (from.size === 0) return [];
  const { rows } = await book.tx.query<Stored>({
    name: 'held before',
    text: `${heldColumns} from unnest($2::bigint[], $3::date[]) as u (holder_id, from_day)
             join certificate c on c.issuer_id = $1 and c.holder_id = u.holder_id ${heldMoves}`,
    values: [book.issuerId, arrayText([...from.keys()]), arrayText([...from.values()])],
  });
  return rows;
}

const heldColumns = `select c.holder_id, c.class_id, greatest(m.day, u.from_day - 1) as day,
    sum(m.shares)::bigint as shares, sum(case when c.restriction = 'N' then 0 else m.shares end)::bigint as restricted`;
const heldMoves = `cross join lateral (values (c.issued_on, c.shares), (c.canceled_on, -c.shares)) as m (day, shares)
   where not c.is_treasury and m.day < '9999-12-31' group by 1, 2, 3`;

/** What accounts at an issuer held, by the customer's ids of holders; used before the issuer's book is open. */
export async function heldOfCustomers(
  tx: Tx,
  issuerId: bigint,
  from: ReadonlyMap<string, string>,
): Promise<Stored[]> {
  if (from.size === 0) return [];
  const { rows } = await queryPrepared<Stored>(
    tx,
    `${heldColumns} from unnest($2::text[], $3::date[]) as u (customer_id, from_day)
       join holder h on h.customer_id = u.customer_id
       join certificate c on c.issuer_id = $1 and c.holder_id = h.id ${heldMoves}`,
    [issuerId, arrayText([...from.keys()]), arrayText([...from.values()])],
  );
  return rows;
}

/** Computes how the queued postings change the holder counts, from what their accounts held before. */
export function countHolders(book: UnitOfWork, stored: readonly Stored[]): HolderCounts {
  const { moves, newAccounts } = book;
  book.moves = [];
  book.newAccounts = new Set();
  const counts = holderCounts(stored, moves);
  for (const holderId of newAccounts) {
    const change = counts.byHolder.get(holderId) ?? { holders: 0n, positions: 0n };
    counts.byHolder.set(holderId, { ...change, accounts: 1n });
  }
  for (const [key, change] of counts.byClass) {
    const delta = book.days.get(key) ?? noChange();
    book.days.set(key, delta);
    Object.assign(delta, change);
  }
  return counts;
}

/** Writes the holdings and the issuer's own counts; those of its classes are written with the class days. */
export async function writeCounts(book: UnitOfWork, counts: HolderCounts): Promise<void> {
  const days = [...counts.byDay].map(([day, { holders, positions }]) => ({
    issuer_id: book.issuerId,
    day,
    holders_delta: holders,
    positions_delta: positions,
  }));
  const holdings = counts.holdings.map(({ classId, holderId, shares }) => ({
    issuer_id: book.issuerId,
    holder_id: holderId,
    class_id: classId,
    shares,
  }));
  const changes: ReadonlyMap<bigint, PageChange> = counts.byHolder;
  await sendAll(book.tx, [
    () =>
      insertRows(
        book.tx,
        'issuer_day',
        { issuer_id: 'bigint', day: 'date', holders_delta: 'bigint', positions_delta: 'bigint' },
        days,
        `on conflict (issuer_id, day) do update set
           holders_delta = issuer_day.holders_delta + excluded.holders_delta,
           positions_delta = issuer_day.positions_delta + excluded.positions_delta`,
      ),
    () =>
      insertRows(
        book.tx,
        'holding',
        { issuer_id: 'bigint', holder_id: 'bigint', class_id: 'bigint', shares: 'bigint' },
        holdings,
        'on conflict (issuer_id, holder_id, class_id) do update set shares = holding.shares + excluded.shares',
      ),
    () => updatePageIndex(book.tx, book.issuerId, changes),
  ]);
}
