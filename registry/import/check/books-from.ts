import { openings } from '../stage/stage-history.ts';

/**
 * SQL of the last day before the history: after it no transaction is missing, and no opening position is issued. Without a
 * journal it is the day of the register, $1. A history without opening positions begins before the first class.
 */
export const booksFrom = `
  with opening as (select max(issued_on) as last_on from (${openings}) as o where o.shares > 0)
  select case when not exists (select 1 from staged_txn) then $1::date
              when (select last_on from opening) is null and not exists (select 1 from staged_txn where is_past)
              then least((select min(opened_on) from staged_classes), (select min(effective_on) from staged_txn)) - 1
              else greatest(coalesce((select max(effective_on) from staged_txn where is_past),
                                     (select min(effective_on) - 1 from staged_txn)),
                            (select last_on from opening)) end as day`;
