import { expect, test } from 'vitest';
import { registryOfFile } from '../boot.ts';
import { clerk, operator, saleContent, someCertificate, steps } from './items.ts';

const registry = registryOfFile();

test('a sale is logged, submitted, approved by another user and posted; each step is kept', async () => {
  const { enter, take, detail } = steps(registry());
  const source = await someCertificate(registry(), 1008);
  const content = await saleContent(registry(), source, 100);
  const entered = await enter(1008, content, clerk);
  expect(entered).toMatchObject({
    stage: 'Entered',
    version: 1,
    shares: 100,
    isApprovalRequired: true,
    transferFrom: source.name,
    enteredBy: clerk.email,
    obstacles: [],
  });
  expect(await take('submit', [entered], clerk)).toMatchObject([{ isDone: true, stage: 'AwaitingApproval' }]);
  const awaiting = await detail(entered);
  expect(await take('approve', [awaiting], { ...clerk, email: 'CLERK@harborline.example' })).toMatchObject([
    { isDone: false, code: 'sameUser' },
  ]);
  expect(await take('approve', [awaiting], operator)).toMatchObject([{ isDone: true, stage: 'Ready' }]);
  expect(await take('approve', [awaiting], operator)).toMatchObject([
    { isDone: false, code: 'staleVersion' },
  ]);
  const ready = await detail(entered);
  expect(await take('post', [ready], operator)).toMatchObject([
    { isDone: true, stage: 'Posted', version: 4 },
  ]);
  const posted = await detail(entered);
  expect(posted.history.map(({ action, to }: { action: string; to: string }) => `${action} ${to}`)).toEqual([
    'enter Entered',
    'submit AwaitingApproval',
    'approve Ready',
    'post Posted',
  ]);
  expect(posted).toMatchObject({ postedBy: operator.email, approvedBy: operator.email });
  const certificates = await registry().database.pool.query(
    `select c.shares::int, c.holder_id, c.canceled_txn is not null as canceled from certificate c
      where c.issued_txn = $1 or c.canceled_txn = $1 order by canceled desc, c.id`,
    [posted.controlTransactionId],
  );
  expect(certificates.rows).toEqual(
    [
      { shares: source.shares, holder_id: source.holderId, canceled: true },
      { shares: 100, holder_id: content.lines[0]!.systemShareholderId, canceled: false },
      { shares: source.shares - 100, holder_id: source.holderId, canceled: false },
    ].map((row) => ({ ...row, holder_id: BigInt(row.holder_id as never) })),
  );
});
