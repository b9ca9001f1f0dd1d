import { expect, test } from 'vitest';
import { samplePdf } from '#tests/fakes/registry';
import { type CallOptions, registryOfFile, type TestResponse } from '../boot.ts';
import { type Actor, clerk, operator, otherAccount, someCertificate, steps } from './items.ts';

const registry = registryOfFile();

const officer: Actor = { email: 'officer@larkspur.example', firstName: 'Lena', lastName: 'Brandt' };
const larkspur = 1001;

// biome-ignore lint/suspicious/noExplicitAny: answers are read loosely and compared as a whole.
type Answer = TestResponse & { body: any };

const send = (path: string, body: object, options: CallOptions = {}): Promise<Answer> =>
  registry().call(`/agent/v1/requests${path}`, {
    body: { customerIssuerId: larkspur, actor: officer, ...body },
    ...options,
  });

const read = (path: string, fields: Record<string, unknown>): Promise<Answer> =>
  registry().call(
    `/agent/v1/requests${path}?${new URLSearchParams({ customerIssuerId: `${larkspur}`, ...texts(fields) })}`,
  );
const texts = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${value}`]));

function upload(itemId: number, words = '', by: Actor = officer): Promise<Answer> {
  const actor = { actorEmail: by.email, actorFirstName: by.firstName, actorLastName: by.lastName };
  const query = texts({ customerIssuerId: larkspur, itemId, name: 'resolution.pdf', ...actor });
  return registry().call(`/agent/v1/requests/documents?${new URLSearchParams(query)}`, {
    body: `${samplePdf()}${words}`,
    headers: { 'content-type': 'application/pdf' },
  });
}

const accountOf = async (holderId: number): Promise<string> =>
  (await registry().database.pool.query('select customer_id from holder where id = $1', [holderId])).rows[0]
    .customer_id;

async function issuance(more: object = {}) {
  const source = await someCertificate(registry(), larkspur);
  return {
    kind: 'Issuance',
    text: 'Under the 2024 plan.',
    issuance: {
      securityTypeId: source.classId,
      shares: 1200,
      customerShareholderId: await accountOf(await otherAccount(registry(), source)),
      authority: 'Resolution of November 18, 2026',
      ...more,
    },
  };
}

const list = {
  kind: 'HolderList',
  holderList: {
    ...{ list: 'WithAddresses', recordDate: '2026-12-01', meetingDate: '2027-01-12' },
    ...{ format: 'XLSX', neededBy: '2026-12-03' },
  },
};

async function created(body: object): Promise<Answer['body']> {
  const answer = await send('/create', body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

const stateOf = async (itemId: number) => {
  const { body } = await read('/detail', { itemId });
  return [body.state, body.waitingFor];
};

test('an issuance is asked for, asked back about, answered, and posted by two users of the agent', async () => {
  const { take, detail } = steps(registry());
  const { itemId, ...first } = await created(await issuance({ pricePerShare: '12.50' }));
  expect(first).toMatchObject({
    ...{ kind: 'Issuance', state: 'WaitingForIssuer', sentBy: 'Lena Brandt' },
    waitingFor: 'Please send the resolution.',
    about: expect.stringMatching(/^1,200 shares to ./),
  });
  expect((await upload(itemId)).body).toMatchObject({
    state: 'Received',
    documents: [{ name: 'resolution.pdf', isFromAgent: false }],
  });

  const place = { itemId, customerIssuerId: larkspur, version: 0 };
  const item = await detail(place);
  expect(item).toMatchObject({
    ...{ kind: 'Issuance', stage: 'Entered', enteredBy: officer.email },
    ...{ requestedBy: officer.email, isWaitingForIssuer: false, shares: 1200 },
    receivedDate: '2026-11-20',
    content: { channel: 'Issuer', pricePerShare: '12.50', request: { text: 'Under the 2024 plan.' } },
    files: [{ name: 'resolution.pdf', shared: 'ByIssuer' }],
  });

  const asked = await send('/reply', {
    ...{ itemId, version: item.version, actor: clerk, text: 'Which purpose?', nextActionOn: '2026-11-24' },
  });
  expect(asked.body).toMatchObject({ stage: 'Held', holdReason: 'Waiting for the issuer' });
  expect(await stateOf(itemId)).toEqual(['WaitingForIssuer', 'Which purpose?']);
  const answered = await send('/message', { itemId, text: 'A stock award.' });
  expect(answered.body).toMatchObject({
    state: 'InProgress',
    messages: [
      { isFromAgent: true, name: '', text: 'Which purpose?' },
      { isFromAgent: false, name: 'Lena Brandt', text: 'A stock award.' },
    ],
  });
  // Nothing that only the agent may know.
  expect(JSON.stringify(answered.body)).not.toMatch(/clerk|Lindqvist|obstacles|assigned|holdReason/i);

  const again = await detail(place);
  expect(again).toMatchObject({ stage: 'Entered', holdReason: null, nextActionOn: null });
  const content = { ...again.content, purpose: 'Stock award', request: { kind: 'HolderList' } };
  const changed = await registry().call('/agent/v1/items/update', {
    body: { customerIssuerId: larkspur, actor: clerk, itemId, version: again.version, content },
  });
  // What the officer asked for stays as it was sent.
  expect(changed.body).toMatchObject({ content: { request: { kind: 'Issuance' } }, purpose: 'Stock award' });
  expect(await take('submit', [await detail(place)], operator)).toMatchObject([
    { message: '', isDone: true },
  ]);
  const submitted = await detail(place);
  const acknowledged = submitted.obstacles;
  // Who examined the request is not its approver, although the officer entered it.
  expect(await take('approve', [submitted], operator, { acknowledged })).toMatchObject([
    { code: 'sameUser' },
  ]);
  const third = { email: 'third@harborline.example', firstName: 'Sam', lastName: 'Third' };
  expect(await take('approve', [submitted], third, { acknowledged })).toMatchObject([{ isDone: true }]);
  expect(await take('post', [await detail(place)], operator, { acknowledged })).toMatchObject([
    { message: '', stage: 'Posted' },
  ]);
  const { body: done } = await read('/detail', { itemId });
  expect(done).toMatchObject({ state: 'Done', waitingFor: null, endedAt: expect.any(String) });
  expect(done.controlTransactionId).toBeGreaterThan(0);
  expect((await send('/message', { itemId, text: 'Thank you' })).status).toBe(409);
});

test('a request is of its issuer alone, and other items of the issuer are none', async () => {
  const { itemId } = await created(list);
  const foreign = { customerIssuerId: 1004, itemId };
  expect((await send('/message', { ...foreign, text: 'Mine' })).status).toBe(404);
  expect((await read('/detail', foreign)).status).toBe(404);
  expect((await read('', { customerIssuerId: 1004 })).body).toMatchObject({ totalRecords: 0, requests: [] });
  expect((await send('/create', list, { as: 'demo-issuer' })).status).toBe(403);

  const other = await steps(registry()).enter(
    larkspur,
    { kind: 'IssuerRequest', receivedAt: '2026-11-20', channel: 'Mail', reason: 'Send a list' },
    clerk,
  );
  expect((await read('/detail', other)).status).toBe(404);
  for (const [path, body] of [
    ['/message', { text: 'x' }],
    ['/withdraw', { text: 'x' }],
    ['/reply', { text: 'x', version: 1 }],
  ] as const)
    expect([404, 409]).toContain((await send(path, { itemId: other.itemId, ...body })).status);
  const { body } = await read('', {});
  expect(body.requests.map((one: { itemId: number }) => one.itemId)).not.toContain(other.itemId);
});

test('the issuer sees the files it sent and those that the agent shows it, no others', async () => {
  const { itemId } = await created(list);
  const place = { itemId, customerIssuerId: larkspur, version: 0 };
  const { detail } = steps(registry());
  const actor = { actorEmail: clerk.email, actorFirstName: 'Casey', actorLastName: 'Lindqvist' };
  const add = async (name: string) => {
    const { version } = await detail(place);
    const query = texts({ customerIssuerId: larkspur, itemId, version, name, ...actor });
    const answer: Answer = await registry().call(`/agent/v1/items/documents?${new URLSearchParams(query)}`, {
      body: `${samplePdf()}${name}`,
      headers: { 'content-type': 'application/pdf' },
    });
    return answer.body.files.at(-1).documentId as number;
  };
  const [note, made] = [await add('note.pdf'), await add('list.pdf')];
  const file = (documentId: number) => read('/documents/file', { itemId, documentId });
  expect([(await file(note)).status, (await file(made)).status]).toEqual([404, 404]);
  const { version } = await detail(place);
  const reply = { itemId, version, actor: clerk, text: 'The list is attached.', documentIds: [made] };
  expect((await send('/reply', { ...reply, documentIds: [made, 999_999] })).status).toBe(404);
  expect((await send('/reply', reply)).status).toBe(200);
  expect([(await file(note)).status, (await file(made)).status]).toEqual([404, 200]);
  expect((await read('/detail', { itemId })).body).toMatchObject({
    state: 'InProgress',
    documents: [{ name: 'list.pdf', isFromAgent: true }],
    messages: [{ text: 'The list is attached.' }],
  });
});

test('an open request is withdrawn once, and its item is canceled with its transaction', async () => {
  const { itemId } = await created(await issuance());
  const key = { idempotencyId: 'withdraw-once', itemId, text: 'Entered twice.' };
  expect((await send('/withdraw', key)).body).toMatchObject({ state: 'Withdrawn', waitingFor: null });
  expect((await send('/withdraw', key)).body).toEqual({
    message: expect.any(String),
    idempotencyId: 'withdraw-once',
  });
  expect((await upload(itemId)).status).toBe(409);
  const item = await steps(registry()).detail({ itemId, customerIssuerId: larkspur, version: 0 });
  expect(item).toMatchObject({ stage: 'Canceled' });
});

test('sent twice under one ID, it is one request', async () => {
  const body = { idempotencyId: 'request-once', ...list };
  const before = (await read('', {})).body.totalRecords;
  const answers = await Promise.all([send('/create', body), send('/create', body)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read('', {})).body.totalRecords).toBe(before + 1);
});

test('a change of contact is written to the contacts when it is posted', async () => {
  const { take, detail } = steps(registry());
  const contact = { action: 'Add', name: 'Noor Vance', title: 'Secretary', email: 'noor@larkspur.example' };
  const change = { kind: 'ContactChange', contactChange: { ...contact, effectiveDate: '2026-11-20' } };
  const post = async (body: object) => {
    const { itemId } = await created(body);
    await upload(itemId);
    const place = { itemId, customerIssuerId: larkspur, version: 0 };
    const submitted = await take('submit', [await detail(place)], clerk);
    if (!submitted[0].isDone) return submitted[0].obstacles[0].code;
    await take('approve', [await detail(place)], operator);
    return (await take('post', [await detail(place)], operator))[0].stage;
  };
  expect(await post(change)).toBe('Posted');
  expect(await post(change)).toBe('knownContact');
  const change2 = (more: object) => ({
    ...change,
    contactChange: { ...change.contactChange, title: null, ...more },
  });
  expect(await post(change2({ action: 'Change', email: null, phone: '+1 555 0100' }))).toBe('Posted');
  const contacts = async () => {
    const { rows } = await registry().database.pool.query(
      `select title, email, phone, status, may_receive_lists, confirmed_on::text from contact where name = 'Noor Vance'`,
    );
    return rows;
  };
  const now = { title: 'Secretary', email: 'noor@larkspur.example', phone: '+1 555 0100' };
  const rest = { may_receive_lists: false, confirmed_on: '2026-11-20' };
  expect(await contacts()).toEqual([{ ...now, ...rest, status: 'Active' }]);
  expect(await post(change2({ action: 'End' }))).toBe('Posted');
  expect(await contacts()).toEqual([{ ...now, ...rest, status: 'Inactive' }]);
  expect(await post(change2({ action: 'End' }))).toBe('unknownContact');
});

test('what cannot be meant is refused, and names the field', async () => {
  const whole = await issuance();
  const part = (more: object) => ({ ...whole, issuance: { ...whole.issuance, ...more } });
  const days = (more: object) => ({ ...list, holderList: { ...list.holderList, ...more } });
  const cases: [object, string][] = [
    [{ kind: 'Issuance' }, 'issuance'],
    [{ ...list, issuance: whole.issuance }, 'issuance'],
    [part({ shares: 0 }), 'issuance.shares'],
    [part({ authority: ' ' }), 'issuance.authority'],
    [part({ securityTypeId: 1 }), 'issuance.securityTypeId'],
    [part({ customerShareholderId: 'H-0' }), 'issuance.customerShareholderId'],
    [part({ customerShareholderId: null }), 'issuance.holderName'],
    [part({ customerShareholderId: null, holderName: 'Jo Park' }), 'issuance.address'],
    [part({ holderName: 'Jo Park' }), 'issuance.customerShareholderId'],
    [days({ neededBy: '2026-11-19' }), 'holderList.neededBy'],
    [days({ neededBy: '2026-11-30' }), 'holderList.neededBy'],
    [days({ meetingDate: '2026-11-30' }), 'holderList.meetingDate'],
    [{ ...list, text: 'x'.repeat(2001) }, 'text'],
    [
      { kind: 'ContactChange', contactChange: { action: 'Add', name: 'A B', effectiveDate: '2026-12-01' } },
      'contactChange.title',
    ],
  ];
  for (const [body, field] of cases) {
    const { status, body: answer } = await send('/create', body);
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([400, [field]]);
  }
});
