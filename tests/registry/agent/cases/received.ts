import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { command } from '#tests/registry/command';
import { clerk, operator, saleContent, someCertificate, steps } from '../items.ts';

/** Pending transactions of which only the receipt was recorded: entered as items, then completed. */
export function received(registry: () => Registry): void {
  test('one is entered by the command, completed by a user, approved and posted with its first number', async () => {
    const { pool } = registry().database;
    const { rows } = await pool.query<{ id: bigint; received_on: string; presentor: string }>(
      `select t.id, t.received_on, t.presentor from txn t join issuer i on i.id = t.issuer_id
        where i.customer_id = 1008 and t.status = 'Pending' and t.kind = 'T'
          and not exists (select 1 from item q where q.issuer_id = t.issuer_id and q.txn_id = t.id) order by t.id limit 1`,
    );
    const { id, received_on: receivedOn, presentor } = rows[0]!;
    const queue = command(registry, 'registry/queue');
    const unknown = await queue(['enter', `${id}`]);
    expect(unknown).toMatchObject({ status: 1, err: expect.stringContaining('--channel Mail') });
    const entered = await queue(['enter', `${id}`, '--channel', 'Courier']);
    const itemId = Number(/is item (\d+) of the work queue/.exec(entered.out)?.[1]);
    expect(entered).toEqual({
      status: 0,
      out: `Transaction ${id} is item ${itemId} of the work queue.\n`,
      err: '',
    });
    expect(await queue(['enter', `${id}`, '--channel', 'Courier'])).toMatchObject({ status: 1 });

    const { take, detail } = steps(registry());
    const item = await detail({ customerIssuerId: 1008, itemId, version: 1 });
    expect(item).toMatchObject({
      ...{
        kind: 'Transfer',
        stage: 'Entered',
        controlTransactionId: Number(id),
        enteredBy: 'registry:queue',
      },
      ...{ receivedDate: receivedOn, countedFrom: receivedOn, presentorName: presentor },
      content: { receivedAt: receivedOn, channel: 'Courier', purpose: 'Sale', lines: [] },
      obstacles: expect.arrayContaining(['incomplete', 'enteredLate']),
    });
    const source = await someCertificate(registry(), 1008);
    const content = {
      ...(await saleContent(registry(), source, 10)),
      ...{ receivedAt: receivedOn, channel: 'Courier', presentor: { name: presentor } },
      clearances: [{ obstacle: 'enteredLate', reason: 'Received before the work queue was kept' }],
    };
    const body = { customerIssuerId: 1008, itemId, version: 1, actor: clerk, content };
    const updated = await registry().call('/agent/v1/items/update', { body });
    expect([updated.status, updated.text]).toEqual([200, expect.any(String)]);
    const { obstacles: acknowledged } = updated.body as { obstacles: string[] };
    expect(await take('submit', [{ ...item, version: 2 }], clerk)).toMatchObject([
      { message: '', isDone: true },
    ]);
    const approved = await take('approve', [{ ...item, version: 3 }], operator, { acknowledged });
    expect(approved).toMatchObject([{ message: '', isDone: true }]);
    expect(await take('post', [{ ...item, version: 4 }], clerk)).toMatchObject([
      { message: '', isDone: true },
    ]);
    const txn = await pool.query('select status, received_on, presentor from txn where id = $1', [id]);
    expect(txn.rows).toEqual([{ status: 'Completed', received_on: receivedOn, presentor }]);
  });
}
