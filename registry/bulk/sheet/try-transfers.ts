// Tries each transfer of a bulk sheet without posting it; what refuses or holds it becomes a warning.

import type { PoolClient } from 'pg';
import { standing } from '#registry/items/obstacle';
import { tryContent } from '#registry/items/try-content';
import { bulkRequester } from '../post/bulk-requester.ts';
import { BulkRefusal } from '../post/refusal.ts';
import { transferContent } from '../post/transfer.ts';
import type { Values } from './instruction.ts';
import type { AddAt, CheckBulk } from './types.ts';

type Row = { number: number; first_row: number; issuer_id: bigint; content: string };

const toldEvery = 100;

/**
 * Tries each transfer against the books of now. What would refuse or hold it is a warning: the others of the sheet can be
 * posted all the same, and the books may change before. Warnings of the item are kept with the row, so that whoever
 * approves the sheet has read them.
 */
export async function tryTransfers(
  client: PoolClient,
  add: AddAt,
  { today, now, settings, onStep }: CheckBulk,
): Promise<void> {
  const { rows } = await client.query<Row>(
    `select s.number, s.first_row, i.id as issuer_id, s.content
       from staged_bulk s join issuer i on i.customer_id = s.customer_issuer_id
      where s.kind = 'Transfer' and not s.is_there order by s.number`,
  );
  const asked = bulkRequester({ email: '', firstName: '', lastName: '' }, { today, now, settings });
  for (const [index, row] of rows.entries()) {
    if (index % toldEvery === 0) onStep?.('Trial of transfers', index);
    const place = { sheetKey: 'transfers', column: 'item', row: row.first_row, severity: 'warning' } as const;
    const lines = JSON.parse(row.content) as Values[];
    try {
      const content = await transferContent(client, row.issuer_id, lines, today);
      const { examined } = await tryContent(client, row.issuer_id, content, null, asked);
      const [against] = standing(examined.obstacles);
      const read = examined.obstacles.filter(({ effect, isCleared }) => effect === 'Warns' && !isCleared);
      const value = lines[0]?.item ?? '';
      if (against)
        add({
          ...{ ...place, code: 'B20', value },
          sentence: `As of now this transfer is refused: ${against.message}`,
        });
      else if (read.length > 0)
        add({ ...place, code: 'B21', value, sentence: read.map(({ message }) => message).join(' ') });
      if (read.length > 0)
        await client.query('update staged_bulk set acknowledged = $2 where number = $1', [
          row.number,
          read.map(({ code }) => code).join(' '),
        ]);
    } catch (error) {
      if (!(error instanceof BulkRefusal)) throw error;
      add({
        ...place,
        code: 'B20',
        value: '',
        sentence: `As of now this transfer is refused: ${error.message}`,
      });
    }
  }
}
