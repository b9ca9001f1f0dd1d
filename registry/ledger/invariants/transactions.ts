// Invariants 11 to 14 and 17 to 22 in SQL: rules within one transaction.

import type { Check } from './check.ts';

/**
 * Per transaction: shares canceled and issued (total, treasury, free), and the number of classes and accounts. Of a
 * nominee's position only what the transaction moved.
 */
const sides = `
  select t.id, t.kind, t.sub_kind, t.is_presented, coalesce(s.canceled, 0) as canceled, coalesce(s.issued, 0) as issued,
         coalesce(s.canceled_free, 0) as canceled_free, coalesce(s.issued_free, 0) as issued_free,
         coalesce(s.canceled_treasury, 0) as canceled_treasury, coalesce(s.issued_treasury, 0) as issued_treasury,
         s.low, s.high
    from txn t
    left join (select txn, sum(shares) filter (where not is_issued) as canceled, sum(shares) filter (where is_issued) as issued,
                      sum(shares) filter (where not is_issued and restriction = 'N') as canceled_free,
                      sum(shares) filter (where is_issued and restriction = 'N') as issued_free,
                      sum(shares) filter (where not is_issued and is_treasury) as canceled_treasury,
                      sum(shares) filter (where is_issued and is_treasury) as issued_treasury,
                      min(class_id) as low, max(class_id) as high
                 from (select canceled_txn as txn, false as is_issued, shares, restriction, is_treasury, class_id
                         from certificate where issuer_id = $1 and canceled_txn is not null and not is_replaced
                        union all
                       select issued_txn, coalesce(moved_shares, shares) > 0, abs(coalesce(moved_shares, shares)), restriction,
                              is_treasury, class_id
                         from certificate where issuer_id = $1) as moved
                group by txn) as s on s.txn = t.id
   where t.issuer_id = $1`;

const oneTransaction = (number: number, sentence: string, wrong: string): Check => ({
  number,
  sql: `with s as (${sides}) select 'transaction ' || id as object, ${sentence} as sentence from s where ${wrong}`,
});

/** Invariants 11–14 and 17–22: rules within one transaction. */
export const transactionChecks: Check[] = [
  oneTransaction(
    11,
    `'A transfer cancels ' || canceled || ' and issues ' || issued`,
    `kind = 'T' and canceled <> issued`,
  ),
  oneTransaction(
    12,
    `'An issuance cancels ' || canceled || ' shares, ' || canceled_treasury || ' of them treasury'`,
    `kind = 'N' and case sub_kind when 'Reversal' then issued <= canceled
       else canceled <> canceled_treasury or (canceled > 0 and canceled <> issued) end`,
  ),
  oneTransaction(
    14,
    `'A retirement retires nothing'`,
    `kind = 'R' and issued + canceled > 0 and canceled <= issued`,
  ),
  oneTransaction(15, `'It cancels ' || canceled || ' shares'`, `kind in ('F', 'D') and canceled > 0`),
  oneTransaction(18, `'It mixes classes'`, `kind <> 'C' and low <> high`),
  oneTransaction(
    19,
    `'Restricted shares became free: ' || canceled_free || ' before, ' || issued_free || ' after'`,
    // A transaction that was brought in without its purpose may have been either.
    `kind = 'T' and sub_kind not in ('Legend removal', 'Registered sale', 'Reversal') and issued_free > canceled_free
       and (sub_kind <> '' or is_presented)`,
  ),
  {
    // A reversal, and only it, may free restricted shares or turn an issuance round: it must mirror its original.
    number: 19,
    sql: `with s as (${sides})
          select 'transaction ' || t.id as object, 'It is a reversal, and no transaction it mirrors is named' as sentence
            from txn t
            join s on s.id = t.id
            left join txn o on o.issuer_id = $1 and o.id = t.reverses_txn and o.status = 'Completed'
            left join s as m on m.id = o.id
           where t.issuer_id = $1 and (t.sub_kind = 'Reversal' or t.reverses_txn is not null)
             and (t.sub_kind <> 'Reversal' or o.id is null or m.sub_kind = 'Reversal' or t.is_presented
                  or t.kind <> case o.kind when 'T' then 'T' when 'N' then 'R' when 'R' then 'N' end
                  or (s.canceled <> m.issued or s.issued <> m.canceled
                      or s.canceled_free <> m.issued_free or s.issued_free <> m.canceled_free)
                     -- Of a position the reversal shows the sum of all that it moves, and where the nominee's shares stay as
                     -- they were it ends the position. So only the accounts can be compared.
                     and not exists (select 1 from certificate p where p.issuer_id = $1
                                        and (p.issued_txn = t.id and p.movement > 0
                                             or p.canceled_txn = t.id and p.position_id is not null))
                  or exists (select 1 from (
                       select c.class_id, c.holder_id, c.restriction, c.shares from certificate c
                        where c.issuer_id = $1 and c.issued_txn in (t.id, o.id)
                       union all
                       select c.class_id, c.holder_id, c.restriction, -c.shares from certificate c
                        where c.issuer_id = $1 and c.canceled_txn in (t.id, o.id)) as both_ways
                     group by class_id, holder_id, restriction having sum(shares) <> 0))
          union all
          select 'transaction ' || reverses_txn, 'It was reversed ' || count(*) || ' times'
            from txn where issuer_id = $1 and reverses_txn is not null group by reverses_txn having count(*) > 1`,
  },
  {
    number: 12,
    sql: `select 'transaction ' || t.id as object,
                 'The control book moves ' || coalesce(b.issued, 0) || ' of class ' || m.class_id || ' (treasury '
                 || coalesce(b.treasury, 0) || '), the certificates ' || m.issued || ' (treasury ' || m.treasury || ')'
                   as sentence
            from (select txn, class_id, sum(shares) as issued, coalesce(sum(shares) filter (where is_treasury), 0) as treasury
                    from (select issued_txn as txn, class_id, is_treasury, shares from certificate where issuer_id = $1
                           union all
                          select canceled_txn, class_id, is_treasury, -shares from certificate
                           where issuer_id = $1 and canceled_txn is not null) as moves
                   group by txn, class_id) as m
            join txn t on t.issuer_id = $1 and t.id = m.txn
            left join (select txn_id, class_id, sum(issued_delta) as issued, sum(treasury_delta) as treasury
                         from control_entry where issuer_id = $1 and txn_id is not null group by txn_id, class_id) as b
              on b.txn_id = m.txn and b.class_id = m.class_id
           where coalesce(b.issued, 0) <> m.issued or coalesce(b.treasury, 0) <> m.treasury`,
  },
  {
    number: 12,
    sql: `select 'transaction ' || coalesce(b.txn_id, r.txn_id) as object,
                 'The control book moves ' || coalesce(b.reserved, 0) || ' of the reserves of class '
                 || coalesce(b.class_id, r.class_id) || ', the reserves moved ' || coalesce(r.reserved, 0) as sentence
            from (select txn_id, class_id, sum(reserved_delta) as reserved from control_entry
                   where issuer_id = $1 and txn_id is not null group by txn_id, class_id) as b
            full join (select txn_id, class_id, sum(delta) as reserved from reserve_change
                        where issuer_id = $1 and txn_id is not null group by txn_id, class_id) as r
              on r.txn_id = b.txn_id and r.class_id = b.class_id
           where coalesce(b.reserved, 0) <> coalesce(r.reserved, 0)`,
  },
  {
    number: 13,
    sql: `select 'transaction ' || f.txn_id as object,
                 'It issues ' || coalesce(i.shares, 0) || ' of class ' || f.class_id || ' for ' || x.given
                 || ' at ' || f.numerator || ':' || f.denominator as sentence
            from txn_factor f
            cross join lateral (
              select coalesce(sum(case when c.canceled_txn = f.txn_id then c.shares else -c.shares end), 0) as given
                from certificate c
               where c.issuer_id = $1 and (c.canceled_txn = f.txn_id or c.issued_txn = f.txn_id)
                 and c.class_id not in (select class_id from txn_factor where issuer_id = $1 and txn_id = f.txn_id)
            ) as x
            left join lateral (select sum(coalesce(c.moved_shares, c.shares)) as shares from certificate c
                                where c.issuer_id = $1 and c.issued_txn = f.txn_id and c.class_id = f.class_id) as i on true
           where f.issuer_id = $1
             and coalesce(i.shares, 0) <> case f.fractional_type
                   when 'Round Up' then ceil(x.given * f.numerator / f.denominator)
                   when 'Round Nearest' then div(x.given * f.numerator * 2 + f.denominator, f.denominator * 2)
                   else div(x.given * f.numerator, f.denominator) end`,
  },
  {
    number: 13,
    sql: `select 'transaction ' || t.id as object,
                 'The reserves of class ' || r.class_id || ' fell by ' || -r.delta || ' for ' || coalesce(i.shares, 0)
                 || ' shares issued' as sentence
            from (select txn_id, class_id, sum(delta) as delta from reserve_change
                   where issuer_id = $1 and txn_id is not null group by txn_id, class_id) as r
            join txn t on t.issuer_id = $1 and t.id = r.txn_id and t.kind = 'C'
            left join lateral (select sum(coalesce(c.moved_shares, c.shares)) as shares from certificate c
                                where c.issuer_id = $1 and c.issued_txn = t.id and c.class_id = r.class_id) as i on true
           where -r.delta <> coalesce(i.shares, 0)`,
  },
  {
    number: 17,
    sql: `select 'certificate ' || c.id as object, 'It was canceled by the transaction that issued it' as sentence
            from certificate c where c.issuer_id = $1 and c.canceled_txn = c.issued_txn
          union all
          select 'certificate ' || c.id, 'No transaction ' || c.canceled_txn || ' canceled it'
            from certificate c left join txn t on t.issuer_id = $1 and t.id = c.canceled_txn
           where c.issuer_id = $1 and c.canceled_txn is not null and t.id is null
          union all
          select 'certificate ' || c.id, 'No transaction ' || c.issued_txn || ' issued it'
            from certificate c left join txn t on t.issuer_id = $1 and t.id = c.issued_txn
           where c.issuer_id = $1 and t.id is null
          union all
          select 'certificate ' || c.id, 'It was canceled at ' || x.processed_at || ', before it was issued at ' || i.processed_at
            from certificate c
            join txn x on x.issuer_id = $1 and x.id = c.canceled_txn
            join txn i on i.issuer_id = $1 and i.id = c.issued_txn
           where c.issuer_id = $1 and c.canceled_txn <> c.issued_txn and x.processed_at < i.processed_at`,
  },
  {
    number: 17,
    sql: `select r.object, 'Its transaction ' || r.txn || ' does not exist' as sentence
            from (select 'control entry ' || id as object, txn_id as txn from control_entry where issuer_id = $1
                  union all select 'reserve change ' || id, txn_id from reserve_change where issuer_id = $1
                  union all select 'dividend ' || id, txn_id from dividend where issuer_id = $1
                  union all select 'stop ' || id, released_txn from stop where issuer_id = $1
                  union all select 'rejection ' || id, txn_id from rejection where issuer_id = $1
                  union all select 'escheat ' || id, txn_id from escheat where issuer_id = $1) as r
            left join txn t on t.issuer_id = $1 and t.id = r.txn
           where r.txn is not null and t.id is null`,
  },
  {
    number: 18,
    sql: `select 'certificate ' || c.id as object, 'The issuer has no class ' || c.class_id as sentence
            from certificate c left join security_class k on k.issuer_id = $1 and k.id = c.class_id
           where c.issuer_id = $1 and k.id is null`,
  },
  {
    number: 19,
    sql: `select 'certificate ' || c.id as object, 'A depository nominee holds shares restricted ' || c.restriction as sentence
            from certificate c join holder h on h.id = c.holder_id and h.is_nominee
           where c.issuer_id = $1 and c.restriction <> 'N'
          union all
          select 'transaction ' || t.id || ' holder ' || n.holder_id, 'Free shares were issued for restricted ones only'
            from certificate n join txn t on t.issuer_id = $1 and t.id = n.issued_txn and t.kind in ('F', 'V', 'D', 'C')
           where n.issuer_id = $1 and n.restriction = 'N'
             and not exists (select 1 from certificate x
                              where x.issuer_id = $1 and x.holder_id = n.holder_id and x.restriction = 'N' and x.id < n.id
                                and (x.canceled_txn = t.id or (t.kind in ('F', 'D') and x.class_id = n.class_id)))`,
  },
  {
    number: 20,
    sql: `select 'stop ' || s.id as object,
                 'Certificate ' || c.id || ' was canceled on ' || c.canceled_on || ' while stopped' as sentence
            from stop s join certificate c on c.issuer_id = $1 and c.id = s.certificate_id
            join txn t on t.issuer_id = $1 and t.id = c.canceled_txn
           where s.issuer_id = $1 and s.placed_on < c.canceled_on
             and (s.released_on is null or (s.released_on > c.canceled_on and t.kind <> 'V'))
          union all
          select 'certificate ' || c.id, 'A reverse split replaced it without its stop'
            from stop s join certificate c on c.issuer_id = $1 and c.id = s.certificate_id
            join txn t on t.issuer_id = $1 and t.id = s.released_txn and t.kind = 'V'
            join certificate n on n.issuer_id = $1 and n.issued_txn = t.id and n.holder_id = c.holder_id
            left join stop m on m.issuer_id = $1 and m.moved_from = c.id
           where s.issuer_id = $1 and m.id is null and n.acquired_on = c.acquired_on and n.restriction = c.restriction
             and c.shares * t.ratio_numerator >= t.ratio_denominator`,
  },
  {
    number: 21,
    sql: `select 'transaction ' || t.id as object, 'It is ' || t.status || ' but moved certificates' as sentence
            from txn t
           where t.issuer_id = $1 and t.status <> 'Completed'
             and (exists (select 1 from certificate c where c.issuer_id = $1 and c.issued_txn = t.id)
                  or exists (select 1 from certificate c where c.issuer_id = $1 and c.canceled_txn = t.id))
          union all
          select 'transaction ' || t.id, 'It is Completed but moved no certificate'
            from txn t
           where t.issuer_id = $1 and t.status = 'Completed'
             and not exists (select 1 from certificate c where c.issuer_id = $1 and c.issued_txn = t.id)
             and not exists (select 1 from certificate c where c.issuer_id = $1 and c.canceled_txn = t.id)
          union all
          select 'transaction ' || t.id, 'It is ' || t.status || ', its completed date is ' || coalesce(t.completed_on::text, 'empty')
            from txn t where t.issuer_id = $1 and (t.status = 'Completed') <> (t.completed_on is not null)
          union all
          select 'transaction ' || t.id, 'It is Rejected and has ' || count(r.id) || ' rejection records'
            from txn t left join rejection r on r.issuer_id = $1 and r.txn_id = t.id
           where t.issuer_id = $1 and t.status = 'Rejected' group by t.id having count(r.id) <> 1`,
  },
  {
    number: 22,
    sql: `select 'transaction ' || id as object,
                 'Received ' || received_on || ', processed ' || processed_at || ', completed ' || completed_on as sentence
            from txn
           where issuer_id = $1
             -- The day of receipt is a day of the registry's zone, which may be one ahead of the UTC day.
             and (received_on > (processed_at at time zone 'UTC')::date + 1 or completed_on < received_on
                  or (status = 'Completed' and effective_on > completed_on))`,
  },
];
