import type { ClientBase } from 'pg';

/**
 * Tables made of the staged rows of Journal and Journal lines: transactions in the order in which they are replayed,
 * what each moved, and the terms of conversions. They are made for every register, so that later statements need not ask
 * whether there is a history; without one they are empty.
 */
const tables = [
  // An earlier row of the same number counts; the later one has a finding.
  `create temporary table staged_txn as
   select row_number() over (order by processed_on, j.turn nulls last, txn) as place, j.*, false as is_past,
          case when ratio ~ '^[0-9]{1,9}:[0-9]{1,9}$' then split_part(ratio, ':', 1)::bigint end as numerator,
          case when ratio ~ '^[0-9]{1,9}:[0-9]{1,9}$' then nullif(split_part(ratio, ':', 2)::bigint, 0) end as denominator
     from (select distinct on (txn) row, txn, type, coalesce(purpose, '') as purpose,
                  coalesce(received_on, least(effective_on, processed_on, completed_on)) as received_on, effective_on,
                  coalesce(processed_on, completed_on, effective_on) as processed_on,
                  coalesce(completed_on, greatest(processed_on, effective_on, received_on)) as completed_on,
                  coalesce(agent, '') as agent, coalesce(authority, '') as authority, ratio,
                  coalesce(fraction_rule, '') as fraction_rule, cash_price, coalesce(charge, 0) as charge, invoice, reserve,
                  reverses, coalesce(comments, '') as comments, coalesce(source_id, txn) as source_id,
                  place as turn
             from staged_journal where txn is not null and type is not null and effective_on is not null
            order by txn, row) as j`,
  'create index on staged_txn (txn)',
  'create index on staged_txn (place)',
  'analyze staged_txn',
  // Of what one transaction moved; shares that it canceled are less than 0.
  `create temporary table staged_move as
   select l.row, t.place, t.txn, t.effective_on, l.class, l.prefix, l.number, l.account,
          case l.side when 'Issued' then l.shares else -l.shares end as shares, p.row as position, p.restriction, p.form,
          h.role is not distinct from 'Treasury' as is_treasury,
          (h.role is not distinct from 'Nominee' or h.account_type = 'NomineeOrDepository')
            and p.form = 'BookEntry' as may_move
     from staged_journal_lines l
     join staged_txn t on t.txn = l.txn
     left join (select class, prefix, number, min(row) as row, min(restriction) as restriction, min(form) as form
                  from staged_positions
                 where exists (select 1 from staged_journal_lines)
                 group by class, prefix, number) as p
       on p.class = l.class and p.prefix = l.prefix and p.number = l.number
     left join (select distinct on (account) account, role, account_type from staged_holders order by account, row) as h
       on h.account = l.account
    where l.side is not null and l.shares is not null and l.class is not null and l.prefix is not null
      and l.number is not null and l.account is not null`,
  'create index on staged_move (place)',
  'create index on staged_move (position)',
  'analyze staged_move',
  // One factor for each class that a conversion issues and does not cancel, in the order of Classes.
  `create temporary table staged_factor as
   select f.place, f.txn, f.class, split_part(f.ratio, ':', 1)::bigint as numerator,
          split_part(f.ratio, ':', 2)::bigint as denominator, f.rule, f.cash_price
     from (select t.place, t.txn, c.class, c.classes, t.cash_price,
                  (string_to_array(t.ratio, ', '))[c.place] as ratio,
                  coalesce((string_to_array(t.fraction_rule, ', '))[c.place], t.fraction_rule) as rule,
                  cardinality(string_to_array(t.ratio, ', ')) as ratios
             from staged_txn t
             join (select m.place as txn_place, m.class, row_number() over w as place,
                          count(*) over (partition by m.place) as classes
                     from (select place, class from staged_move group by place, class having min(shares) > 0) as m
                     join (select name, min(row) as row from staged_classes group by name) as k on k.name = m.class
                   window w as (partition by m.place order by k.row)) as c on c.txn_place = t.place
            where t.type = 'C' and t.ratio is not null) as f
    where f.ratios = f.classes and f.ratio ~ '^[0-9]{1,9}:[0-9]{0,8}[1-9][0-9]{0,8}$'`,
] as const;

/** Every opening balance: what a position has beside that which the journal issued and canceled. */
export const openings = `
  select p.row, p.class, p.prefix, p.number, p.account, p.issued_on, p.restriction,
         case when p.canceled_on is null then p.shares else 0 end - coalesce(m.shares, 0) as shares
    from staged_positions p
    left join (select position, sum(shares) as shares from staged_move group by position) as m on m.position = p.row`;

export async function stageHistory(client: ClientBase): Promise<void> {
  for (const sql of tables) await client.query(sql);
}
