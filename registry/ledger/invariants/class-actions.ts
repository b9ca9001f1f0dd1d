// Invariants 15 and 16 in SQL: splits and stock dividends in every account.

import type { Check } from './check.ts';

/**
 * Per class-wide action and account: shares entitled (outstanding just before the action, at the effective or
 * record date) and shares given. `ratio` is what one old share earns: the additional shares for F, the new
 * count for V.
 */
const actions = `
  select t.id, t.kind, t.effective_on, t.fractional_type, t.cash_price, e.entry_id,
         coalesce(d.record_on, t.effective_on) as entitled_on, t.ratio_denominator as denominator,
         case when t.kind = 'F' then t.ratio_numerator - t.ratio_denominator else t.ratio_numerator end as numerator,
         g.class_id, g.first_id
    from txn t
    join (select issued_txn, min(class_id) as class_id, min(id) as first_id from certificate
           where issuer_id = $1 group by issued_txn) as g on g.issued_txn = t.id
    left join (select txn_id, min(id) as entry_id from control_entry
                where issuer_id = $1 group by txn_id) as e on e.txn_id = t.id
    left join dividend d on d.issuer_id = $1 and d.txn_id = t.id
   where t.issuer_id = $1 and t.kind in ('F', 'V', 'D') and t.status = 'Completed'`;

/**
 * SQL up to `per_account`: what each account had before an action, got, and was due, with $1 = issuer id.
 * One sum over all moves instead of joins between them, so that the plan does not depend on estimated numbers
 * of accounts. On the day of an action, the order of posting is given by the ids of certificates and control
 * entries, since two postings can have the same time.
 */
export const classActionAccounts = `
  with a as materialized (${actions}),
  x as materialized (
    select t.id, i.first_id, e.entry_id from txn t
      left join (select issued_txn, min(id) as first_id from certificate
                  where issuer_id = $1 group by issued_txn) as i on i.issued_txn = t.id
      left join (select txn_id, min(id) as entry_id from control_entry
                  where issuer_id = $1 group by txn_id) as e on e.txn_id = t.id
     where t.issuer_id = $1),
  moves as (
    select a.id, c.holder_id, c.shares as before, 0 as shares, 0 as cash
      from a join certificate c on c.issuer_id = $1 and c.class_id = a.class_id and c.id < a.first_id
                               and c.issued_on <= a.entitled_on and (a.kind <> 'D' or not c.is_treasury)
      left join x on x.id = c.canceled_txn
     where c.canceled_on > a.entitled_on or c.canceled_txn = a.id
        or coalesce(x.first_id > a.first_id, x.entry_id > a.entry_id)
     union all
    select a.id, c.holder_id, 0, c.shares, 0
      from a join certificate c on c.issuer_id = $1 and c.issued_txn = a.id
     union all
    select a.id, l.holder_id, 0, 0, l.amount
      from a join cash_in_lieu l on l.issuer_id = $1 and l.txn_id = a.id),
  sums as materialized (
    select id, holder_id, sum(before) as before, sum(shares) as shares, sum(cash) as cash
      from moves group by id, holder_id),
  per_account as (
    select a.*, s.holder_id, s.before, s.shares, s.cash,
           case a.fractional_type
             when 'Round Up' then ceil(s.before * a.numerator / a.denominator)
             when 'Round Nearest' then div(s.before * a.numerator * 2 + a.denominator, a.denominator * 2)
             else div(s.before * a.numerator, a.denominator) end as due,
           mod(s.before * a.numerator, a.denominator) as fraction
      from a join sums s on s.id = a.id)`;

/** Invariants 15 and 16: splits and stock dividends follow their ratio and rounding rule in every account. */
export const classActionChecks: Check[] = [
  {
    number: 15,
    sql: `${classActionAccounts}
          select 'transaction ' || id || ' holder ' || holder_id as object,
                 'For ' || before || ' shares it got ' || shares || ' instead of ' || due as sentence
            from per_account where shares <> due`,
  },
  {
    number: 15,
    sql: `with a as materialized (${actions})
          select 'certificate ' || c.id as object, 'The reverse split ' || a.id || ' left it outstanding' as sentence
            from a join certificate c on c.issuer_id = $1 and c.class_id = a.class_id and c.id < a.first_id
                                     and c.issued_on <= a.effective_on and c.canceled_on > a.effective_on
           where a.kind = 'V'`,
  },
  {
    number: 16,
    sql: `${classActionAccounts}
          select 'transaction ' || id as object,
                 'The rounding moves ' || abs(sum(shares) - sum(before) * max(numerator) / max(denominator))
                 || ' shares in ' || count(*) || ' accounts' as sentence
            from per_account group by id
          having abs(sum(shares) - sum(before) * max(numerator) / max(denominator)) >= count(*)`,
  },
  {
    number: 16,
    sql: `${classActionAccounts}
          select 'transaction ' || id || ' holder ' || holder_id as object,
                 'It was paid ' || cash || ' for a fraction of ' || fraction || '/' || denominator as sentence
            from per_account
           where cash <> case when fractional_type = 'Cash In Lieu'
                   then round(fraction * cash_price / denominator, 2) else 0 end`,
  },
];
