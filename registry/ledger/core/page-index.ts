// Maintains the page index: marks in the order of accounts from which paging starts.

import { arrayText, insertRows, sendAll } from '#registry/db/insert';
import type { PageChange } from './holder-counts.ts';
import type { Tx } from './unit-of-work.ts';

/** Accounts per mark of the page index. Paging starts from a paragraph; chapters find the paragraph. */
const paragraph = 128;
const chapter = 8192;

type Grown = { sort_key: string; holder_id: bigint; accounts: bigint };
type Counted = Grown & { holders: bigint; positions: bigint };

/**
 * Adds changes of accounts to the marks that cover them, and splits the marks that have reached twice their
 * span.
 */
export async function updatePageIndex(
  tx: Tx,
  issuerId: bigint,
  changes: ReadonlyMap<bigint, PageChange>,
): Promise<void> {
  if (changes.size === 0) return;
  const list = [...changes.values()];
  const grown: { span: number; marks: Grown[] }[] = [];
  await sendAll(
    tx,
    [paragraph, chapter].map((span) => async () => {
      const { rows } = await tx.query<Grown>({
        name: 'page marks',
        text: `insert into page_mark (issuer_id, span, sort_key, holder_id, accounts, holders, positions)
               select $1::bigint, $2::int, coalesce(m.sort_key, ''), coalesce(m.holder_id, 0),
                      sum(u.accounts), sum(u.holders), sum(u.positions)
                 from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
                        as u (holder_id, accounts, holders, positions)
                 join account a on a.issuer_id = $1 and a.holder_id = u.holder_id
                 ${markOfAccount}
                group by 3, 4
               ${addUp}
               returning sort_key, holder_id, accounts`,
        values: [
          issuerId,
          span,
          arrayText([...changes.keys()]),
          arrayText(list.map((one) => one.accounts)),
          arrayText(list.map((one) => one.holders)),
          arrayText(list.map((one) => one.positions)),
        ],
      });
      grown.push({ span, marks: rows.filter((row) => row.accounts >= 2 * span) });
    }),
  );
  // Paragraphs first, because chapters are split where paragraphs begin.
  for (const { span, marks } of grown.sort((a, b) => a.span - b.span)) {
    for (const mark of marks) await divide(tx, issuerId, span, mark);
  }
}

const markOfAccount = `left join lateral (
                   select sort_key, holder_id from page_mark
                    where issuer_id = $1 and span = $2 and (sort_key, holder_id) <= (a.sort_key, a.holder_id)
                    order by sort_key desc, holder_id desc limit 1) as m on true`;

const addUp = `on conflict (issuer_id, span, sort_key, holder_id) do update set
                 accounts = page_mark.accounts + excluded.accounts, holders = page_mark.holders + excluded.holders,
                 positions = page_mark.positions + excluded.positions`;

/**
 * Removes a holder's accounts from the page index (-1) before its sort name changes, and adds them (1)
 * afterwards, at every issuer. Call with all these issuers locked.
 */
export function moveInPageIndex(
  tx: Tx,
  holderId: bigint,
  issuerIds: readonly bigint[],
  sign: 1 | -1,
): Promise<void> {
  const one = (issuerId: bigint, span: number) => () =>
    tx.query(
      `insert into page_mark (issuer_id, span, sort_key, holder_id, accounts, holders, positions)
       select $1::bigint, $2::int, coalesce(m.sort_key, ''), coalesce(m.holder_id, 0),
              $4::bigint, $4 * (p.positions > 0)::int, $4 * p.positions
         from account a
        cross join lateral (
              select count(distinct c.class_id) as positions from certificate c
               where c.issuer_id = $1 and c.holder_id = a.holder_id and c.canceled_on = '9999-12-31'
                 and not c.is_treasury) as p
         ${markOfAccount}
        where a.issuer_id = $1 and a.holder_id = $3
       ${addUp}`,
      [issuerId, span, holderId, sign],
    );
  return sendAll(
    tx,
    issuerIds.flatMap((issuerId) => [one(issuerId, paragraph), one(issuerId, chapter)]),
  );
}

/** Splits the range of a mark: a paragraph at accounts, a chapter where paragraphs begin. */
async function divide(tx: Tx, issuerId: bigint, span: number, mark: Grown): Promise<void> {
  const stretch = await stretchOf(tx, issuerId, span, mark);
  const items = span === paragraph ? await accountsIn(tx, stretch) : await paragraphsIn(tx, stretch);
  const marks: Counted[] = [];
  let place = 0n;
  for (const item of items) {
    const part = Number(place / BigInt(span));
    place += item.accounts;
    const known = marks[part];
    if (!known) {
      // The first part keeps the key of the old mark, even if its first account now has a later key.
      marks[part] = { ...item, ...(part === 0 && { sort_key: mark.sort_key, holder_id: mark.holder_id }) };
      continue;
    }
    known.accounts += item.accounts;
    known.holders += item.holders;
    known.positions += item.positions;
  }
  const rows = marks.filter(Boolean).map((one) => ({ issuer_id: issuerId, span, ...one }));
  await insertRows(
    tx,
    'page_mark',
    {
      issuer_id: 'bigint',
      span: 'int',
      sort_key: 'text',
      holder_id: 'bigint',
      accounts: 'bigint',
      holders: 'bigint',
      positions: 'bigint',
    },
    rows,
    `on conflict (issuer_id, span, sort_key, holder_id) do update set
       accounts = excluded.accounts, holders = excluded.holders, positions = excluded.positions`,
  );
}

/**
 * Parameters $1 to $6 of a range: issuer, first key (two columns), next mark's key (two columns), whether there
 * is no next mark.
 */
type Stretch = [bigint, string, bigint, string, bigint, boolean];

const inStretch = `(sort_key, holder_id) >= ($2, $3::bigint)
  and ($6::boolean or (sort_key, holder_id) < ($4, $5::bigint)) order by sort_key, holder_id`;

async function stretchOf(tx: Tx, issuerId: bigint, span: number, mark: Grown): Promise<Stretch> {
  const { rows } = await tx.query<Grown>(
    `select sort_key, holder_id from page_mark
      where issuer_id = $1 and span = $2 and (sort_key, holder_id) > ($3, $4::bigint)
      order by sort_key, holder_id limit 1`,
    [issuerId, span, mark.sort_key, mark.holder_id],
  );
  const end = rows[0];
  return [issuerId, mark.sort_key, mark.holder_id, end?.sort_key ?? '', end?.holder_id ?? 0n, !end];
}

async function accountsIn(tx: Tx, stretch: Stretch): Promise<Counted[]> {
  const accounts = await tx.query<Grown>(
    `select sort_key, holder_id from account where issuer_id = $1 and ${inStretch}`,
    stretch,
  );
  // Selected by id instead of joined: new books have no statistics, and the planner would choose a bad join.
  const held = await tx.query<{ holder_id: bigint; positions: bigint }>(
    `select holder_id, count(distinct class_id) as positions from certificate
      where issuer_id = $1 and holder_id = any($2::bigint[]) and canceled_on = '9999-12-31' and not is_treasury
      group by holder_id`,
    [stretch[0], arrayText(accounts.rows.map((row) => row.holder_id))],
  );
  const positions = new Map(held.rows.map((row) => [row.holder_id, row.positions]));
  return accounts.rows.map(({ sort_key, holder_id }) => ({
    sort_key,
    holder_id,
    accounts: 1n,
    holders: positions.has(holder_id) ? 1n : 0n,
    positions: positions.get(holder_id) ?? 0n,
  }));
}

async function paragraphsIn(tx: Tx, stretch: Stretch): Promise<Counted[]> {
  const { rows } = await tx.query<Counted>(
    `select sort_key, holder_id, accounts, holders, positions from page_mark
      where issuer_id = $1 and span = ${paragraph} and ${inStretch}`,
    stretch,
  );
  return rows;
}
