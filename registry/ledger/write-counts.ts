import { arrayText, insertRows, sendAll } from '../db/insert.ts';
import type { Book } from './book.ts';
import { type HolderCounts, holderCounts, noChange, type PageChange, type Stored } from './holder-counts.ts';
import { addToMarks } from './page-marks.ts';

/**
 * Works out how the postings in line change the counts of holders; call before they are written. What the accounts held
 * before is asked for at once, so that on a pipelined connection the answer costs no wait of its own.
 */
export async function countHolders(book: Book): Promise<HolderCounts> {
  const { moves, newAccounts } = book;
  book.moves = [];
  book.newAccounts = new Set();
  const from = new Map<bigint, string>();
  for (const { holderId, day } of moves) {
    if (newAccounts.has(holderId)) continue;
    const known = from.get(holderId);
    if (known === undefined || day < known) from.set(holderId, day);
  }
  const counts = holderCounts(from.size === 0 ? [] : await storedOf(book, from), moves);
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

async function storedOf(book: Book, from: ReadonlyMap<bigint, string>): Promise<Stored[]> {
  const { rows } = await book.tx.query<Stored>({
    name: 'held before',
    text: `select c.holder_id, c.class_id, greatest(m.day, u.from_day - 1) as day, sum(m.shares)::bigint as shares,
                  sum(case when c.restriction = 'N' then 0 else m.shares end)::bigint as restricted
             from unnest($2::bigint[], $3::date[]) as u (holder_id, from_day)
             join certificate c on c.issuer_id = $1 and c.holder_id = u.holder_id
            cross join lateral (values (c.issued_on, c.shares), (c.canceled_on, -c.shares)) as m (day, shares)
            where not c.is_treasury and m.day < '9999-12-31'
            group by 1, 2, 3`,
    values: [book.issuerId, arrayText([...from.keys()]), arrayText([...from.values()])],
  });
  return rows;
}

/** Writes the counts that are the issuer's own; those of its classes go with their days. */
export async function writeCounts(book: Book, counts: HolderCounts): Promise<void> {
  const days = [...counts.byDay].map(([day, { holders, positions }]) => ({
    issuer_id: book.issuerId,
    day,
    holders_delta: holders,
    positions_delta: positions,
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
    () => addToMarks(book.tx, book.issuerId, changes),
  ]);
}
