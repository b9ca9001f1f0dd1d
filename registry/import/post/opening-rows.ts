// SQL that writes a register from the staged tables: issuer, classes, holders, positions, history.

import { openings } from '../stage/stage-history.ts';
import { historyNames, historyRows } from './history-rows.ts';
import { id, type Statement } from './statement.ts';

/** Names of an account in one line. */
const label = `concat_ws(' ', h.name, h.name2, h.name3)`;

/**
 * The times of each position that the journal moved, between two movements. `place` is that of the transaction that issued
 * it, 0 for an opening position.
 */
const moved = `
  select row, place, issued_by, balance::bigint as shares, day, moved, canceled_by, canceled_on, movement,
         count(*) over (partition by row) as rows
    from (select row, place, issued_by, day, moved, sum(moved) over w as balance, row_number() over w - 1 as movement,
                 lead(issued_by) over w as canceled_by, lead(day) over w as canceled_on
            from (select o.row, 0 as place, null::bigint as issued_by, o.issued_on as day, o.shares as moved
                    from (${openings}) as o
                   where o.shares > 0 and o.row in (select position from staged_move)
                   union all
                  select position, place, txn, effective_on, shares from staged_move) as moves
          window w as (partition by row order by place)) as balances
   where balance > 0`;

/** Tables of this transaction: ids given to what the sheets name. */
const named: readonly Statement[] = [
  {
    what: 'Holders',
    sql: `create temporary table posted_holder on commit drop as
          select h.row, h.account, k.holder_id is not null as is_linked, k.sort_key, ${label} as label, h.role = 'Treasury' as is_treasury,
                 coalesce(k.holder_id, $5::bigint + row_number() over (partition by k.holder_id is null order by h.row) - 1) as id
            from staged_holders h
            left join known_registration k on k.row = h.row and k.choice = 'Link'`,
  },
  { what: 'Holders', sql: 'create index on posted_holder (account)' },
  {
    what: 'Classes',
    sql: `create temporary table posted_class on commit drop as
          select name, ${id('row_number() over (order by row)')} as id, row_number() over (order by row) as place
            from staged_classes`,
  },
  ...historyNames,
  {
    // One row for each certificate as it is stored: a nominee's position has one for each movement.
    what: 'Positions',
    sql: `create temporary table posted_position on commit drop as
          select r.*, null::bigint as position,
                 r.movement = r.rows - 1 as is_last,
                 case when r.place = 0 then (select number from posted_start) + r.opening else r.issued_by end as txn
            from (select p.*, row_number() over (order by p.place, p.issued_on, p.class_place, p.prefix, p.number) as certificate,
                         dense_rank() over (order by p.place, p.issued_on, p.class_place) as opening
                    from (select p.row, k.id as class_id, k.place as class_place, h.id as holder_id, h.label, h.is_treasury, p.prefix,
                                 p.number, p.form, coalesce(m.shares, p.shares) as shares, p.restriction, p.legend,
                                 coalesce(m.day, p.issued_on) as issued_on, coalesce(p.acquired_on, p.issued_on) as acquired_on,
                                 p.printed_on, p.is_post_split, p.source_id, p.class, p.account, coalesce(m.place, 0) as place,
                                 m.issued_by, m.moved, m.canceled_by, m.canceled_on, coalesce(m.movement, 0) as movement,
                                 coalesce(m.rows, 1) as rows
                            from staged_positions p
                            left join (${moved}) as m on m.row = p.row
                            join posted_class k on k.name = p.class
                            join posted_holder h on h.account = p.account
                           where m.row is not null or p.canceled_on is null) as p) as r`,
  },
  {
    what: 'Positions',
    sql: `update posted_position p set position = f.certificate
            from (select row, min(certificate) as certificate from posted_position where rows > 1 group by row) as f
           where p.row = f.row and p.rows > 1`,
  },
  { what: 'Positions', sql: 'analyze posted_position' },
  { what: 'Holders', sql: 'analyze posted_holder' },
  {
    what: 'Limits',
    sql: `create temporary table posted_limit on commit drop as
          select *, row_number() over (order by of, effective_on, row) as place, null::bigint as txn
            from (select 1 as of, row, class, null::text as name, effective_on, authority,
                         shares - coalesce(lag(shares) over (partition by class order by effective_on, row), 0) as delta
                    from staged_authorized
                   union all
                  select 2, row, class, name, effective_on, authority,
                         shares - coalesce(lag(shares) over (partition by class, name order by effective_on, row), 0)
                    from staged_reserves) as changes
           where delta <> 0`,
  },
  {
    what: 'Limits',
    sql: `create temporary table posted_reserve on commit drop as
          select class, name, kind, ${id('row_number() over (order by row)')} as id
            from (select class, name, min(kind) as kind, min(row) as row from staged_reserves group by class, name) as r`,
  },
];

const register: readonly Statement[] = [
  {
    what: 'Classes',
    sql: `insert into security_class (issuer_id, id, code, series, name, description, cusip, par_value, is_unlimited, is_dollar,
            is_drs_eligible, has_plan, paper_prefix, book_prefix, votes_per_share, opened_on, action_on, reverse_split_on)
          select $1, k.id, s.code, coalesce(s.series, ''), s.name, coalesce(s.description, ''), coalesce(s.cusip, ''), s.par_value, s.is_unlimited,
                 coalesce(s.is_dollar, false), coalesce(s.is_drs, false), coalesce(s.has_plan, false), s.paper_prefix,
                 s.book_prefix, coalesce(s.votes, 1), s.opened_on, s.action_on, s.reverse_split_on
            from staged_classes s join posted_class k on k.name = s.name`,
  },
];

const holders: readonly Statement[] = [
  {
    what: 'Holders',
    sql: `insert into holder (id, customer_id, name, name2, name3, sort_name, account_type, primary_tax_id,
            primary_tax_id_type, primary_payee_name, secondary_tax_id, secondary_tax_id_type, secondary_payee_name,
            tax_certified, access_code, bad_address_since, bad_address_reason, lost_since, is_nominee, created_at, updated_at)
          select n.id, coalesce(s.account_prefix, '') || h.account, h.name, coalesce(h.name2, ''), coalesce(h.name3, ''),
                 coalesce(h.sort_name, h.name), h.account_type, coalesce(h.tax_id, ''), coalesce(h.tax_id_type, ''),
                 coalesce(h.payee, ''), coalesce(h.tax_id2, ''), coalesce(h.tax_id2_type, ''), coalesce(h.payee2, ''),
                 coalesce(h.is_certified, false), coalesce(h.access_code, h.new_code), h.bad_address_since,
                 coalesce(h.bad_address_reason, ''), h.lost_since,
                 coalesce(h.role = 'Nominee', false) or h.account_type = 'NomineeOrDepository', $2, $2
            from staged_holders h join posted_holder n on n.row = h.row and not n.is_linked cross join staged_source s`,
  },
  {
    what: 'Addresses',
    sql: `insert into holder_address (holder_id, kind, address1, address2, city, state, postal_code, country2_code, country,
            email, phone, secondary_phone)
          select n.id, 'primary', coalesce(h.address1, ''), coalesce(h.address2, ''), coalesce(h.city, ''), coalesce(h.state, ''),
                 coalesce(h.postal_code, ''), coalesce(h.country, ''), h.country_name, coalesce(h.email, ''), coalesce(h.phone, ''),
                 coalesce(h.phone2, '')
            from staged_holders h join posted_holder n on n.row = h.row and not n.is_linked
           union all
          select n.id, 'mailing', h.mail_address1, coalesce(h.mail_address2, ''), h.mail_city, coalesce(h.mail_state, ''),
                 coalesce(h.mail_postal_code, ''), h.mail_country, h.mail_country_name,
                 coalesce(h.mail_email, ''), coalesce(h.mail_phone, ''), coalesce(h.mail_phone2, '')
            from staged_holders h join posted_holder n on n.row = h.row and not n.is_linked
           where h.mail_address1 is not null`,
  },
  {
    // In the order of their names: two of the three indexes are then written page by page.
    what: 'Accounts',
    sql: `insert into account (issuer_id, holder_id, role, sort_key, name_key, opened_on, pays_by)
          select $1, n.id, case when h.role = 'Treasury' then 'treasury' else 'holder' end,
                 coalesce(n.sort_key, h.sort_key), h.name_key,
                 coalesce(h.opened_on, p.first_on, $3::date), coalesce(h.pays_by, 'Check')
            from staged_holders h join posted_holder n on n.row = h.row
            left join (select holder_id, min(issued_on) as first_on from posted_position group by holder_id) as p
              on p.holder_id = n.id
           order by coalesce(n.sort_key, h.sort_key)`,
  },
  {
    // Taking the register back leaves these registrations.
    what: 'Accounts',
    sql: `insert into conversion_link (issuer_id, holder_id) select $1, id from posted_holder where is_linked`,
  },
];

const positions: readonly Statement[] = [
  {
    // One transaction for each class and day of issue, as the books have it: a certificate is issued on the day on
    // which its transaction is effective, and a transaction has one class.
    what: 'Transactions',
    sql: `insert into txn (issuer_id, id, number, kind, sub_kind, status, received_on, processed_at, effective_on,
            completed_on, is_presented, authority, comments, issued_to)
          select $1, ${id('t.txn')}, t.txn, 'N', 'Opening position', 'Completed', d.day, d.processed_at, t.issued_on,
                 greatest(t.issued_on, d.day), false, $4, $6,
                 case when t.parties <= 3 then t.names else t.first || ' (+' || t.parties - 1 || ' more)' end
            from (select txn, min(issued_on) as issued_on, max(parties) as parties,
                         string_agg(label, '; ' order by place) filter (where place <= 3) as names,
                         max(label) filter (where place = 1) as first
                    from (select txn, issued_on, label, row_number() over (partition by txn order by row) as place,
                                 count(*) over (partition by txn) as parties
                            from (select txn, holder_id, min(issued_on) as issued_on, min(label) as label, min(row) as row
                                    from posted_position where place = 0 group by txn, holder_id) as holders) as places
                   group by txn) as t
           cross join (select coalesce(day, $3::date) as day, coalesce(processed_at, $2::timestamptz) as processed_at
                         from posted_start) as d`,
  },
  ...historyRows.transactions,
  {
    what: 'Limits',
    sql: `insert into authorized_change (issuer_id, class_id, id, effective_on, delta, authority, recorded_at)
          select $1, k.id, ${id('(2 * l.place - 1)')}, l.effective_on, l.delta, coalesce(l.authority, ''), $2
            from posted_limit l join posted_class k on k.name = l.class where l.of = 1`,
  },
  {
    what: 'Limits',
    sql: `insert into reserve (issuer_id, id, class_id, name, kind)
          select $1, r.id, k.id, r.name, r.kind from posted_reserve r join posted_class k on k.name = r.class`,
  },
  {
    what: 'Limits',
    sql: `insert into reserve_change (issuer_id, reserve_id, id, class_id, effective_on, delta, authority, txn_id, recorded_at)
          select $1, r.id, ${id('(2 * l.place - 1)')}, k.id, l.effective_on, l.delta, coalesce(l.authority, ''), ${id('l.txn')}, $2
            from posted_limit l join posted_class k on k.name = l.class
            join posted_reserve r on r.class = l.class and r.name = l.name where l.of = 2`,
  },
  {
    what: 'Limits',
    sql: `insert into control_entry (issuer_id, id, class_id, effective_on, recorded_at, kind, authorized_delta,
            reserved_delta, authority)
          select $1, ${id('2 * l.place')}, k.id, l.effective_on, $2, case l.of when 1 then 'Authorized' else 'Reserve' end,
                 case l.of when 1 then l.delta else 0 end, case l.of when 1 then 0 else l.delta end, coalesce(l.authority, '')
            from posted_limit l join posted_class k on k.name = l.class where l.txn is null`,
  },
  {
    what: 'Positions',
    sql: `insert into certificate (issuer_id, id, class_id, customer_id, prefix, number, form, holder_id, is_treasury, shares,
            restriction, legend, acquired_on, issued_on, canceled_on, issued_txn, canceled_txn, post_reverse_split, printed_on,
            position_id, movement, moved_shares, is_replaced)
          select $1, ${id('p.certificate')}, p.class_id, p.source_id, p.prefix, p.number, p.form, p.holder_id,
                 coalesce(p.is_treasury, false), p.shares, p.restriction, coalesce(p.legend, ''), p.acquired_on, p.issued_on,
                 coalesce(p.canceled_on, '9999-12-31'), ${id('p.txn')}, ${id('p.canceled_by')}, coalesce(p.is_post_split, false),
                 p.printed_on, ${id('p.position')}, p.movement, case when p.position is not null then p.moved end, not p.is_last
            from posted_position p`,
  },
  {
    what: 'Control book',
    sql: `insert into control_entry (issuer_id, id, class_id, effective_on, recorded_at, txn_id, kind, issued_delta,
            credited_shares, treasury_delta, authority)
          select $1, ${id('(2 * (select count(*) from posted_limit) + t.opening)')}, t.class_id, t.issued_on, $2, ${id('t.txn')},
                 'N', t.shares, t.shares, t.treasury, $4
            from (select txn, min(opening) as opening, min(class_id) as class_id, min(issued_on) as issued_on, sum(shares) as shares,
                         coalesce(sum(shares) filter (where is_treasury), 0) as treasury
                    from posted_position where place = 0 group by txn) as t`,
  },
  ...historyRows.entries,
  {
    what: 'Tax lots',
    sql: `insert into tax_lot (issuer_id, certificate_id, number, acquired_on, shares, cost_per_share, total_cost, is_covered, method)
          select $1, ${id('p.certificate')}, l.lot, l.acquired_on, l.shares, l.cost_per_share, l.total_cost, l.is_covered,
                 coalesce(l.method, '')
            from staged_tax_lots l
            join posted_position p on p.class = l.class and p.prefix = l.prefix and p.number = l.number and p.is_last`,
  },
  {
    what: 'Stops',
    sql: `insert into stop (issuer_id, id, certificate_id, kind, placed_on, released_on, note)
          select $1, ${id('row_number() over (order by s.row)')}, ${id('p.certificate')}, s.kind, s.placed_on, s.released_on,
                 coalesce(s.note, '')
            from staged_stops s
            join posted_position p on p.class = s.class and p.prefix = s.prefix and p.number = s.number and p.is_last`,
  },
  {
    what: 'Differences',
    sql: `insert into record_difference (issuer_id, id, class_id, opened_on, shares, cause, by_prior_agent,
            existed_since, basis, cause_kind, is_over_issuance)
          select $1, ${id('row_number() over (order by d.row)')}, k.id, d.opened_on, d.shares, d.cause, d.by_prior_agent,
                 d.existed_since, coalesce(d.basis, 'Detail'), coalesce(d.cause_kind, ''), coalesce(d.is_over_issuance, false)
            from staged_differences d join posted_class k on k.name = d.class`,
  },
  {
    what: 'Contacts',
    sql: `insert into contact (issuer_id, id, name, title, role, may_instruct_issuance, may_receive_lists, email, phone, mobile,
            address, status, active_since, inactive_since, confirmed_on)
          select $1, ${id('row_number() over (order by c.row)')}, c.name, coalesce(c.title, ''), c.role,
                 coalesce(c.may_instruct, false), coalesce(c.may_receive, false), coalesce(c.email, ''), coalesce(c.phone, ''),
                 coalesce(c.mobile, ''), coalesce(c.address, ''), c.status, c.active_since, c.inactive_since, c.confirmed_on
            from staged_contacts c`,
  },
  {
    what: 'Plan members',
    sql: `insert into plan_member (issuer_id, class_id, holder_id, joined_on, left_on, cash_balance)
          select $1, k.id, h.id, m.joined_on, m.left_on, coalesce(m.cash, 0)
            from staged_plan_members m
            join posted_class k on k.name = m.class
            join posted_holder h on h.account = m.account`,
  },
  {
    what: 'Prices',
    sql: `insert into price (issuer_id, class_id, day, amount)
          select $1, k.id, p.day, p.price from staged_prices p join posted_class k on k.name = p.class`,
  },
  {
    what: 'Numbers',
    sql: `insert into issuer_counter (issuer_id, kind, next_id)
          select $1, kind, next_id
            from (select 'class' as kind, count(*) + 1 as next_id from posted_class
                   union all select 'txn', greatest((select max(txn) from posted_position), (select max(txn) from staged_txn)) + 1
                   union all select 'invoice', max(invoice) + 1 from staged_txn
                   union all select 'certificate', count(*) + 1 from posted_position
                   union all select 'reserve', count(*) + 1 from posted_reserve
                   union all select 'entry', 2 * (select count(*) from posted_limit) + coalesce(max(opening), 0) + 1
                               + (select count(*) from posted_entry) from posted_position where place = 0
                   union all select 'stop', count(*) + 1 from staged_stops
                   union all select 'difference', count(*) + 1 from staged_differences
                   union all select 'contact', count(*) + 1 from staged_contacts
                   union all select 'number ' || class_id || ' ' || prefix, max(number) + 1
                               from posted_position group by class_id, prefix) as numbers
           where next_id > 1`,
  },
];

/** Statements that write a register from the staged tables, its history included. */
export const openingRows: readonly Statement[] = [...named, ...register, ...holders, ...positions];
