// Checks of a register's journal in SQL: transactions, their lines, and the balance of each certificate.

import { openings } from '../stage/stage-history.ts';
import { type CrossRowCheck, error, figure, named } from './cross-row-check.ts';

/**
 * One line of a certificate with its balance before and after, in the order in which the journal is replayed. What a
 * nominee's position had before it is what Positions and the lines leave; another certificate had all or nothing.
 */
const steps = `
  select *, opening + moved - shares as before, opening + moved as after
    from (select m.*, o.issued_on, lag(m.effective_on, 1, o.issued_on) over w as before_on, row_number() over w as step,
                 sum(m.shares) over w as moved,
                 case when m.may_move then o.shares else greatest(-first_value(m.shares) over w, 0) end as opening
            from staged_move m
            join (${openings}) as o on o.row = m.position
          window w as (partition by m.position order by m.place, m.row)) as lines`;

const label = (of: string) => `${of}.prefix || '-' || ${of}.number`;

/** The one of these checks that a register without a history needs too. */
export const canceledCheck: CrossRowCheck = error(
  'P06',
  'positions',
  'canceled_on',
  `select p.row, p.canceled_on::text as value,
          case when s.last_on is null then 'No line of the journal cancels it. Add its transaction, or leave it out.'
               else 'The journal cancels it on ' || s.last_on || '.' end as sentence
     from staged_positions p
     left join (select distinct on (position) position, effective_on as last_on, shares
                  from staged_move order by position, place desc, row desc) as s on s.position = p.row and s.shares < 0
    where p.canceled_on is not null and s.last_on is distinct from p.canceled_on`,
);

/**
 * Journal, Journal lines and Positions compared with one another. These must agree; a rule of the ledger that a
 * transaction breaks ends the history instead (history-end.ts).
 */
export const historyChecks: readonly CrossRowCheck[] = [
  error(
    'J04',
    'journal',
    'txn',
    `select row, txn::text as value, 'Transaction ' || txn || ' appears twice.' as sentence
       from (select row, txn, row_number() over (partition by txn order by row) as place
               from staged_journal where txn is not null) as s
      where place > 1`,
  ),
  error(
    'J04',
    'journal',
    'source_id',
    `select row, source_id::text as value, 'Source id ' || source_id || ' is given to two transactions.' as sentence
       from (select row, source_id, row_number() over (partition by source_id order by row) as turn from staged_txn) as s
      where turn > 1`,
  ),
  error(
    'J04',
    'journal',
    'txn',
    `select t.row, t.txn::text as value, 'Transaction ' || t.txn || ' has no lines.' as sentence
       from staged_txn t where not exists (select 1 from staged_journal_lines l where l.txn = t.txn)`,
  ),
  error(
    'J04',
    'journal_lines',
    'txn',
    `select l.row, l.txn::text as value, 'Transaction ' || l.txn || ' is not on Journal.' as sentence
       from staged_journal_lines l left join staged_journal j on j.txn = l.txn
      where l.txn is not null and j.txn is null`,
  ),
  error(
    'J04',
    'journal_lines',
    'number',
    `select row, number::text as value,
            'Transaction ' || txn || ' names ' || class || ' ' || prefix || '-' || number || ' twice.' as sentence
       from (select *, row_number() over (partition by txn, class, prefix, number order by row) as turn
               from staged_move) as s
      where turn > 1`,
  ),
  error(
    'L02',
    'journal_lines',
    'number',
    `select row, number::text as value, ${named('m')} || ' is not on Positions.' as sentence
       from staged_move m where position is null`,
  ),
  error(
    'J05',
    'journal_lines',
    'shares',
    `select m.row, abs(m.shares)::text as value,
            ${label('m')} || ' differs from Positions: ' || concat_ws(', ',
              case when p.account <> m.account then 'account ' || m.account || ', there ' || p.account end,
              case when not m.may_move and p.shares <> abs(m.shares)
                   then ${figure('abs(m.shares)')} || ' shares, there ' || ${figure('p.shares')} end,
              case when l.form <> p.form then 'form ' || l.form || ', there ' || p.form end,
              case when l.restriction <> p.restriction then 'restriction ' || l.restriction || ', there ' || p.restriction end)
            || '.' as sentence
       from staged_move m
       join staged_positions p on p.row = m.position
       join staged_journal_lines l on l.row = m.row
      where p.account <> m.account or (not m.may_move and p.shares <> abs(m.shares))
         or l.form <> p.form or l.restriction <> p.restriction`,
  ),
  error(
    'J02',
    'journal_lines',
    'number',
    `select row, number::text as value,
            'Transaction ' || txn || ' cancels ' || ${label('s')} || ', which was not outstanding.' as sentence
       from (${steps}) as s
      where s.shares < 0 and (s.after < 0 or s.effective_on < s.before_on)`,
  ),
  error(
    'J02',
    'journal_lines',
    'number',
    `select row, number::text as value,
            'Transaction ' || txn || ' issues ' || ${label('s')} || ', which was issued before.' as sentence
       from (${steps}) as s
      where s.shares > 0
        and (s.effective_on < s.before_on
             or case when may_move then step > 1 and before = 0 else step > 1 or opening > 0 end)`,
  ),
  error(
    'J05',
    'journal_lines',
    'number',
    `select row, number::text as value,
            ${label('s')} || ' was issued on ' || s.issued_on || ' by Positions, and on ' || s.effective_on
            || ' by transaction ' || s.txn || '.' as sentence
       from (${steps}) as s
      where s.shares > 0 and s.step = 1 and s.opening = 0 and s.effective_on > s.issued_on`,
  ),
  error(
    'P06',
    'positions',
    'canceled_on',
    `select s.position as row, '' as value,
            'Transaction ' || s.txn || ' canceled it on ' || s.effective_on || '. State the day in Canceled.' as sentence
       from (${steps}) as s join staged_positions p on p.row = s.position
      where p.canceled_on is null and not s.may_move and s.shares < 0`,
  ),
  error(
    'J01',
    'journal',
    'txn',
    `select t.row, t.txn::text as value,
            'Transaction ' || t.txn || ' (T) cancels ' || ${figure('m.canceled')} || ' and issues ' || ${figure('m.issued')}
            || ' of ' || m.class || '.' as sentence
       from (select place, class, sum(greatest(-shares, 0)) as canceled, sum(greatest(shares, 0)) as issued
               from staged_move group by place, class) as m
       join staged_txn t on t.place = m.place
      where t.type = 'T' and m.canceled <> m.issued`,
  ),
];
