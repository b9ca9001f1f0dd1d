// Invariant 7 in SQL: stored holder counts equal those computed from certificates.

import { accountWords } from '#registry/db/account-words';
import type { Check } from './check.ts';

/** Balances of every account by day, computed from the certificates; `by` names the grouping columns. */
const balances = (by: string) => `
  select ${by}, day, moved, restricted_moved, sum(moved) over w as shares, sum(restricted_moved) over w as restricted
    from (select ${by}, day, sum(shares) as moved, sum(restricted) as restricted_moved
            from (select holder_id, class_id, issued_on as day, shares,
                         case when restriction = 'N' then 0 else shares end as restricted
                    from certificate where issuer_id = $1 and not is_treasury
                   union all
                  select holder_id, class_id, canceled_on, -shares,
                         case when restriction = 'N' then 0 else -shares end
                    from certificate where issuer_id = $1 and not is_treasury and canceled_on < '9999-12-31') as moves
           group by ${by}, day) as days
  window w as (partition by ${by} order by day)`;

/**
 * Invariant 7: the holder counts maintained by the verbs equal those computed from the certificates, on every
 * day.
 */
export const holderChecks: Check[] = [
  {
    number: 7,
    sql: `with c as (select class_id, day,
                            sum((shares > 0)::int - (shares - moved > 0)::int) as holders,
                            sum((restricted > 0)::int - (restricted - restricted_moved > 0)::int) as restricted_holders,
                            sum((shares > restricted)::int
                                - (shares - moved > restricted - restricted_moved)::int) as free_holders
                       from (${balances('holder_id, class_id')}) as b group by class_id, day)
          select 'class ' || coalesce(c.class_id, d.class_id) || ' ' || coalesce(c.day, d.day) as object,
                 'The day counts ' || coalesce(d.holders_delta, 0) || ' holders more, '
                 || coalesce(d.restricted_holders_delta, 0) || ' with restricted and ' || coalesce(d.free_holders_delta, 0)
                 || ' with free shares; the certificates ' || coalesce(c.holders, 0) || ', '
                 || coalesce(c.restricted_holders, 0) || ' and ' || coalesce(c.free_holders, 0) as sentence
            from c full join (select * from class_day where issuer_id = $1) as d
              on d.class_id = c.class_id and d.day = c.day
           where coalesce(c.holders, 0) <> coalesce(d.holders_delta, 0)
              or coalesce(c.restricted_holders, 0) <> coalesce(d.restricted_holders_delta, 0)
              or coalesce(c.free_holders, 0) <> coalesce(d.free_holders_delta, 0)`,
  },
  {
    number: 7,
    sql: `with c as (select day, sum((shares > 0)::int - (shares - moved > 0)::int) as holders
                       from (${balances('holder_id')}) as b group by day),
          p as (select day, sum(holders_delta) as positions from class_day where issuer_id = $1 group by day)
          select 'issuer ' || coalesce(c.day, p.day, d.day) as object,
                 'The day counts ' || coalesce(d.holders_delta, 0) || ' holders and ' || coalesce(d.positions_delta, 0)
                 || ' holdings more, the certificates ' || coalesce(c.holders, 0) || ' and the classes '
                 || coalesce(p.positions, 0) as sentence
            from c full join p on p.day = c.day
            full join (select * from issuer_day where issuer_id = $1) as d on d.day = coalesce(c.day, p.day)
           where coalesce(c.holders, 0) <> coalesce(d.holders_delta, 0)
              or coalesce(p.positions, 0) <> coalesce(d.positions_delta, 0)`,
  },
  {
    number: 7,
    sql: `with marks as (select *, row_number() over (partition by span order by sort_key, holder_id) as mark
                           from page_mark where issuer_id = $1),
          held as (select holder_id, count(distinct class_id) as positions from certificate
                    where issuer_id = $1 and canceled_on = '9999-12-31' and not is_treasury group by holder_id),
          every as (select a.sort_key, a.holder_id, coalesce(h.positions, 0) as positions
                      from account a left join held h on h.holder_id = a.holder_id where a.issuer_id = $1),
          placed as (select span, max(mark) over (partition by span order by sort_key, holder_id, mark desc) as mark, is_mark,
                            positions
                       from (select span, sort_key, holder_id, mark, true as is_mark, 0 as positions from marks
                              union all
                             select s.span, e.sort_key, e.holder_id, 0, false, e.positions
                               from every e cross join (values (128), (8192)) as s (span)) as line),
          counted as (select span, mark, count(*) as accounts, count(*) filter (where positions > 0) as holders,
                             sum(positions) as positions from placed where not is_mark group by span, mark)
          select 'mark ' || coalesce(m.span, c.span) || ' at ' || coalesce(m.sort_key, '') as object,
                 'It counts ' || coalesce(m.accounts, 0) || ' accounts, ' || coalesce(m.holders, 0) || ' holders and '
                 || coalesce(m.positions, 0) || ' holdings; there are ' || coalesce(c.accounts, 0) || ', '
                 || coalesce(c.holders, 0) || ' and ' || coalesce(c.positions, 0) as sentence
            from marks m
            full join counted c on c.span = m.span and c.mark = m.mark
           where coalesce(m.accounts, 0) <> coalesce(c.accounts, 0)
              or coalesce(m.holders, 0) <> coalesce(c.holders, 0)
              or coalesce(m.positions, 0) <> coalesce(c.positions, 0)
          union all
          select 'mark ' || sort_key, 'The chapter does not begin with a paragraph' from page_mark as chapter
           where issuer_id = $1 and span = 8192
             and not exists (select 1 from page_mark p where p.issuer_id = $1 and p.span = 128
                                and p.sort_key = chapter.sort_key and p.holder_id = chapter.holder_id)`,
  },
  {
    number: 7,
    sql: `with c as (select class_id, holder_id, sum(shares) as shares from certificate
                      where issuer_id = $1 and canceled_on = '9999-12-31' and not is_treasury
                      group by class_id, holder_id)
          select 'holding ' || coalesce(c.holder_id, h.holder_id) || ' of class ' || coalesce(c.class_id, h.class_id) as object,
                 'It states ' || coalesce(h.shares, 0) || ' shares, the certificates ' || coalesce(c.shares, 0) as sentence
            from c full join (select * from holding where issuer_id = $1) as h
              on h.class_id = c.class_id and h.holder_id = c.holder_id
           where coalesce(c.shares, 0) <> coalesce(h.shares, 0)`,
  },
  {
    number: 7,
    sql: `with due as (${accountWords}),
          stored as (select word, holder_id from account_word where issuer_id = $1)
          select 'word ' || coalesce(s.word, d.word) || ' of ' || coalesce(s.holder_id, d.holder_id) as object,
                 case when s.word is null then 'The account is not found by a word of its name'
                      else 'The account is found by a word that its name does not have' end as sentence
            from due d full join stored s on s.word = d.word and s.holder_id = d.holder_id
           where s.word is null or d.word is null`,
  },
];
