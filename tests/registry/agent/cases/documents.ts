// Tests of files of items: added, read, removed.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { uploadBytesMax } from '#lib/contract/upload-limits';
import { samplePdf } from '#tests/fakes/registry';
import type { CallOptions, Registry, TestResponse } from '#tests/registry/boot';
import { clerk, operator, saleContent, someCertificate, steps } from '../items.ts';

type Item = { itemId: number; version: number; customerIssuerId: number };

// biome-ignore lint/suspicious/noExplicitAny: answers are read loosely and compared as a whole.
type Answer = TestResponse & { body: any };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const pdf = (words: string) => `${samplePdf()}${words}`;

/** Files of an item: added, read, removed. */
export function documents(registry: () => Registry): void {
  const path = '/agent/v1/items/documents';

  async function add(
    item: Item,
    body: string,
    more: Record<string, string> = {},
    options: CallOptions = {},
  ): Promise<Answer> {
    const { itemId, version, customerIssuerId } = item;
    const { email, firstName, lastName } = clerk;
    const actor = { actorEmail: email, actorFirstName: firstName, actorLastName: lastName };
    const place = { customerIssuerId, itemId, version, name: 'assignment.pdf' };
    const query = new URLSearchParams(
      Object.entries({ ...actor, ...place, ...more }).map(([name, value]) => [name, String(value)]),
    );
    const headers = { 'content-type': 'application/pdf' };
    return registry().call(`${path}?${query}`, { body, headers, ...options });
  }

  const read = ({ customerIssuerId, itemId }: Item, documentId: number, options: CallOptions = {}) =>
    registry().call(
      `${path}/file?${new URLSearchParams({ customerIssuerId: `${customerIssuerId}`, itemId: `${itemId}`, documentId: `${documentId}` })}`,
      options,
    );

  const remove = (item: Item, documentId: number): Promise<Answer> =>
    registry().call(`${path}/remove`, {
      body: {
        actor: clerk,
        customerIssuerId: item.customerIssuerId,
        itemId: item.itemId,
        version: item.version,
        documentId,
        reason: 'Added to the wrong item',
      },
    });

  async function entered() {
    const source = await someCertificate(registry(), 1008);
    return steps(registry()).enter(1008, await saleContent(registry(), source, 100), clerk);
  }

  test('a file is added under the item’s next version, listed with its digest and read back as it is', async () => {
    const item = await entered();
    const text = pdf('first');
    const { status, body } = await add(item, text, { name: 'Assignment – first.pdf' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 2,
      stage: 'Entered',
      files: [
        {
          name: 'Assignment – first.pdf',
          mediaType: 'application/pdf',
          bytes: text.length,
          sha256: sha256(text),
          addedBy: clerk.email,
          removedReason: null,
        },
      ],
    });
    expect(body.history.at(-1)).toMatchObject({
      action: 'addFile',
      changes: [{ field: 'files', before: '', after: `Assignment – first.pdf (SHA-256 ${sha256(text)})` }],
    });
    const file = await read(item, body.files[0].documentId);
    expect([file.status, file.text]).toEqual([200, text]);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Assignment _ first\.pdf"/,
    );
  });

  test('a removed file leaves its digest and the reason; its bytes are gone', async () => {
    const item = await entered();
    const added = (await add(item, pdf('to remove'))).body;
    const [{ documentId }] = added.files;
    const { status, body } = await remove(added, documentId);
    expect([status, body.version]).toEqual([200, 3]);
    expect(body.files).toMatchObject([
      { documentId, sha256: sha256(pdf('to remove')), removedReason: 'Added to the wrong item' },
    ]);
    expect(body.history.at(-1)).toMatchObject({ action: 'removeFile', reason: 'Added to the wrong item' });
    expect((await read(item, documentId)).status).toBe(404);
    expect((await remove(body, documentId)).status).toBe(404);
    const { rows } = await registry().database.pool.query(
      'select content, removed_by from item_file where item_id = $1',
      [item.itemId],
    );
    expect(rows).toEqual([{ content: null, removed_by: clerk.email }]);
  });

  test('a file that comes or goes makes an approval void and says so', async () => {
    const { take, detail } = steps(registry());
    const item = await entered();
    await take('submit', [item], clerk);
    await take('approve', [await detail(item)], operator);
    const ready = await detail(item);
    expect(ready.stage).toBe('Ready');
    const { body } = await add(ready, pdf('after the approval'));
    expect(body).toMatchObject({ stage: 'Entered', approvedBy: null });
    expect(body.approvals.at(-1).voidBecause).toMatchObject([{ field: 'files', before: '' }]);
    expect(await take('post', [body], operator)).toMatchObject([{ isDone: false, code: 'wrongStage' }]);
  });

  test('refused: an older version, an ended item, the same file again, an item of nobody', async () => {
    const { take, detail } = steps(registry());
    const item = await entered();
    const first = await add(item, pdf('once'));
    expect(first.status).toBe(200);
    expect(await add(item, pdf('twice'))).toMatchObject({ status: 409 });
    const same = await add(first.body, pdf('once'));
    expect([same.status, same.body.message]).toEqual([409, `Item ${item.itemId} has this file already.`]);
    expect((await add({ ...item, itemId: 1 }, pdf('x'))).status).toBe(404);
    expect((await add({ ...item, customerIssuerId: 1001 }, pdf('x'))).status).toBe(404);
    await take('cancel', [first.body], clerk, { reason: 'Withdrawn' });
    const ended = await add(await detail(item), pdf('late'));
    expect([ended.status, ended.body.message]).toEqual([409, `Item ${item.itemId} is canceled.`]);
    expect((await detail(item)).files).toHaveLength(1);
  });

  test('a key is used once, whatever the answer was', async () => {
    const item = await entered();
    const idempotencyId = `upload ${item.itemId}`;
    const [one, two] = await Promise.all([
      add(item, pdf('once'), { idempotencyId }),
      add(item, pdf('once'), { idempotencyId }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await steps(registry()).detail(item)).files).toHaveLength(1);
  });

  test.each([
    ['another type', 'text/html', pdf('x'), 400],
    ['bytes of another type', 'image/png', pdf('x'), 400],
    ['no bytes', 'application/pdf', '', 400],
    ['more than 20 MB', 'application/pdf', `${samplePdf(uploadBytesMax)}x`, 413],
  ])('refused: %s', async (_what, type, body, expected) => {
    const item = await entered();
    const { status } = await add(item, body, {}, { headers: { 'content-type': type } });
    expect(status).toBe(expected);
    expect((await steps(registry()).detail(item)).files).toEqual([]);
  });

  test('only by clients of the agent, and of the item itself', async () => {
    const item = await entered();
    const { files } = (await add(item, pdf('private'))).body;
    expect((await read(item, files[0].documentId, { as: null })).status).toBe(401);
    expect((await read(item, files[0].documentId, { as: 'demo-issuer' })).status).toBe(403);
    expect((await add(item, pdf('x'), {}, { as: 'demo-issuer' })).status).toBe(403);
    const other = await entered();
    expect((await read(other, files[0].documentId)).status).toBe(404);
  });
}
