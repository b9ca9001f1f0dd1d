// Ends a history at the last transaction that breaks a ledger rule; what it left becomes opening positions.

import type { ClientBase } from 'pg';
import { openings } from '../stage/stage-history.ts';

/** Per transaction: what it canceled and issued, in all, of treasury and without restriction. */
const sides = `
  select t.*, coalesce(m.canceled, 0) as canceled, coalesce(m.issued, 0) as issued, m.canceled_treasury,
         m.canceled_free, m.issued_free, m.classes
    from staged_txn t
    left join (select place, count(distinct class) as classes,
                      coalesce(sum(-shares) filter (where shares < 0), 0) as canceled,
                      coalesce(sum(shares) filter (where shares > 0), 0) as issued,
                      coalesce(sum(-shares) filter (where shares < 0 and is_treasury), 0) as canceled_treasury,
                      coalesce(sum(-shares) filter (where shares < 0 and restriction = 'N'), 0) as canceled_free,
                      coalesce(sum(shares) filter (where shares > 0 and restriction = 'N'), 0) as issued_free
                 from staged_move group by place) as m on m.place = t.place`;

/** Shares that an account gets for those it had before a split or stock dividend, by ratio and rule. */
const actions = `
  select a.*, b.account, coalesce(b.before, 0) as before, coalesce(b.got, 0) as got, coalesce(b.given, 0) as given,
         case a.fraction_rule
           when 'Round Up' then ceil(b.before * a.earned / a.denominator)
           when 'Round Nearest' then div(b.before * a.earned * 2 + a.denominator, a.denominator * 2)
           else div(b.before * a.earned, a.denominator) end as due
    from (select t.*, c.class,
                 case when t.type = 'F' then t.numerator - t.denominator else t.numerator end as earned
            from staged_txn t
            join (select place, min(class) as class from staged_move group by place) as c on c.place = t.place
           where t.type in ('F', 'V', 'D') and t.numerator is not null and t.denominator is not null) as a
   cross join lateral (
     select account, sum(before) as before, sum(got) as got, sum(given) as given
       from (select o.account, o.shares as before, 0 as got, 0 as given from (${openings}) as o
              where o.class = a.class and o.issued_on <= a.effective_on and o.shares > 0
                and (a.type <> 'D' or o.account not in (select h.account from staged_holders h where h.role = 'Treasury'))
              union all
             select m.account, m.shares, 0, 0 from staged_move m
              where m.class = a.class and m.place < a.place and m.effective_on <= a.effective_on
                and (a.type <> 'D' or not m.is_treasury)
              union all
             select m.account, 0, greatest(m.shares, 0), greatest(-m.shares, 0) from staged_move m
              where m.place = a.place) as moves
      group by account) as b`;

/** SQL that gives (place, sentence) of each transaction that breaks a rule of the ledger. */
const rules: readonly string[] = [
  `select place, 'Its dates do not fit: received ' || received_on || ', effective ' || effective_on || ', processed '
          || processed_on || ', completed ' || completed_on as sentence
     from staged_txn
    where received_on > processed_on + 1 or completed_on < received_on or effective_on > completed_on`,
  `select place, 'It moves several classes' from (${sides}) as s where type <> 'C' and classes > 1`,
  `select place, 'An issuance cancels ' || canceled || ' shares' from (${sides}) as s
    where type = 'N' and case purpose when 'Reversal' then issued <= canceled
            else canceled <> canceled_treasury or (canceled > 0 and canceled <> issued) end`,
  `select place, 'It retires nothing' from (${sides}) as s where type = 'R' and canceled <= issued`,
  `select place, 'It cancels ' || canceled || ' shares' from (${sides}) as s where type in ('F', 'D') and canceled > 0`,
  `select place, 'Restricted shares became free: ' || canceled_free || ' free before, ' || issued_free || ' after'
     from (${sides}) as s
    where type = 'T' and purpose not in ('Legend removal', 'Registered sale', 'Reversal', '') and issued_free > canceled_free`,
  `select distinct m.place, 'Account ' || m.account || ' gets free shares for restricted ones'
     from staged_move m join staged_txn t on t.place = m.place and t.type in ('F', 'V', 'D', 'C')
    where m.shares > 0 and m.restriction = 'N'
      and not exists (select 1 from staged_move x
                       where x.account = m.account and x.restriction = 'N'
                         and (x.place = m.place and x.shares < 0
                              or t.type in ('F', 'D') and x.class = m.class and x.place < m.place))
      and not (t.type in ('F', 'D')
               and exists (select 1 from (${openings}) as o
                            where o.account = m.account and o.class = m.class and o.restriction = 'N' and o.shares > 0))`,
  `select t.place, 'It reverses ' || coalesce('transaction ' || t.reverses || ', which is not one before it', 'nothing')
     from staged_txn t left join staged_txn o on o.txn = t.reverses and o.place < t.place and not o.is_past
    where (t.purpose = 'Reversal') <> (o.txn is not null) and not t.is_past`,
  `select m.place, 'It cancels ' || m.prefix || '-' || m.number || ', which has the stop of ' || s.placed_on
     from staged_stops s
     join staged_move m on m.class = s.class and m.prefix = s.prefix and m.number = s.number and m.shares < 0
     join staged_txn t on t.place = m.place
     join staged_positions p on p.row = m.position and p.canceled_on = m.effective_on
    where s.placed_on < m.effective_on
      and (s.released_on is null or (s.released_on > m.effective_on and t.type <> 'V'))`,
  `select f.place, 'It issues ' || g.got || ' of ' || f.class || ' for ' || g.given || ' at ' || f.numerator || ':' || f.denominator
     from staged_factor f
    cross join lateral (
      select coalesce(sum(m.shares) filter (where m.class = f.class), 0) as got,
             coalesce(sum(-m.shares) filter (where m.class not in
                        (select o.class from staged_factor o where o.place = f.place)), 0) as given
        from staged_move m where m.place = f.place) as g
    where g.got <> case f.rule
            when 'Round Up' then ceil(g.given::numeric * f.numerator / f.denominator)
            when 'Round Nearest' then div(g.given::numeric * f.numerator * 2 + f.denominator, f.denominator * 2)
            else div(g.given::numeric * f.numerator, f.denominator) end`,
  `select place, 'Account ' || min(account) || ' gets ' || (array_agg(got order by account))[1] || ' shares instead of '
          || (array_agg(due order by account))[1]
     from (${actions}) as a where type <> 'D' and got <> due group by place`,
  `select place, 'It leaves shares of account ' || min(account) || ' outstanding'
     from (${actions}) as a where type = 'V' and given <> before group by place`,
];

export type EndOfHistory = { row: bigint; txn: bigint; type: string; sentence: string; day: string };

/** A transfer that frees restricted shares, and may: its purpose is not known. */
export type Freed = { row: bigint; txn: bigint; shares: string };

/** A stock dividend whose ratio is left out. */
export type LeftOut = { row: bigint; txn: bigint; ratio: string; day: string };

/**
 * Ends the history after the last transaction that breaks a rule of the ledger: what is before it is known by its
 * result only, which becomes the opening positions. Returns the transactions that break one, and those whose ratio is left
 * out, and transfers whose purpose must be known to tell whether they break one.
 */
export async function endHistory(
  client: ClientBase,
): Promise<{ broken: EndOfHistory[]; leftOut: LeftOut[]; freed: Freed[] }> {
  const { rows: found } = await client.query<{ txns: bigint }>('select count(*) as txns from staged_txn');
  if (found[0]!.txns === 0n) return { broken: [], leftOut: [], freed: [] };
  // A stock dividend counts from its record date, which the journal does not say: its ratio is kept where it holds on the
  // effective day.
  const { rows: leftOut } = await client.query<LeftOut>(
    `update staged_txn set numerator = null, denominator = null
      where place in (select place from (${actions}) as a where type = 'D' and got <> due)
     returning row, txn, ratio, effective_on::text as day`,
  );
  const broken: EndOfHistory[] = [];
  // A reversal of what has become an opening position goes with it.
  for (;;) {
    const { rows } = await client.query<EndOfHistory & { place: bigint }>(
      `with broken as (${rules.join(' union all ')})
       select t.place, t.row, t.txn, t.type, min(b.sentence) as sentence,
              (select max(e.effective_on) from staged_txn e where e.place <= (select max(place) from broken)) as day
         from broken b join staged_txn t on t.place = b.place and not t.is_past
        group by t.place, t.row, t.txn, t.type order by t.place`,
    );
    const last = rows.at(-1);
    if (!last) break;
    broken.push(...rows);
    await endAfter(client, last.place);
  }
  const day = broken.at(-1)?.day;
  const { rows: freed } = await client.query<Freed>(
    `select row, txn, (issued_free - canceled_free)::text as shares from (${sides}) as s
      where type = 'T' and purpose = '' and issued_free > canceled_free and not is_past order by place`,
  );
  return { broken: broken.map((one) => ({ ...one, day: day ?? one.day })), leftOut, freed };
}

/** Makes opening positions of what the transactions up to one of them left. */
export async function endAfter(client: ClientBase, place: bigint): Promise<void> {
  await client.query('update staged_txn set is_past = true where place <= $1', [place]);
  await client.query('delete from staged_factor where place <= $1', [place]);
  await client.query('delete from staged_move where place <= $1', [place]);
}
