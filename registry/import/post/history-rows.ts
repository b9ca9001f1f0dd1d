// SQL that writes the transactions of a register’s journal; without a journal it writes nothing.

import { classActionAccounts } from '#registry/ledger/invariants/class-actions';
import { id, type Statement } from './statement.ts';

/** When a transaction was posted: the sheet has days only; microseconds keep the order of one day. */
const processedAt = `(t.processed_on + time '12:00') at time zone 'UTC' + t.place * interval '1 microsecond'`;

/** Before the positions are made. */
export const historyNames: readonly Statement[] = [
  {
    // Opening positions are numbered after the journal, and are in the books before its first transaction.
    what: 'Transactions',
    sql: `create temporary table posted_start on commit drop as
          select coalesce((select max(txn) from staged_txn), 0) as number, min(processed_on) as day,
                 min(processed_on)::timestamp at time zone 'UTC' as processed_at
            from staged_txn where not is_past`,
  },
];

/** Names of one side of a transaction, as the ledger writes them: three, or the first with the number of the others. */
const names = (where: string) => `
  (select case when max(s.parties) <= 3 then string_agg(s.label, '; ' order by s.place) filter (where s.place <= 3)
               else max(s.label) filter (where s.place = 1) || ' (+' || max(s.parties) - 1 || ' more)' end
     from (select h.label, row_number() over (order by min(m.row)) as place, count(*) over () as parties
             from staged_move m join posted_holder h on h.account = m.account
            where m.place = t.place and ${where} group by h.id, h.label) as s)`;

const canceledBy = names('m.shares < 0');
const isGiver = 'm.account in (select o.account from staged_move o where o.place = t.place and o.shares < 0)';
/** Without the balance that goes back to who gave. */
const receivers = names(`m.shares > 0 and not ${isGiver}`);
const issuedTo = names('m.shares > 0');

const transactions: readonly Statement[] = [
  {
    what: 'Transactions',
    sql: `insert into txn (issuer_id, id, number, kind, sub_kind, status, received_on, processed_at, effective_on, completed_on,
            presentor, is_presented, authority, comments, invoice_number, charge_amount, ratio_numerator, ratio_denominator,
            fractional_type, cash_price, transfer_from, issued_to, reverses_txn, customer_id)
          select $1, ${id('t.txn')}, t.txn, t.type, t.purpose, 'Completed', t.received_on, ${processedAt}, t.effective_on, t.completed_on,
                 t.agent, false, t.authority, t.comments, t.invoice, t.charge,
                 case when t.type in ('F', 'V', 'D') then t.numerator end, case when t.type in ('F', 'V', 'D') then t.denominator end,
                 case when t.type in ('F', 'V', 'D') and t.numerator is not null then t.fraction_rule else '' end,
                 case when t.type in ('F', 'V', 'D') and t.numerator is not null then t.cash_price end,
                 case when t.type in ('F', 'D') then (select min(m.class) from staged_move m where m.place = t.place)
                      when t.type = 'N' then '' else coalesce(${canceledBy}, '') end,
                 case when t.type = 'R' then '' when t.type in ('N', 'T') then coalesce(${receivers}, ${issuedTo}, '')
                      else coalesce(${issuedTo}, '') end,
                 ${id('t.reverses')}, t.source_id
            from staged_txn t where not t.is_past`,
  },
  {
    what: 'Transactions',
    sql: `insert into txn_factor (issuer_id, txn_id, class_id, numerator, denominator, fractional_type, cash_price)
          select $1, ${id('f.txn')}, k.id, f.numerator, f.denominator, f.rule, f.cash_price
            from staged_factor f join posted_class k on k.name = f.class`,
  },
  {
    // What each transaction changes of each class, as the control book has it. A reverse split is given in full.
    what: 'Control book',
    sql: `create temporary table posted_entry on commit drop as
          select *, row_number() over (order by place, class_id) as entry
            from (select t.place, t.txn, t.type, t.effective_on, t.authority, t.reserve, m.class, k.id as class_id,
                         case when t.type = 'V' then m.issued else greatest(m.issued - m.canceled, 0) end as credited,
                         case when t.type = 'V' then m.canceled else greatest(m.canceled - m.issued, 0) end as debited,
                         m.treasury, ${processedAt} as processed_at, 0::bigint as reserved, 0::bigint as authorized,
                         case when t.type in ('F', 'V') then coalesce(t.numerator || ' for ' || t.denominator, '')
                              when t.type = 'D' and t.ratio ~ '^[0-9]{1,9}:0*[1-9][0-9]{0,8}$'
                              then trim_scale(round(split_part(t.ratio, ':', 1)::numeric * 100 / split_part(t.ratio, ':', 2)::numeric, 6)) || '%'
                              else '' end as note
                    from (select place, class, coalesce(sum(shares) filter (where shares > 0), 0) as issued,
                                 coalesce(-sum(shares) filter (where shares < 0), 0) as canceled,
                                 coalesce(sum(shares) filter (where is_treasury), 0) as treasury
                            from staged_move group by place, class) as m
                    join staged_txn t on t.place = m.place
                    join posted_class k on k.name = m.class) as e
           where credited <> 0 or debited <> 0 or treasury <> 0`,
  },
  {
    // A change of a reserve belongs to the transaction of its day that names the reserve and moves as much; of authorized
    // shares, to the split of its day with the same authority.
    what: 'Limits',
    sql: `update posted_limit l set txn = x.txn
            from (select c.place, e.txn
                    from (select *, row_number() over (partition by of, class, name, effective_on, delta order by place) as turn
                            from posted_limit) as c
                    join (select e.*, r.name,
                                 row_number() over (partition by e.class, r.name, e.effective_on, e.debited - e.credited
                                                    order by e.entry) as turn
                            from posted_entry e
                           cross join lateral unnest(string_to_array(e.reserve, ', ')) as r(name)) as e
                      on c.of = 2 and e.class = c.class and e.name = c.name and e.effective_on = c.effective_on
                     and (e.type in ('F', 'V') or e.debited - e.credited = c.delta and e.turn = c.turn)
                   union
                  select c.place, e.txn from posted_limit c
                    join posted_entry e on c.of = 1 and e.class = c.class and e.effective_on = c.effective_on
                     and e.type in ('F', 'V') and e.authority <> '' and e.authority = c.authority) as x
           where l.place = x.place`,
  },
  {
    what: 'Limits',
    sql: `update posted_entry e set reserved = l.reserved, authorized = l.authorized
            from (select txn, class, coalesce(sum(delta) filter (where of = 2), 0) as reserved,
                         coalesce(sum(delta) filter (where of = 1), 0) as authorized
                    from posted_limit where txn is not null group by txn, class) as l
           where e.txn = l.txn and e.class = l.class`,
  },
];

const entries: readonly Statement[] = [
  {
    what: 'Control book',
    sql: `insert into control_entry (issuer_id, id, class_id, effective_on, recorded_at, txn_id, kind, issued_delta, credited_shares,
            debited_shares, treasury_delta, reserved_delta, authorized_delta, authority, note)
          select $1, ${id(`(2 * (select count(*) from posted_limit)
                            + (select coalesce(max(opening), 0) from posted_position where place = 0) + e.entry)`)}, e.class_id,
                 e.effective_on, e.processed_at, ${id('e.txn')}, e.type, e.credited - e.debited, e.credited, e.debited, e.treasury,
                 e.reserved, e.authorized, e.authority, e.note
            from posted_entry e`,
  },
  {
    what: 'Transactions',
    sql: `insert into cash_in_lieu (issuer_id, txn_id, class_id, holder_id, fraction_numerator, fraction_denominator, amount)
          ${classActionAccounts}
          select $1, id, class_id, holder_id, fraction, denominator, round(fraction * cash_price / denominator, 2)
            from per_account where fraction > 0 and fractional_type = 'Cash In Lieu' and cash_price is not null
           union all
          select $1, ${id('f.txn')}, k.id, h.id, mod(f.given * f.numerator, f.denominator), f.denominator,
                 round(mod(f.given * f.numerator, f.denominator) * f.cash_price / f.denominator, 2)
            from (select f.*, (select sum(-m.shares) from staged_move m
                                where m.place = f.place
                                  and m.class not in (select o.class from staged_factor o where o.place = f.place)) as given,
                         (select min(m.account) from staged_move m where m.place = f.place and m.shares < 0) as account
                    from staged_factor f where f.rule = 'Cash In Lieu' and f.cash_price is not null) as f
            join posted_class k on k.name = f.class
            join posted_holder h on h.account = f.account
           where mod(f.given * f.numerator, f.denominator) > 0`,
  },
  {
    what: 'Transactions',
    sql: `update txn_factor f set cash_paid = l.amount
            from (select txn_id, class_id, sum(amount) as amount from cash_in_lieu where issuer_id = $1 group by txn_id, class_id) as l
           where f.issuer_id = $1 and f.txn_id = l.txn_id and f.class_id = l.class_id`,
  },
  {
    what: 'Transactions',
    sql: `update txn t set cash_paid = l.amount
            from (select txn_id, sum(amount) as amount from cash_in_lieu where issuer_id = $1 group by txn_id) as l
           where t.issuer_id = $1 and t.id = l.txn_id`,
  },
];

export const historyRows = { transactions, entries };
