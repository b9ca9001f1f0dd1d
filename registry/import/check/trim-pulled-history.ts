// Deletes the part of a pulled history that disagrees with its positions or exceeds authorized shares.

import type { ClientBase } from 'pg';
import { limitCheck } from './cross-row-checks.ts';
import { canceledCheck, historyChecks } from './history-checks.ts';
import { type EndOfHistory, endAfter } from './history-end.ts';

/** The transaction to which a finding on a sheet belongs, by the staged row. */
const transactionOf: Readonly<Record<string, string>> = {
  journal: 'join staged_txn t on t.row = f.row',
  journal_lines: 'join staged_journal_lines l on l.row = f.row join staged_txn t on t.txn = l.txn',
  positions: 'join staged_move m on m.position = f.row join staged_txn t on t.place = m.place',
};

type Found = EndOfHistory & { place: bigint };

/**
 * What another registry gave cannot be corrected in the file. So in a pulled register a transaction that does not agree with
 * the others or with the positions ends the history instead, as one does that breaks a rule of the ledger. Returns them, the
 * earliest last.
 */
export async function endHistoryWhereInconsistent(client: ClientBase): Promise<EndOfHistory[]> {
  const ends: EndOfHistory[] = [];
  for (let end = await lastInconsistent(client); end; end = await lastInconsistent(client)) {
    ends.push(end);
    await endAfter(client, end.place);
    await deleteUnusedCertificates(client);
  }
  return ends;
}

async function lastInconsistent(client: ClientBase): Promise<Found | undefined> {
  let last: Found | undefined;
  for (const { sheet, sql } of [canceledCheck, ...historyChecks]) {
    const { rows } = await client.query<Found>(
      `with f as materialized (${sql})
       select t.place, t.row, t.txn, t.type, f.sentence,
              (select max(e.effective_on) from staged_txn e where e.place <= t.place)::text as day
         from f ${transactionOf[sheet]} where not t.is_past order by t.place desc limit 1`,
    );
    if (rows[0] && rows[0].place > (last?.place ?? 0n)) last = rows[0];
  }
  return last;
}

/** Canceled certificates whose transactions are no longer part of the history, with their stops. */
async function deleteUnusedCertificates(client: ClientBase): Promise<void> {
  await client.query(
    'delete from staged_positions where canceled_on is not null and row not in (select position from staged_move where position is not null)',
  );
  await client.query(
    `delete from staged_stops s where not exists (
       select 1 from staged_positions p where p.class = s.class and p.prefix = s.prefix and p.number = s.number)`,
  );
}

/**
 * Leaves the history out where it would exceed authorized shares on some day: earlier authorized shares may not be known.
 * Returns the sentence of the check.
 */
export async function dropHistoryBeyondLimits(client: ClientBase): Promise<string | undefined> {
  const { rows: found } = await client.query<{ txns: bigint }>('select count(*) as txns from staged_move');
  if (found[0]!.txns === 0n) return undefined;
  const { rows } = await client.query<{ sentence: string }>(`${limitCheck.sql} limit 1`);
  if (!rows[0]) return undefined;
  for (const table of ['txn', 'move', 'factor', 'journal', 'journal_lines'])
    await client.query(`delete from staged_${table}`);
  await deleteUnusedCertificates(client);
  // Opening positions are older than the books, and are compared with the limits of the day of the register only.
  await client.query(
    `delete from staged_authorized a
      where row < (select max(l.row) from staged_authorized l where l.class = a.class)`,
  );
  await client.query(
    `update staged_authorized a set effective_on = k.opened_on from staged_classes k where k.name = a.class`,
  );
  await client.query(
    `delete from staged_reserves r
      where shares = 0 or row < (select max(l.row) from staged_reserves l where l.class = r.class and l.name = r.name)`,
  );
  await client.query('update staged_reserves set effective_on = (select as_of from staged_source)');
  return rows[0].sentence;
}
