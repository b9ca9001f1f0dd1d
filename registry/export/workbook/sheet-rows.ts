import { isShownOn, issuedOn, type SideKey, sides } from '#registry/queries/positions';

/**
 * The rows of each sheet of an issuer's workbook, by the keys of its columns. $1: the issuer. $2: the day at the end of
 * which the register is given. Each query uses both, and orders its rows so that equal registers give equal sheets.
 */

const held = `c.issued_on <= $2 and c.canceled_on > $2`;
const classOf = (of: string) =>
  `join security_class k on k.issuer_id = ${of}.issuer_id and k.id = ${of}.class_id`;
/** Outstanding, or canceled; of a nominee's position its row of the day, or its last one. */
const shown = `c.issued_on <= $2 and ${isShownOn('$2')}`;
const ofCertificate = (of: string) =>
  `join certificate c on c.issuer_id = ${of}.issuer_id and c.id = ${of}.certificate_id and ${shown} ${classOf('c')}`;
const movedBy = (key: SideKey) => `
        select c.${key} as txn_id, c.id, ${sides[key].isIssued} as is_issued, ${sides[key].shares} as shares,
               ${sides[key].issuedOn} as issued_on
          from certificate c where c.issuer_id = $1 and c.${key} is not null and ${sides[key].where}`;
const dollars = (of: string) => `trim_scale(${of})::text`;

export const sheetRows: Readonly<Record<string, string>> = {
  source: `
    select $2::date as as_of, a.name, a.name as certified_by, $2::date as certified_on
      from issuer i left join (select name from agent order by id limit 1) as a on true where i.id = $1`,
  issuer: `
    select customer_id, name, kind, address1, address2, city, state, postal_code, country2_code as country, email, phone
      from issuer where id = $1 and $2::date is not null`,
  classes: `
    select name, code, series, description, cusip, ${dollars('par_value')} as par_value, votes_per_share as votes, is_unlimited, is_dollar,
           is_drs_eligible as is_drs, has_plan, paper_prefix, book_prefix, opened_on, action_on, reverse_split_on
      from security_class where issuer_id = $1 and opened_on <= $2 order by id`,
  authorized: `
    select k.name as class, c.effective_on, c.authority,
           (sum(c.delta) over (partition by c.class_id order by c.effective_on, c.id))::bigint as shares
      from authorized_change c ${classOf('c')}
     where c.issuer_id = $1 and c.effective_on <= $2 and c.delta <> 0 and not k.is_unlimited
     order by c.class_id, c.effective_on, c.id`,
  reserves: `
    select k.name as class, r.name, r.kind, c.effective_on, c.authority,
           (sum(c.delta) over (partition by c.reserve_id order by c.effective_on, c.id))::bigint as shares
      from reserve_change c join reserve r on r.issuer_id = c.issuer_id and r.id = c.reserve_id ${classOf('r')}
     where c.issuer_id = $1 and c.effective_on <= $2 and c.delta <> 0
     order by c.reserve_id, c.effective_on, c.id`,
  holders: `
    select h.customer_id as account, h.name, h.name2, h.name3, h.sort_name, h.account_type,
           case when a.role = 'treasury' then 'Treasury' when h.is_nominee then 'Nominee' else 'Holder' end as role,
           h.primary_tax_id as tax_id, h.primary_tax_id_type as tax_id_type, h.primary_payee_name as payee,
           h.secondary_tax_id as tax_id2, h.secondary_tax_id_type as tax_id2_type, h.secondary_payee_name as payee2,
           h.tax_certified as is_certified, p.address1, p.address2, p.city, p.state, p.postal_code,
           p.country2_code as country, p.email, p.phone, p.secondary_phone as phone2, m.address1 as mail_address1,
           m.address2 as mail_address2, m.city as mail_city, m.state as mail_state, m.postal_code as mail_postal_code,
           m.country2_code as mail_country, m.email as mail_email, m.phone as mail_phone,
           m.secondary_phone as mail_phone2, h.bad_address_since, h.bad_address_reason, h.lost_since, a.opened_on, a.pays_by,
           h.access_code
      from account a
      join holder h on h.id = a.holder_id
      left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
      left join holder_address m on m.holder_id = h.id and m.kind = 'mailing'
     where a.issuer_id = $1 and $2::date is not null order by h.customer_id collate "C"`,
  positions: `
    select k.name as class, h.customer_id as account, c.form, c.prefix, c.number, c.shares, c.restriction, c.legend,
           ${issuedOn} as issued_on, c.acquired_on, c.printed_on, c.customer_id as source_id,
           case when c.canceled_on <= $2 then c.canceled_on end as canceled_on,
           case when c.post_reverse_split or k.reverse_split_on is not null then c.post_reverse_split end as is_post_split
      from certificate c ${classOf('c')} join holder h on h.id = c.holder_id
     where c.issuer_id = $1 and ${shown} order by c.class_id, c.prefix collate "C", c.number`,
  tax_lots: `
    select k.name as class, c.prefix, c.number, l.number as lot, l.acquired_on, l.shares,
           ${dollars('l.cost_per_share')} as cost_per_share, ${dollars('l.total_cost')} as total_cost, l.is_covered, l.method
      from tax_lot l ${ofCertificate('l')}
     where l.issuer_id = $1 order by c.class_id, c.prefix collate "C", c.number, l.number`,
  stops: `
    select k.name as class, c.prefix, c.number, s.kind, s.placed_on, s.note,
           case when s.released_on <= $2 then s.released_on end as released_on
      from stop s ${ofCertificate('s')}
     where s.issuer_id = $1 and s.placed_on <= $2 order by s.id`,
  differences: `
    select k.name as class, d.opened_on, d.shares, d.cause, d.by_prior_agent, d.existed_since, d.basis,
           nullif(d.cause_kind, '') as cause_kind, d.is_over_issuance
      from record_difference d ${classOf('d')}
     where d.issuer_id = $1 and d.opened_on <= $2 and (d.resolved_on is null or d.resolved_on > $2) order by d.id`,
  totals: `
    select k.name as class, m.measure, m.value::bigint as value, 'Source' as stated_by
      from security_class k
     cross join lateral (
       select coalesce(sum(c.shares), 0) as issued,
              coalesce(sum(c.shares) filter (where c.is_treasury), 0) as treasury,
              coalesce(sum(c.shares) filter (where c.restriction <> 'N' and not c.is_treasury), 0) as restricted,
              count(distinct c.holder_id) filter (where not c.is_treasury) as holders,
              count(*) filter (where not c.is_treasury) as certificates,
              count(*) filter (where c.form = 'Certificate' and not c.is_treasury) as paper,
              coalesce(sum(c.shares) filter (where h.is_nominee), 0) as nominee, count(*) as rows
         from certificate c join holder h on h.id = c.holder_id
        where c.issuer_id = $1 and c.class_id = k.id and ${held}) as p
     cross join lateral (
       select coalesce(sum(d.shares), 0) as shares from record_difference d
        where d.issuer_id = $1 and d.class_id = k.id and d.opened_on <= $2
          and (d.resolved_on is null or d.resolved_on > $2)) as gap
     cross join lateral (values
       (1, 'Authorized', (select coalesce(sum(delta), 0) from authorized_change c
                           where c.issuer_id = $1 and c.class_id = k.id and c.effective_on <= $2)),
       (2, 'Issued', p.issued + gap.shares), (3, 'Treasury', p.treasury),
       (4, 'Outstanding', p.issued - p.treasury + gap.shares),
       (5, 'Reserved', (select coalesce(sum(delta), 0) from reserve_change c
                         where c.issuer_id = $1 and c.class_id = k.id and c.effective_on <= $2)),
       (6, 'Restricted', p.restricted), (7, 'Holders', p.holders), (8, 'Certificates', p.certificates),
       (9, 'Paper', p.paper), (10, 'BookEntry', p.certificates - p.paper), (11, 'Nominee', p.nominee),
       (12, 'Rows', p.rows)) as m (place, measure, value)
     where k.issuer_id = $1 and k.opened_on <= $2 and (m.measure <> 'Authorized' or not k.is_unlimited)
     order by k.id, m.place`,
  contacts: `
    select name, title, role, may_instruct_issuance as may_instruct, may_receive_lists as may_receive, email, phone, mobile,
           address, status, active_since, inactive_since, confirmed_on
      from contact where issuer_id = $1 and active_since <= $2 order by id`,
  plan_members: `
    select k.name as class, h.customer_id as account, m.joined_on, m.left_on, ${dollars('m.cash_balance')} as cash
      from plan_member m ${classOf('m')} join holder h on h.id = m.holder_id
     where m.issuer_id = $1 and m.joined_on <= $2 order by m.class_id, h.customer_id collate "C"`,
  prices: `
    select k.name as class, p.day, ${dollars('p.amount')} as price
      from price p ${classOf('p')} where p.issuer_id = $1 and p.day <= $2 order by p.class_id, p.day`,
  journal: `
    select t.number as txn, t.kind as type, t.sub_kind as purpose, t.received_on, t.effective_on,
           t.processed_on, t.completed_on, t.presentor as agent, t.authority,
           coalesce(t.ratio_numerator || ':' || t.ratio_denominator, f.ratio) as ratio,
           coalesce(f.rule, t.fractional_type) as fraction_rule, ${dollars('coalesce(t.cash_price, f.cash_price)')} as cash_price, ${dollars('nullif(t.charge_amount, 0)')} as charge,
           t.invoice_number as invoice, t.comments,
           (select string_agg(distinct r.name, ', ') from reserve_change c
              join reserve r on r.issuer_id = c.issuer_id and r.id = c.reserve_id
             where c.issuer_id = $1 and c.txn_id = t.id) as reserve,
           o.number as reverses, nullif(t.customer_id, t.number) as source_id,
           case when bool_or(t.posted <> t.numbered) over (partition by t.processed_on) then t.posted end as place
      from (select *, (processed_at at time zone 'UTC')::date as processed_on,
                   row_number() over (partition by (processed_at at time zone 'UTC')::date order by processed_at, number) as posted,
                   row_number() over (partition by (processed_at at time zone 'UTC')::date order by number) as numbered
              from txn where issuer_id = $1 and status = 'Completed' and effective_on <= $2) as t
      left join (select txn_id, string_agg(numerator || ':' || denominator, ', ' order by class_id) as ratio,
                        string_agg(fractional_type, ', ' order by class_id) as rule,
                        case when count(distinct cash_price) = 1 then min(cash_price) end as cash_price
                   from txn_factor where issuer_id = $1 group by txn_id) as f on f.txn_id = t.id
      left join txn o on o.issuer_id = $1 and o.id = t.reverses_txn
     order by t.number`,
  journal_lines: `
    select t.number as txn, case when x.is_issued then 'Issued' else 'Canceled' end as side, k.name as class, c.prefix,
           c.number, c.customer_id as source_id, h.customer_id as account,
           concat_ws(' ', h.name, nullif(h.name2, ''), nullif(h.name3, '')) as name, c.form, x.issued_on, x.shares,
           c.restriction
      from (${movedBy('canceled_txn')} union all ${movedBy('issued_txn')}) as x
      join txn t on t.issuer_id = $1 and t.id = x.txn_id and t.status = 'Completed' and t.effective_on <= $2
      join certificate c on c.issuer_id = $1 and c.id = x.id ${classOf('c')}
      join holder h on h.id = c.holder_id
     order by t.number, x.is_issued, c.class_id, c.prefix collate "C", c.number`,
};
