import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakes } from './fake-contract.ts';

vi.mock('#lib/contract/index', async (original) =>
  (await import('./fake-contract.ts')).withOperations(await original(), fakes),
);

import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleWriteAction, handleWriteList } from '#lib/gateway/writes/write-access';
import type { WriteView } from '#lib/gateway/writes/write-view';
import { type Handler, type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';
import type { Fault } from '../writes/write-books.ts';

const enter = '/agent/v1/fake';
const step = '/agent/v1/fake/step';
const check = '/agent/v1/fake/check';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let admin: string;
/** How the response to the next write is lost, by how often its key was sent. */
let fault: (times: number) => Fault;
/** Replaces the response to a write that is processed. */
let reject: (() => { status: number; body: string }) | undefined;
let writes: Record<string, unknown>[];
let recorded: Set<unknown>;

const handle: Handler = ({ path, body }, response) => {
  if (path === '/agent/v1') return { body: JSON.stringify({ version: '1', operations: Object.keys(fakes) }) };
  const sent = JSON.parse(body) as Record<string, unknown>;
  if (path === check && reject) return reject();
  if (path === check) return { body: '{"obstacles":[]}' };
  const key = sent.idempotencyId;
  const how = fault(writes.filter(({ idempotencyId }) => idempotencyId === key).length);
  writes.push(sent);
  if (how === 'drop before') return void response.destroy();
  if (how === '500 before') return { status: 500, body: '{}' };
  if (recorded.has(key))
    return { status: 409, body: JSON.stringify({ message: 'used', idempotencyId: key }) };
  if (reject) return reject();
  recorded.add(key);
  if (how === 'drop after') return void response.destroy();
  if (how === '500 after') return { status: 500, body: '{}' };
  if (how === 'HTML after') return { body: '<html>', type: 'text/html' };
  const presentor = { name: 'M LLC', email: 'm@mail.example', taxId: '900-55-1234' };
  if (path === enter)
    return {
      body: JSON.stringify({ itemId: 100000001, version: 1, stage: 'Entered', presentor, more: 'x' }),
    };
  const items = sent.items as { itemId: number; version: number }[];
  const results = items.map((one, at) => ({ ...one, isDone: at === 0, message: at === 0 ? '' : 'Stale.' }));
  return { body: JSON.stringify({ results }) };
};

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
  admin = await fixture.cookieOf(demo.admin);
});
beforeEach(async () => {
  writes = [];
  recorded = new Set();
  fault = () => 'none';
  reject = undefined;
  registry = await startStandIn({ handle });
  context = fixture.context(registry.base);
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

let made = 0;
const newKey = () => `form-${++made}`;
const entry = (more: object = {}) => ({
  idempotencyId: newKey(),
  customerIssuerId: 1001,
  content: { kind: 'Transfer' },
  ...more,
});
const steps = (more: object = {}) => ({
  idempotencyId: newKey(),
  items: [
    { itemId: 100000001, version: 2 },
    { itemId: 100000002, version: 1 },
  ],
  reason: 'Opinion received; SSN 900-55-1234',
  ...more,
});

type Answer = { status: number; body: Record<string, unknown> & { error?: Record<string, unknown> } };
async function send(path: string, body: unknown, cookie = operator): Promise<Answer> {
  const response = await callGateway(context, path, { cookie, body });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
const short = ({ status, body }: Answer) => `${status} ${body.error?.code ?? 'ok'}`;
async function act(id: unknown, action: string): Promise<WriteView> {
  const request = pageRequest(`/api/writes/${id}`, { cookie: operator, body: { action } });
  return (await (await handleWriteAction(request, context, `${id}`)).json()) as WriteView;
}

describe('actor', () => {
  const forged = { email: 'eve@mail.example', firstName: 'Eve', lastName: 'Forged' };
  // Three letters alone occur by chance in an idempotency id.
  const ofForged = /"eve"|eve@mail|forged/i;

  test.each([
    ['absent', {}],
    ['forged', { actor: forged }],
    ['of another type', { actor: 'Eve' }],
    ['null', { actor: null }],
    ['in other letter case', { ACTOR: forged }],
    ['with fields in other letter case', { Actor: { EMAIL: 'eve@mail.example' } }],
  ])('%s: always the user of the session', async (_how, more) => {
    for (const [path, body] of [
      [enter, entry(more)],
      [step, steps(more)],
    ] as const)
      expect(short(await send(path, body))).toBe('200 ok');
    expect(writes).toHaveLength(2);
    for (const { actor, ...rest } of writes) {
      expect(actor).toMatchObject({ email: demo.operator });
      expect(JSON.stringify([actor, rest])).not.toMatch(ofForged);
    }
  });

  test.each([
    ['twice', `"actor":${JSON.stringify(forged)},"actor":${JSON.stringify(forged)}`],
    ['in two letter cases', `"actor":${JSON.stringify(forged)},"Actor":${JSON.stringify(forged)}`],
    ['with a field twice', '"actor":{"email":"a","Email":"b"}'],
    ['with another field', '"actor":{"role":"ta-admin"}'],
  ])('%s: 400, nothing is sent', async (_how, text) => {
    const body = `${JSON.stringify(entry()).slice(0, -1)},${text}}`;
    expect(short(await send(enter, body))).toBe('400 invalid');
    expect(writes).toEqual([]);
  });
});

describe('sent once', () => {
  test('under a key of the user and the operation; a repeat is answered from here', async () => {
    const body = entry();
    expect(short(await send(enter, body))).toBe('200 ok');
    expect(short(await send(enter, body))).toBe('409 duplicate');
    expect(short(await send(enter, body, admin))).toBe('200 ok');
    const keys = writes.map(({ idempotencyId }) => idempotencyId);
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(body.idempotencyId);
  });

  test('no list of the register is read before or after', async () => {
    await send(enter, entry({ customerIssuerId: 987_654 }));
    expect(registry.calls.map(({ path }) => path)).toEqual(['/agent/v1', enter]);
  });

  test('the response without what the contract does not show, tax IDs masked; the outbox keeps no personal data', async () => {
    const { body } = await send(enter, entry());
    expect(body).toEqual({
      itemId: 100000001,
      version: 1,
      stage: 'Entered',
      presentor: { name: 'M LLC', email: 'm@mail.example', taxId: '*****1234' },
    });
    const { rows } = await fixture.pool.query(
      'select issuer, object, result, summary, sealed from registry_write order by created_at desc limit 1',
    );
    expect(rows).toEqual([
      {
        issuer: 1001n,
        object: null,
        result: { itemId: 100000001, version: 1, stage: 'Entered' },
        summary: { kind: 'Transfer' },
        sealed: null,
      },
    ]);
  });

  test('a step names its items in outbox and audit trail, with how many were done', async () => {
    const { body } = await send(step, steps());
    expect(body.results).toMatchObject([{ isDone: true }, { isDone: false, message: 'Stale.' }]);
    const { rows } = await fixture.pool.query(
      'select operation, issuer, object, result, summary from registry_write order by created_at desc limit 1',
    );
    expect(rows).toEqual([
      {
        operation: 'FakeStep',
        issuer: null,
        object: '100000001, 100000002',
        result: {
          results: [
            { itemId: 100000001, isDone: true },
            { itemId: 100000002, isDone: false },
          ],
        },
        summary: { items: '100000001, 100000002', reason: 'Opinion received; SSN *****1234' },
      },
    ]);
    const audit = await fixture.pool.query(
      "select action, object, detail from audit where endpoint = 'FakeStep' order by seq desc limit 2",
    );
    expect(audit.rows).toMatchObject([
      { action: 'write', object: '100000001, 100000002', detail: { done: 1, refused: 1 } },
      { action: 'write-intent', object: '100000001, 100000002' },
    ]);
  });

  test('many items are cut in the trail', async () => {
    const items = Array.from({ length: 1000 }, (_, at) => ({ itemId: 100000001 + at, version: 1 }));
    expect(short(await send(step, steps({ items })))).toBe('200 ok');
    const { rows } = await fixture.pool.query(
      'select length(object) as length from registry_write order by created_at desc limit 1',
    );
    expect(rows[0].length).toBeLessThan(500);
  });
});

describe('lost response', () => {
  test.each(['drop before', 'drop after', '500 before', '500 after', 'HTML after'] as const)(
    '%s: unknown, then done by the same request under the same key',
    async (how) => {
      for (const [path, bodyOf] of [
        [enter, entry],
        [step, steps],
      ] as const) {
        fault = (times) => (times === 0 ? how : 'none');
        recorded.clear();
        const body = bodyOf();
        const lost = await send(path, body);
        expect(short(lost)).toBe('502 outcome_unknown');
        const view = await act(lost.body.error?.write, 'check');
        expect([view.state, recorded.size]).toEqual(['done', 1]);
        const [first, second] = writes.slice(-2);
        expect(second).toEqual(first);
        expect(short(await send(path, body))).toBe('409 duplicate');
      }
    },
  );

  test('the same form sent again resolves it', async () => {
    fault = (times) => (times === 0 ? 'drop before' : 'none');
    const body = entry();
    expect(short(await send(enter, body))).toBe('502 outcome_unknown');
    expect(short(await send(enter, body))).toBe('200 ok');
    expect([writes.length, recorded.size]).toEqual([2, 1]);
  });

  test.each([
    [409, 'upstream_conflict'],
    [400, 'upstream_rejected'],
  ])('refused at the second attempt (%i): nothing was recorded', async (status, code) => {
    fault = (times) => (times === 0 ? 'drop before' : 'none');
    const lost = await send(enter, entry());
    reject = () => ({ status, body: '{"message":"Item 100000001 is at version 3.","traceId":"t"}' });
    expect(await act(lost.body.error?.write, 'check')).toMatchObject({ state: 'refused', code });
  });

  test.each([404, 403, 429, 500])('a %i at the second attempt leaves it unknown', async (status) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fault = (times) => (times === 0 ? 'drop after' : 'none');
    const lost = await send(enter, entry());
    recorded.clear();
    reject = () => ({ status, body: '{"message":"No.","traceId":"t"}' });
    expect((await act(lost.body.error?.write, 'check')).state).toBe('unknown');
    vi.restoreAllMocks();
  });

  test('an entry is sent again without a password, a step that changes the register only after one', async () => {
    fault = (times) => (times === 0 ? 'drop before' : 'none');
    const lost = [await send(enter, entry()), await send(step, steps())];
    await fixture.pool.query("update session set authenticated_at = now() - interval '1 hour'");
    const after = [];
    for (const { body } of lost) after.push((await act(body.error?.write, 'check')).state);
    await fixture.pool.query('update session set authenticated_at = now()');
    expect(after).toEqual(['done', 'unknown']);
    expect((await act(lost[1]?.body.error?.write, 'send')).state).toBe('done');
  });
});

describe('rejection', () => {
  const stale = 'Item 100000001 was changed by clerk@harborline.example; it is at version 3.';

  test('the sentence and the fields of a conflict reach the user, and nothing was recorded', async () => {
    reject = () => ({
      status: 409,
      body: JSON.stringify({ message: stale, errors: { version: ['Version is 3.'] }, traceId: 't' }),
    });
    const body = entry({ itemId: 100000001, version: 2 });
    const { status, body: answer } = await send(enter, body);
    expect([status, answer.error]).toEqual([
      409,
      {
        code: 'upstream_conflict',
        message: stale,
        fields: { version: ['Version is 3.'] },
        requestId: expect.any(String),
      },
    ]);
    expect(answer.idempotencyId).toBeUndefined();
    // Corrected under the same ID.
    reject = undefined;
    expect(short(await send(enter, { ...body, version: 3 }))).toBe('200 ok');
  });

  test('of a read as well', async () => {
    reject = () => ({ status: 400, body: '{"message":"Give a content or an item.","traceId":"t"}' });
    const { status, body } = await send(check, { customerIssuerId: 1001, text: 'x' });
    expect([status, body.error?.message]).toEqual([400, 'Give a content or an item.']);
  });

  test('redacted: no tax ID, address of the registry or control character', async () => {
    reject = () => ({
      status: 409,
      body: JSON.stringify({ message: 'SSN 900-55-1234\r\nis on file', errors: { a: [registry.base] } }),
    });
    const { body } = await send(enter, entry());
    expect(body.error).toMatchObject({ message: 'SSN *****1234 is on file' });
    expect(JSON.stringify(body)).not.toContain(new URL(registry.base).host);
  });

  test('a 409 that says neither leaves the outcome unknown', async () => {
    reject = () => ({ status: 409, body: '<html>' });
    expect(short(await send(enter, entry()))).toBe('502 outcome_unknown');
  });
});

test('lists of writes: those of the interface, or those of agent operations', async () => {
  const key = newKey();
  await send(enter, entry({ idempotencyId: key }));
  const keysAt = async (path: string) => {
    const list = await handleWriteList(pageRequest(path, { cookie: operator }), context);
    return ((await list.json()) as { writes: WriteView[] }).writes.map((write) => write.key);
  };
  expect(await keysAt('/api/writes')).not.toContain(key);
  expect(await keysAt('/api/writes?of=agent')).toContain(key);
});

describe('rights', () => {
  test.each([
    ['operator, password long ago', enter, '200 ok'],
    ['operator, password long ago', step, '403 step_up_required'],
    ['officer', enter, '403 forbidden'],
    ['viewer', step, '403 forbidden'],
    ['downloader', check, '403 forbidden'],
    ['none', enter, '401 unauthenticated'],
  ])('%s at %s: %s', async (who, path, expected) => {
    const name = who.split(',')[0] as keyof typeof demo;
    const cookie = demo[name] ? await fixture.cookieOf(demo[name]) : '';
    if (who.includes('long ago'))
      await fixture.pool.query("update session set authenticated_at = now() - interval '1 hour'");
    const body = path === step ? steps() : path === enter ? entry() : { customerIssuerId: 1001, text: 'x' };
    expect(short(await send(path, body, cookie))).toBe(expected);
    await fixture.pool.query('update session set authenticated_at = now()');
    if (!expected.startsWith('200')) expect(registry.calls).toEqual([]);
  });
});
