import { writeWorkbook } from '#lib/sheet/workbook';
import type { SheetColumn, SheetRow } from '#lib/sheet/worksheet';
import type { Db } from '#registry/db/session';
import { listRows, type RowState } from './bulk-rows.ts';

const columns: SheetColumn[] = [
  { header: 'Sheet', kind: 'text', width: 16 },
  { header: 'Row', kind: 'integer', width: 10 },
  { header: 'Last row', kind: 'integer', width: 10 },
  { header: 'Batch', kind: 'text', width: 20 },
  { header: 'Issuer id', kind: 'text', width: 12 },
  { header: 'Account', kind: 'text', width: 20 },
  { header: 'Result', kind: 'text', width: 16 },
  { header: 'Transaction', kind: 'text', width: 16 },
  { header: 'Column', kind: 'text', width: 20 },
  { header: 'Reason', kind: 'text', width: 90 },
  { header: 'ID', kind: 'text', width: 46 },
];

export const stateText: Record<RowState, string> = {
  Waiting: 'Not yet posted',
  Posted: 'Posted',
  Queued: 'Waiting',
  Refused: 'Refused',
  AlreadyThere: 'Already there',
};

const together = 1_000;

/** What became of each row, as one sheet that is read as it is written. */
export function resultsWorkbook(db: Db, fileId: number, date: string): AsyncGenerator<Uint8Array> {
  return writeWorkbook({
    title: 'Results',
    author: 'Sharebook',
    date,
    sheets: [{ name: 'Results', columns, autofilter: true, rows: () => rowsOf(db, fileId) }],
  });
}

async function* rowsOf(db: Db, fileId: number): AsyncGenerator<SheetRow> {
  for (let after = 0; ; ) {
    const rows = await listRows(db, fileId, { state: null, after, limit: together });
    for (const row of rows)
      yield [
        ...[row.sheet, row.first_row, row.last_row, row.batch, row.customer_issuer_id?.toString() ?? ''],
        ...[row.account, stateText[row.state], row.transaction_number?.toString() ?? '', row.field],
        ...[row.sentence, row.key],
      ];
    after = rows.at(-1)?.number ?? 0;
    if (rows.length < together) return;
  }
}
