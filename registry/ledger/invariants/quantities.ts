// Invariants 1 to 10 in SQL: shares issued, outstanding, reserved and authorized, by day.

import type { Check } from './check.ts';

/** Changes per class and day, computed from the certificates. */
const certificateDays = `
  select class_id, day, sum(case when is_treasury then 0 else shares end)::bigint as outstanding,
         sum(case when is_treasury then shares else 0 end)::bigint as treasury,
         sum(case when is_treasury or restriction = 'N' then 0 else shares end)::bigint as restricted,
         sum(case when is_treasury then 0 else sign end)::bigint as certificates
    from (select class_id, issued_on as day, shares, is_treasury, restriction, 1 as sign
            from certificate where issuer_id = $1
           union all
          select class_id, canceled_on, -shares, is_treasury, restriction, -1
            from certificate where issuer_id = $1 and canceled_on < '9999-12-31') as moves
   group by class_id, day`;

/** Invariants 1–10: quantities. */
export const quantityChecks: Check[] = [
  {
    number: 1,
    sql: `with days as (
            select class_id, day, sum(delta) as delta from (
              select class_id, effective_on as day, delta from authorized_change where issuer_id = $1
              union all select class_id, effective_on, -delta from reserve_change where issuer_id = $1
              union all select class_id, day, -outstanding_delta - treasury_delta from class_day where issuer_id = $1
            ) as changes group by class_id, day)
          select 'class ' || r.class_id as object,
                 'Issued and reserved exceed authorized by ' || -r.free || ' on ' || r.day as sentence
            from (select class_id, day, sum(delta) over (partition by class_id order by day) as free from days) as r
            join security_class k on k.issuer_id = $1 and k.id = r.class_id and not k.is_unlimited
           where r.free < 0
          union all
          select 'class ' || k.id, 'It has no limit, and ' || count(*) || ' changes of authorized shares'
            from authorized_change a join security_class k on k.issuer_id = $1 and k.id = a.class_id and k.is_unlimited
           where a.issuer_id = $1 group by k.id
          union all
          select 'class ' || k.id, 'Unissued shares: ' || k.unissued || ', by its days ' || coalesce(d.free, 0)
            from security_class k
            left join (select class_id, sum(delta) as free from days group by class_id) as d on d.class_id = k.id
           where k.issuer_id = $1 and k.unissued <> coalesce(d.free, 0)`,
  },
  {
    number: 2,
    sql: `with b as (select class_id, effective_on as day, sum(issued_delta)::bigint as issued
                  from control_entry where issuer_id = $1 group by class_id, effective_on)
          select 'class ' || coalesce(d.class_id, b.class_id) || ' ' || coalesce(d.day, b.day) as object,
                 'The control book issued ' || coalesce(b.issued, 0) || ' on this day, the day totals say outstanding '
                 || coalesce(d.outstanding_delta, 0) || ' and treasury ' || coalesce(d.treasury_delta, 0) as sentence
            from (select * from class_day where issuer_id = $1) as d
            full join b on b.class_id = d.class_id and b.day = d.day
           where coalesce(b.issued, 0) <> coalesce(d.outstanding_delta, 0) + coalesce(d.treasury_delta, 0)`,
  },
  {
    number: 3,
    sql: `with c as (${certificateDays})
          select 'class ' || coalesce(c.class_id, d.class_id) || ' ' || coalesce(c.day, d.day) as object,
                 'The day totals and the certificates differ: outstanding ' || coalesce(d.outstanding_delta, 0) || ' / '
                 || coalesce(c.outstanding, 0) || ', treasury ' || coalesce(d.treasury_delta, 0) || ' / '
                 || coalesce(c.treasury, 0) as sentence
            from c full join (select * from class_day where issuer_id = $1) as d
              on d.class_id = c.class_id and d.day = c.day
           where coalesce(c.outstanding, 0) <> coalesce(d.outstanding_delta, 0)
              or coalesce(c.treasury, 0) <> coalesce(d.treasury_delta, 0)
              or coalesce(c.certificates, 0) <> coalesce(d.certificates_delta, 0)`,
  },
  {
    number: 4,
    sql: `select 'certificate ' || c.id as object,
                 'It is ' || case when c.is_treasury then '' else 'not ' end || 'marked treasury, its account is '
                 || a.role as sentence
            from certificate c join account a on a.issuer_id = $1 and a.holder_id = c.holder_id
           where c.issuer_id = $1 and c.is_treasury <> (a.role = 'treasury')
          union all
          select 'certificate ' || c.id, 'Holder ' || c.holder_id || ' has no account here'
            from certificate c
            left join account a on a.issuer_id = $1 and a.holder_id = c.holder_id
            left join holder h on h.id = c.holder_id
           where c.issuer_id = $1 and (a.holder_id is null or h.id is null)`,
  },
  {
    number: 5,
    sql: `with c as (${certificateDays})
          select 'class ' || d.class_id || ' ' || d.day as object,
                 'Restricted shares of the day: ' || d.restricted_delta || ', by certificates '
                 || coalesce(c.restricted, 0) as sentence
            from class_day d left join c on c.class_id = d.class_id and c.day = d.day
           where d.issuer_id = $1 and d.restricted_delta <> coalesce(c.restricted, 0)`,
  },
  {
    number: 6,
    sql: `select 'certificate ' || c.id as object,
                 'Its dates or transactions do not fit: acquired ' || c.acquired_on || ', issued ' || c.issued_on
                 || ', canceled ' || c.canceled_on as sentence
            from certificate c
            join txn i on i.issuer_id = $1 and i.id = c.issued_txn
            left join txn x on x.issuer_id = $1 and x.id = c.canceled_txn
           where c.issuer_id = $1
             and (c.shares <= 0 or c.acquired_on > c.issued_on or c.issued_on > c.canceled_on
                  or i.effective_on is distinct from c.issued_on
                  or (c.canceled_txn is not null and x.effective_on is distinct from c.canceled_on)
                  or (c.canceled_txn is null) <> (c.canceled_on = '9999-12-31'))
          union all
          select 'class ' || class_id || ' ' || prefix || '-' || number, 'The number was given ' || count(*) || ' times'
            from certificate where issuer_id = $1 and movement = 0 group by class_id, prefix, number having count(*) > 1`,
  },
  {
    // The rows of a nominee's position follow one another without a gap, each by what it moved.
    number: 6,
    sql: `with rows as (
            select c.*, row_number() over w - 1 as place, lag(c.shares) over w as before,
                   lag(c.canceled_txn) over w as ended_by, lag(c.canceled_on) over w as ended_on,
                   lag((c.class_id, c.holder_id, c.prefix, c.number, c.form, c.restriction)) over w as same,
                   lead(c.id) over w is not null as has_next
              from certificate c where c.issuer_id = $1 and c.position_id is not null
            window w as (partition by c.position_id order by c.movement))
          select 'certificate ' || id as object,
                 'Its position does not follow: ' || coalesce(before, 0) || ' shares before, ' || moved_shares
                 || ' moved, ' || shares || ' after' as sentence
            from rows
           where movement <> place or moved_shares = 0 or shares <> coalesce(before, 0) + moved_shares
              or case when movement = 0 then id <> position_id
                 else ended_by is distinct from issued_txn or ended_on <> issued_on
                   or same <> (class_id, holder_id, prefix, number, form, restriction) end
          union all
          select 'certificate ' || id, 'It was replaced in its position, and by none, or goes on and was not'
            from rows where is_replaced <> has_next
          union all
          select 'certificate ' || r.id, 'It is a position, and its holder is no nominee'
            from rows r join holder h on h.id = r.holder_id where not h.is_nominee`,
  },
  {
    number: 8,
    sql: `with c as (${certificateDays}),
          b as (select class_id, effective_on as day, sum(issued_delta)::bigint as issued,
                       sum(treasury_delta)::bigint as treasury
                  from control_entry where issuer_id = $1 group by class_id, effective_on)
          select 'class ' || coalesce(c.class_id, b.class_id) || ' ' || coalesce(c.day, b.day) as object,
                 'The control book issued ' || coalesce(b.issued, 0) || ' on this day, the certificates '
                 || coalesce(c.outstanding, 0) + coalesce(c.treasury, 0) as sentence
            from c full join b on b.class_id = c.class_id and b.day = c.day
           where coalesce(b.issued, 0) <> coalesce(c.outstanding, 0) + coalesce(c.treasury, 0)
              or coalesce(b.treasury, 0) <> coalesce(c.treasury, 0)`,
  },
  {
    number: 8,
    sql: `select 'class ' || k.id as object,
                 'The control book says ' || coalesce(b.authorized, 0) || ' authorized and ' || coalesce(b.reserved, 0)
                 || ' reserved; the changes say ' || a.authorized || ' and ' || r.reserved as sentence
            from security_class k
            cross join lateral (select coalesce(sum(delta), 0) as authorized from authorized_change
                                 where issuer_id = $1 and class_id = k.id) as a
            cross join lateral (select coalesce(sum(delta), 0) as reserved from reserve_change
                                 where issuer_id = $1 and class_id = k.id) as r
            left join (select class_id, sum(authorized_delta) as authorized, sum(reserved_delta) as reserved
                         from control_entry where issuer_id = $1 group by class_id) as b on b.class_id = k.id
           where k.issuer_id = $1
             and (coalesce(b.authorized, 0) <> a.authorized or coalesce(b.reserved, 0) <> r.reserved)`,
  },
  {
    number: 8,
    sql: `select coalesce('class ' || c.class_id, 'issuer') as object,
                 'Its name became ' || c.after_text || ', and then was ' || c.next as sentence
            from (select h.class_id, h.after_text,
                         coalesce(lead(h.before_text) over (partition by h.class_id order by h.id), k.name, i.name) as next
                    from issuer_change h
                    join issuer i on i.id = $1
                    left join security_class k on k.issuer_id = $1 and k.id = h.class_id
                   where h.issuer_id = $1) as c
           where c.next <> c.after_text`,
  },
  {
    number: 10,
    sql: `select 'class ' || class_id as object,
                 'Negative on ' || day || ': outstanding ' || outstanding || ', treasury ' || treasury
                 || ', restricted ' || restricted as sentence
            from (select class_id, day, sum(outstanding_delta) over w as outstanding,
                         sum(treasury_delta) over w as treasury, sum(restricted_delta) over w as restricted
                    from class_day where issuer_id = $1
                  window w as (partition by class_id order by day)) as r
           where outstanding < 0 or treasury < 0 or restricted < 0 or restricted > outstanding`,
  },
  {
    number: 10,
    sql: `select 'reserve ' || reserve_id as object, 'Negative on ' || day || ': ' || size as sentence
            from (select reserve_id, effective_on as day,
                         sum(sum(delta)) over (partition by reserve_id order by effective_on) as size
                    from reserve_change where issuer_id = $1 group by reserve_id, effective_on) as r
           where size < 0`,
  },
  {
    // Balances are sums of certificates, so only one without shares, or canceled before it was issued, can make
    // an account negative.
    number: 10,
    sql: `select 'holder ' || holder_id || ' class ' || class_id as object,
                 'Negative on ' || day || ': ' || size as sentence
            from (select holder_id, class_id, day,
                         sum(sum(delta)) over (partition by holder_id, class_id order by day) as size
                    from (select holder_id, class_id, issued_on as day, shares as delta from certificate c
                           where issuer_id = $1
                          union all
                          select holder_id, class_id, canceled_on, -shares from certificate
                           where issuer_id = $1 and canceled_on < '9999-12-31') as moves
                   where holder_id in (select holder_id from certificate
                                        where issuer_id = $1 and (shares <= 0 or issued_on > canceled_on))
                   group by holder_id, class_id, day) as r
           where size < 0`,
  },
];
