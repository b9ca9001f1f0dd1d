// SQL that computes totals per day, page index, holdings and search words of a posted register.

import { addAllWords } from '#registry/db/account-words';
import { addAllHoldings } from '#registry/db/holdings';
import type { Statement } from './statement.ts';

/** Shares of an account moved by day; `by` names the columns of a balance. */
const days = (by: string) => `
  select ${by}, day, sum(shares) as moved, sum(restricted) as restricted_moved
    from (select holder_id, class_id, issued_on as day, shares, case when restriction = 'N' then 0 else shares end as restricted
            from certificate where issuer_id = $1 and not is_treasury
           union all
          select holder_id, class_id, canceled_on, -shares, case when restriction = 'N' then 0 else -shares end
            from certificate where issuer_id = $1 and not is_treasury and canceled_on < '9999-12-31') as moves
   group by ${by}, day`;

/**
 * Statements that compute what the books keep beside the certificates of an issuer, $1: totals and counts per day, the
 * page index, holdings, words of names, and unissued shares.
 */
export const computedRows: readonly Statement[] = [
  {
    what: 'Totals per day',
    sql: `insert into class_day (issuer_id, class_id, day, outstanding_delta, treasury_delta, restricted_delta,
            certificates_delta, holders_delta, restricted_holders_delta, free_holders_delta)
          select $1, c.class_id, c.day, c.outstanding, c.treasury, c.restricted, c.certificates, coalesce(h.holders, 0),
                 coalesce(h.restricted_holders, 0), coalesce(h.free_holders, 0)
            from (select class_id, day, sum(case when is_treasury then 0 else shares end) as outstanding,
                         sum(case when is_treasury then shares else 0 end) as treasury,
                         sum(case when is_treasury or restriction = 'N' then 0 else shares end) as restricted,
                         sum(case when is_treasury then 0 else sign end) as certificates
                    from (select class_id, issued_on as day, shares, is_treasury, restriction, 1 as sign
                            from certificate where issuer_id = $1
                           union all
                          select class_id, canceled_on, -shares, is_treasury, restriction, -1
                            from certificate where issuer_id = $1 and canceled_on < '9999-12-31') as moves
                   group by class_id, day) as c
            left join (select class_id, day, sum((shares > 0)::int - (shares - moved > 0)::int) as holders,
                              sum((restricted > 0)::int - (restricted - restricted_moved > 0)::int) as restricted_holders,
                              sum((shares > restricted)::int
                                  - (shares - moved > restricted - restricted_moved)::int) as free_holders
                         from (select class_id, day, moved, restricted_moved, sum(moved) over balance as shares,
                                      sum(restricted_moved) over balance as restricted
                                 from (${days('holder_id, class_id')}) as d
                               window balance as (partition by holder_id, class_id order by day)) as balances
                        group by class_id, day) as h on h.class_id = c.class_id and h.day = c.day`,
  },
  {
    what: 'Totals per day',
    sql: `insert into issuer_day (issuer_id, day, holders_delta, positions_delta)
          select $1, coalesce(h.day, p.day), coalesce(h.came, 0), coalesce(p.positions, 0)
            from (select day, sum((shares > 0)::int - (shares - moved > 0)::int) as came
                    from (select day, moved, sum(moved) over (partition by holder_id order by day) as shares
                            from (${days('holder_id')}) as d) as balances
                   group by day) as h
            full join (select day, sum(holders_delta) as positions from class_day where issuer_id = $1 group by day) as p
              on p.day = h.day`,
  },
  {
    what: 'Page index',
    sql: `insert into page_mark (issuer_id, span, sort_key, holder_id, accounts, holders, positions)
          select $1, span, case when place = 0 then '' else sort_key end, case when place = 0 then 0 else holder_id end,
                 accounts, holders, positions
            from (select s.span, min(p.place) as place, max(case when p.place % s.span = 0 then p.sort_key end) as sort_key,
                         max(case when p.place % s.span = 0 then p.holder_id end) as holder_id,
                         count(*) as accounts, count(h.holder_id) as holders, coalesce(sum(h.positions), 0) as positions
                    from (select sort_key, holder_id, row_number() over (order by sort_key, holder_id) - 1 as place
                            from account where issuer_id = $1) as p
                   cross join (values (128), (8192)) as s (span)
                    left join (select holder_id, count(distinct class_id) as positions from certificate
                                where issuer_id = $1 and canceled_on = '9999-12-31' and not is_treasury
                                group by holder_id) as h on h.holder_id = p.holder_id
                   group by s.span, p.place / s.span) as marks`,
  },
  { what: 'Holdings', sql: addAllHoldings },
  { what: 'Words of names', sql: addAllWords },
  {
    what: 'Unissued shares',
    sql: `update security_class k set unissued =
            (select coalesce(sum(a.delta), 0) from authorized_change a where a.issuer_id = $1 and a.class_id = k.id)
            - (select coalesce(sum(r.delta), 0) from reserve_change r where r.issuer_id = $1 and r.class_id = k.id)
            - (select coalesce(sum(d.outstanding_delta + d.treasury_delta), 0)
                 from class_day d where d.issuer_id = $1 and d.class_id = k.id)
           where k.issuer_id = $1`,
  },
];
