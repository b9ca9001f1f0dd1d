import { describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { beginUnitOfWork } from '#registry/ledger/core/unit-of-work';
import { placeStopIn } from '#registry/ledger/stops';
import { registryOfFile } from '../boot.ts';
import { addressKinds } from './cases/address-kinds.ts';
import { classActions } from './cases/class-actions.ts';
import { corrections } from './cases/corrections.ts';
import { correctionsLater } from './cases/corrections-later.ts';
import { documents } from './cases/documents.ts';
import { edgesOfApproval } from './cases/edge-approval.ts';
import { edgesOfEntry } from './cases/edge-entry.ts';
import { escheat } from './cases/escheat.ts';
import { instructed } from './cases/instructed.ts';
import { itemPlants } from './cases/item-plants.ts';
import { races } from './cases/races.ts';
import { received } from './cases/received.ts';
import { otherRefusals } from './cases/refusals.ts';
import { shareKinds } from './cases/share-kinds.ts';
import { stopKinds } from './cases/stop-kinds.ts';
import { transferRefusals } from './cases/transfer-refusals.ts';
import { clerk, operator, saleContent, someCertificate, steps } from './items.ts';

const registry = registryOfFile();

describe('edge cases of entry', () => edgesOfEntry(registry));
describe('edge cases of approval', () => edgesOfApproval(registry));
describe('stops', () => stopKinds(registry));
describe('corrections', () => corrections(registry));
describe('corrections of what later facts rest on', () => correctionsLater(registry));
describe('issuances of the interface', () => instructed(registry));
describe('transactions that were only received', () => received(registry));
describe('what stands against transfers', () => transferRefusals(registry));
describe('what stands against other kinds', () => otherRefusals(registry));
describe('races', () => races(registry));
describe('planted violations', () => itemPlants(registry));
describe('documents', () => documents(registry));
describe('addresses', () => addressKinds(registry));
describe('class-wide actions', () => classActions(registry));
describe('unclaimed property', () => escheat(registry));
describe('retirements and issuances', () => shareKinds(registry));

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

test('a check says what stands against it and what posting would change, and records nothing', async () => {
  const { check } = steps(registry());
  const source = await someCertificate(registry(), 1008);
  const content = await saleContent(registry(), source, 100);
  const before = await registry().database.pool.query('select version from issuer where customer_id = 1008');
  const found = await check(1008, content);
  expect(found.obstacles).toEqual([]);
  expect(found).toMatchObject({ isRoutine: true, dueDate: '2026-11-25', isApprovalRequired: true });
  const { effect } = found;
  expect(effect.certificatesCanceled).toMatchObject([{ prefixAndCertificateNumber: source.number }]);
  expect(effect.certificatesIssued).toMatchObject([
    { shares: 100, isBalance: false, controlCertificateId: null },
    { shares: source.shares - 100, isBalance: true },
  ]);
  expect(effect.accounts.map((one: Changed) => one.sharesAfter - one.sharesBefore).sort()).toEqual([
    -100, 100,
  ]);
  expect(effect.classTotals.outstandingAfter).toBe(effect.classTotals.outstandingBefore);
  const after = await registry().database.pool.query('select version from issuer where customer_id = 1008');
  expect(after.rows).toEqual(before.rows);

  const wrong = await check(1008, {
    ...content,
    certificates: [...content.certificates, { prefixAndCertificateNumber: 'CS-99999999' }],
    guarantees: [{ ...content.guarantees[0], prefix: 'F' }],
    pricePerShare: '1000.01',
  });
  expect(wrong.effect).toBeNull();
  expect(wrong.obstacles.map(({ code, effect, field }: Found) => [code, effect, field])).toEqual([
    ['unknownCertificate', 'Refuses', 'certificates[1]'],
    ['guaranteeTooLow', 'Holds', 'guarantees[0].prefix'],
  ]);
});

type Changed = { sharesBefore: number; sharesAfter: number };
type Found = { code: string; effect: string; field: string };

test('a stop placed after the approval makes it void: nothing is posted, and the item says what changed', async () => {
  const { enter, take, detail } = steps(registry());
  const source = await someCertificate(registry(), 1008);
  const item = await enter(1008, await saleContent(registry(), source, 50), clerk);
  await take('submit', [item], clerk);
  await take('approve', [await detail(item)], operator);
  await withTransaction(registry().database.pool, async (tx) => {
    const book = await beginUnitOfWork(tx, source.issuerId);
    const stop = { kind: 'Adverse claim', placedOn: '2026-11-20' } as const;
    await placeStopIn(book, { issuerId: source.issuerId, certificateId: BigInt(source.id), ...stop });
    await flushUnitOfWork(book);
  });
  const [result] = await take('post', [await detail(item)], operator);
  expect(result).toMatchObject({ isDone: false, code: 'approvalVoid', stage: 'Entered', version: 4 });
  const left = await detail(item);
  expect(left).toMatchObject({ stage: 'Entered', approvedBy: null });
  expect(left.approvals[0].voidBecause).toContainEqual({
    field: `certificate ${source.number}`,
    before: 'outstanding',
    after: 'outstanding; Adverse claim since 2026-11-20',
  });
  const { rows } = await registry().database.pool.query(
    'select canceled_txn from certificate where issuer_id = $1 and id = $2',
    [source.issuerId, source.id],
  );
  expect(rows).toEqual([{ canceled_txn: null }]);
});

test('sent again under the same request ID, a step is answered 409 and has one effect', async () => {
  const { enter, take, detail } = steps(registry());
  const source = await someCertificate(registry(), 1008);
  const item = await enter(1008, await saleContent(registry(), source, 60), clerk);
  const body = { idempotencyId: 'submit-once', actor: clerk, items: [{ itemId: item.itemId, version: 1 }] };
  const first = await registry().call('/agent/v1/items/submit', { body });
  expect(first.body).toMatchObject({ results: [{ isDone: true, version: 2 }] });
  const again = await registry().call('/agent/v1/items/submit', { body });
  expect([again.status, again.body]).toEqual([
    409,
    { message: expect.any(String), idempotencyId: 'submit-once' },
  ]);
  expect((await detail(item)).version).toBe(2);
  expect(
    await take('hold', [await detail(item)], operator, { reason: 'Call-back', nextActionOn: '2026-12-31' }),
  ).toMatchObject([{ isDone: false, code: 'nextActionOn' }]);
});

test('an item that needed no approval when it was submitted needs it once the rule asks for it', async () => {
  const { enter, take, detail } = steps(registry());
  const source = await someCertificate(registry(), 1008);
  const item = await enter(1008, await saleContent(registry(), source, 70), clerk);
  const lenient = await registry().another({ work: { approval: { above: 70n }, cutoff: '16:00' } });
  const headers = { authorization: `Bearer ${await registry().tokenFor('demo-agent')}` };
  const body = JSON.stringify({ actor: clerk, items: [{ itemId: item.itemId, version: 1 }] });
  const submitted = await fetch(
    `${lenient.baseUrl.replace(/:\/\/[^/]+/, `://127.0.0.1:${lenient.port}`)}/agent/v1/items/submit`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    },
  );
  expect(await submitted.json()).toMatchObject({ results: [{ isDone: true, stage: 'Ready' }] });
  expect(await take('post', [await detail(item)], clerk)).toMatchObject([
    { isDone: false, code: 'approvalMissing' },
  ]);
  await lenient.close(0);
});

test('only a client with the scope agent may use them', async () => {
  for (const as of ['demo-readonly', 'demo-issuer'] as const)
    expect((await registry().call('/agent/v1', { as })).status).toBe(403);
  const response = await registry().call('/agent/v1');
  expect(response.body).toMatchObject({ version: '1', operations: expect.arrayContaining(['PostItems']) });
});
