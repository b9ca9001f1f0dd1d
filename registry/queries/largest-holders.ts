// The largest accounts of each class as of a day, with totals of all accounts.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import { type HolderRow, holderColumns, toHolderName } from './holder-name.ts';
import type { RegisterMemory } from './memory.ts';
import type { LargestHolders } from './types.ts';

/** The most accounts of a class that are read. */
export const largestMax = 250;

type LargestRow = HolderRow & {
  class_id: bigint;
  certificates: bigint;
  shares: bigint;
  accounts: bigint;
  all_shares: bigint;
  squares: string;
};

/**
 * The largest accounts of each class as of the close of `cutoff`, without treasury, and the totals of all accounts:
 * classes without holders are left out. Ties by sort name, then account. Read from the stored holdings where nothing is
 * entered after the cutoff; for an earlier day the certificates are added up. Cached until the issuer changes.
 */
export function largestHolders(
  db: Db,
  memory: RegisterMemory,
  issuer: { id: bigint; version: bigint },
  cutoff: CalendarDate,
): Promise<ReadonlyMap<bigint, LargestHolders>> {
  return memory.largest.get(`${issuer.id} ${cutoff}`, issuer.version, async () => {
    const held = (await isPast(db, issuer.id, cutoff)) ? heldThen : heldNow;
    const { rows } = await db.query<LargestRow>(largestText(held), [issuer.id, cutoff, largestMax]);
    const classes = new Map<bigint, LargestHolders>();
    for (const row of rows) {
      const one = classes.get(row.class_id) ?? {
        accounts: row.accounts,
        shares: row.all_shares,
        squares: BigInt(row.squares),
        largest: [],
      };
      classes.set(row.class_id, one);
      one.largest.push({ holder: toHolderName(row), certificates: row.certificates, shares: row.shares });
    }
    return classes;
  });
}

/** Whether shares moved after this day: each move leaves a row of its class and day, also where the sums stay the same. */
async function isPast(db: Db, issuerId: bigint, cutoff: CalendarDate): Promise<boolean> {
  const { rows } = await db.query<{ past: boolean }>(
    'select exists (select 1 from class_day where issuer_id = $1 and day > $2) as past',
    [issuerId, cutoff],
  );
  return rows[0]?.past === true;
}

/** Stored holdings: not materialized, so that the largest are read from the end of their index. */
const heldNow = `not materialized (
    select holder_id, class_id, shares from holding where issuer_id = $1 and shares > 0)`;

const heldThen = `materialized (
    select c.holder_id, c.class_id, sum(c.shares)::bigint as shares
      from certificate c
     where c.issuer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
     group by c.holder_id, c.class_id)`;

/**
 * The least of the largest is found first: only holdings of at least that size are joined with their names. `offset 0`
 * makes each join a look-up: the planner expects a third of all holdings to be that large and would read every account.
 */
const largestText = (held: string) => `
  with held as ${held},
  totals as (
    select class_id, count(*) as accounts, sum(shares)::bigint as all_shares,
           sum(shares::numeric * shares)::text as squares
      from held group by class_id),
  least as materialized (
    select t.*, coalesce((select h.shares from held h where h.class_id = t.class_id
                           order by h.shares desc offset $3::bigint - 1 limit 1), 0) as shares
      from totals t),
  ranked as (
    select l.class_id, l.accounts, l.all_shares, l.squares, h.holder_id, h.shares,
           row_number() over (partition by l.class_id order by h.shares desc, a.sort_key, h.holder_id) as rank
      from least l
      join held h on h.class_id = l.class_id and h.shares >= l.shares
     cross join lateral (select sort_key from account
                          where issuer_id = $1 and holder_id = h.holder_id offset 0) as a)
  select ${holderColumns}, r.class_id, r.accounts, r.all_shares, r.squares, c.certificates, r.shares
    from ranked r
   cross join lateral (select * from holder where id = r.holder_id offset 0) as h
   cross join lateral (select count(*) as certificates from certificate
                        where issuer_id = $1 and holder_id = r.holder_id and class_id = r.class_id
                          and issued_on <= $2 and canceled_on > $2 and not is_treasury) as c
   where r.rank <= $3
   order by r.class_id, r.rank`;
