import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleWrite, handleWriteAction, handleWriteList } from '#lib/gateway/writes/write-access';
import type { WriteView } from '#lib/gateway/writes/write-view';
import { openOutbox } from '#lib/outbox/outbox';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';
import { faults, holderBody, holderPath, issuanceBody, issuancePath, openBooks } from './write-books.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let books: ReturnType<typeof openBooks>;
let context: GatewayContext;
let operator: string;
let admin: string;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
  admin = await fixture.cookieOf(demo.admin);
});
beforeEach(async () => {
  books = openBooks();
  registry = await startStandIn({ handle: books.handle });
  context = fixture.context(registry.base);
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

type TestResponse = { status: number; body: Record<string, unknown> & { error?: Record<string, unknown> } };

let made = 0;
function newKey(): string {
  made += 1;
  return `form-${made}`;
}

async function send(
  path: string,
  body: unknown,
  about: { as?: string; headers?: Record<string, string>; on?: GatewayContext } = {},
): Promise<TestResponse> {
  const { as = operator, headers, on = context } = about;
  const response = await callGateway(on, path, { cookie: as, body, headers });
  return { status: response.status, body: (await response.json()) as TestResponse['body'] };
}

const short = ({ status, body }: TestResponse) => `${status} ${body.error?.code ?? 'ok'}`;

async function act(id: unknown, action: string, on = context, as = operator): Promise<WriteView> {
  const request = pageRequest(`/api/writes/${id}`, { cookie: as, body: { action } });
  return (await (await handleWriteAction(request, on, `${id}`)).json()) as WriteView;
}

/** The same store behind a restarted program; what the old one left counts as abandoned. */
const restarted = (): GatewayContext => ({
  ...fixture.context(registry.base),
  outbox: openOutbox({ pool: fixture.pool, secret: 'key', abandonedMs: 0 }),
});

async function until(test: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await test())) await new Promise((done) => setTimeout(done, 10));
}

describe('lost response', () => {
  const operations = [
    [
      'CreateOrUpdate',
      holderPath,
      (n: number) => holderBody({ customerShareholderId: `LOST-${n}`, idempotencyId: newKey() }),
    ],
    [
      'CreateNewIssuance',
      issuancePath,
      (n: number) =>
        issuanceBody({
          idempotencyId: newKey(),
          shareholder: holderBody({
            customerShareholderId: `I-${n}`,
            name: `HOLDER ${String.fromCharCode(65 + (n % 26))}${n}`,
          }),
        }),
    ],
  ] as const;

  test.each(operations)(
    '%s × 102: reported as unknown, never failed; one effect each; all found',
    async (_id, path, bodyFor) => {
      books.fault = (times) => (times === 0 ? next : 'none');
      let next = faults[0]!;
      const written: (string | undefined)[] = [];
      for (let round = 0; round < 17; round += 1) {
        for (const [index, fault] of faults.entries()) {
          next = fault;
          const body = bodyFor(round * faults.length + index);
          // Each with its own connections: a series of failures would open the circuit breaker.
          const on = fixture.context(registry.base);
          const before = books.effects;
          const lost = await send(path, body, { on });
          expect([fault, short(lost)]).toEqual([fault, '502 outcome_unknown']);
          const view = await act(lost.body.error?.write, 'check', on);
          expect([fault, view.state, books.effects - before]).toEqual([fault, 'done', 1]);
          written.push(view.id);
          const id =
            path === holderPath ? view.result?.customerShareholderId : view.result?.controlTransactionId;
          expect(id).toBe(path === holderPath ? body.customerShareholderId : 5000 + books.entries.length - 1);
          const again = await send(path, body, { on });
          expect([short(again), again.body.idempotencyId, again.body.error?.write]).toEqual([
            '409 duplicate',
            body.idempotencyId,
            view.id,
          ]);
          expect(books.effects - before).toBe(1);
        }
      }
      const { rows } = await fixture.pool.query(
        `select count(*)::int as open from registry_write where state <> 'done' and id = any($1)`,
        [written],
      );
      expect(rows[0]).toEqual({ open: 0 });
    },
  );

  test('timeout of a write that took effect: 504 and unknown, then found', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    books.fault = (times) => (times === 0 ? 'silence after' : 'none');
    const lost = await send(issuancePath, issuanceBody({ idempotencyId: newKey() }));
    expect(short(lost)).toBe('504 outcome_unknown');
    expect((await act(lost.body.error?.write, 'check')).state).toBe('done');
    expect(books.effects).toBe(1);
  });

  test('the same form sent again resolves it: sent again if nothing was recorded, 409 if it was', async () => {
    books.fault = (times) => (times === 0 ? '500 before' : 'none');
    const body = issuanceBody({ idempotencyId: newKey() });
    expect(short(await send(issuancePath, body))).toBe('502 outcome_unknown');
    expect((await send(issuancePath, body)).body.controlTransactionId).toBe(5000);
    books.fault = (times) => (times === 0 ? '500 after' : 'none');
    const other = issuanceBody({ idempotencyId: newKey() });
    expect(short(await send(issuancePath, other))).toBe('502 outcome_unknown');
    expect(short(await send(issuancePath, other))).toBe('409 duplicate');
    expect(books.effects).toBe(2);
  });

  test('an account changed by another user meanwhile is not overwritten without confirmation', async () => {
    await send(holderPath, holderBody({ idempotencyId: newKey() }));
    books.fault = (times) => (times === 0 ? 'drop before' : 'none');
    const lost = await send(holderPath, holderBody({ idempotencyId: newKey(), sortName: 'QUILL, A' }));
    books.holders.set('LK-1', { ...books.holders.get('LK-1'), sortName: 'QUILL, LADY' });
    const view = await act(lost.body.error?.write, 'check');
    expect([view.state, view.code, books.effects]).toEqual(['unknown', 'changed_meanwhile', 1]);
    expect((await act(view.id, 'send')).state).toBe('done');
    expect(books.holders.get('LK-1')?.sortName).toBe('QUILL, A');
  });

  test('an unreachable registry is not called in a row, and the write stays pending', async () => {
    books.fault = () => '500 before';
    const lost = await send(holderPath, holderBody({ idempotencyId: newKey() }));
    await registry.stop();
    const view = await act(lost.body.error?.write, 'check');
    expect(view.state).toBe('unknown');
    registry = await startStandIn({ handle: books.handle });
  });
});

describe('process stopped', () => {
  test('between saving and sending: nothing was sent, and the user decides', async () => {
    const stuck: GatewayContext = {
      ...context,
      upstream: {
        ...context.upstream,
        writer: { ...context.upstream.writer, get: () => new Promise(() => {}) },
      },
    };
    for (const action of ['send', 'drop']) {
      const before = books.effects;
      void send(issuancePath, issuanceBody({ idempotencyId: newKey() }), { on: stuck });
      const user = await fixture.userId(demo.operator);
      await until(async () => (await stuck.outbox.list(user, 1))[0]?.state === 'intent');
      const anew = restarted();
      const list = (await (
        await handleWriteList(pageRequest('/api/writes', { cookie: operator }), anew)
      ).json()) as { writes: WriteView[] };
      const id = list.writes[0]?.id;
      expect((await act(id, 'check', anew)).state).toBe('intent');
      expect(books.effects).toBe(before);
      expect((await act(id, action, anew)).state).toBe(action === 'send' ? 'done' : 'refused');
      expect(books.effects - before).toBe(action === 'send' ? 1 : 0);
    }
  });

  test.each(['silence after', 'silence before'] as const)(
    'between sending and response (%s): one effect, found when the write is next opened',
    async (fault) => {
      books.fault = (times) => (times === 0 ? fault : 'none');
      void send(issuancePath, issuanceBody({ idempotencyId: newKey() })).catch(() => undefined);
      await until(() => books.writes.length === 1);
      const user = await fixture.userId(demo.operator);
      const anew = restarted();
      const [row] = await anew.outbox.list(user, 1);
      expect(row?.state).toBe('sent');
      const view = await act(row?.id, 'check', anew);
      expect([view.state, view.result?.controlTransactionId, books.effects]).toEqual(['done', 5000, 1]);
    },
  );
});

describe('same form submitted several times', () => {
  test.each([
    [holderPath, holderBody],
    [issuancePath, issuanceBody],
  ] as const)('64 at once: %s is sent once', async (path, bodyOf) => {
    const body = bodyOf({ idempotencyId: newKey() });
    const responses = await Promise.all(Array.from({ length: 64 }, () => send(path, body)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      responses.filter(
        (response) =>
          short(response) === '409 duplicate' && response.body.idempotencyId === body.idempotencyId,
      ),
    ).toHaveLength(63);
    expect([books.writes.length, books.effects]).toEqual([1, 1]);
  });

  test('two processes on one store send it once too', async () => {
    const body = issuanceBody({ idempotencyId: newKey() });
    const boards = Array.from({ length: 4 }, () => fixture.context(registry.base));
    const responses = await Promise.all(
      boards.flatMap((on) => Array.from({ length: 8 }, () => send(issuancePath, body, { on }))),
    );
    expect(responses.map(short).sort()).toEqual(['200 ok', ...Array(31).fill('409 duplicate')]);
    expect(books.writes).toHaveLength(1);
  });

  test('the same ID of two users gives two writes', async () => {
    const body = issuanceBody({ idempotencyId: newKey() });
    const both = await Promise.all([send(issuancePath, body), send(issuancePath, body, { as: admin })]);
    expect(both.map(short)).toEqual(['200 ok', '200 ok']);
    expect(new Set(books.writes.map((one) => one.idempotencyId)).size).toBe(2);
  });

  test('another body under the same ID: 409, nothing sent; accepted after a rejection', async () => {
    const idempotencyId = newKey();
    books.fault = (times) => (times === 0 ? 'refused' : 'none');
    expect(short(await send(issuancePath, issuanceBody({ idempotencyId })))).toBe('400 upstream_rejected');
    expect(short(await send(issuancePath, issuanceBody({ idempotencyId, chargeAmount: 80 })))).toBe('200 ok');
    expect(short(await send(issuancePath, issuanceBody({ idempotencyId, chargeAmount: 90 })))).toBe(
      '409 duplicate',
    );
    expect(books.effects).toBe(1);
  });

  test('a key the registry already has: 409 with the existing result', async () => {
    const body = holderBody({ customerShareholderId: 'PRE-1', idempotencyId: newKey() });
    await send(holderPath, body);
    await fixture.pool.query('delete from registry_write');
    const again = await send(holderPath, body);
    expect([short(again), books.effects]).toEqual(['409 duplicate', 1]);
    expect((await act(again.body.error?.write, 'check')).state).toBe('done');
  });
});

describe('tax IDs in writes', () => {
  const edit = (changed: object = {}) =>
    holderBody({ idempotencyId: newKey(), primaryTaxId: null, city: undefined, ...changed });
  const onFile = (number: string) => {
    books.holders.set('LK-1', {
      ...holderBody({ primaryTaxId: number }),
      systemShareholderId: 7,
      typeEnum: 'Individual',
      secondaryTaxId: '',
    });
  };

  test('unchanged numbers are kept without reaching the browser or the store', async () => {
    onFile('900-01-0001');
    books.fault = (times) => (times === 0 ? '500 before' : 'none');
    const lost = await send(holderPath, edit({ name: 'ADA B QUILL' }), {
      headers: { 'x-sharebook-keep': 'primary, secondary' },
    });
    const { rows } = await fixture.pool.query(
      `select r::text as row, encode(sealed, 'escape') as sealed from registry_write r where state = 'unknown' and id = $1`,
      [lost.body.error?.write],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/900-?01-?0001|ADA B QUILL.*Elm/);
    const view = await act(lost.body.error?.write, 'check');
    expect([view.state, books.writes.map((one) => one.primaryTaxId)]).toEqual([
      'done',
      ['900010001', '900010001'],
    ]);
    expect(JSON.stringify([lost, view])).not.toMatch(/900-?01-?0001/);
    const after = await fixture.pool.query(`select sealed from registry_write where id = $1`, [view.id]);
    expect(after.rows).toEqual([{ sealed: null }]);
  });

  test('numbers masked by the registry must be entered again', async () => {
    onFile('*****0001');
    const response = await send(holderPath, edit(), { headers: { 'x-sharebook-keep': 'primary' } });
    expect([short(response), Object.keys(response.body.error?.fields as object), books.writes]).toEqual([
      '400 invalid',
      ['primaryTaxId'],
      [],
    ]);
  });

  test('are masked before and after in the audit trail', async () => {
    onFile('900010001');
    await send(holderPath, edit({ primaryTaxId: '900010002', sortName: 'QUILL, ADA B' }));
    const { rows } = await fixture.pool.query(
      `select before, after, detail from audit where action = 'write' order by seq desc limit 1`,
    );
    expect(rows[0]).toMatchObject({
      before: { primaryTaxId: '*****0001', sortName: 'QUILL, ADA' },
      after: { primaryTaxId: '*****0002', sortName: 'QUILL, ADA B' },
      detail: { action: 'Update' },
    });
  });
});

test('an issuance is audited twice: before it is sent, and with its outcome', async () => {
  const shareholder = holderBody({ customerShareholderId: 'TRAIL-1' });
  const { status } = await send(issuancePath, issuanceBody({ idempotencyId: newKey(), shareholder }));
  expect(status).toBe(200);
  const { rows } = await fixture.pool.query(
    `select action, outcome, issuer, object, effective_date as day, after ->> 'shares' as shares, address, actor
     from audit where object = 'TRAIL-1' order by seq`,
  );
  const { issuer, day, actor, ...intent } = rows[0];
  expect(intent).toEqual({
    action: 'write-intent',
    outcome: 'ok',
    object: 'TRAIL-1',
    shares: null,
    address: '192.0.2.7',
  });
  expect(rows[1]).toMatchObject({ action: 'write', outcome: 'ok', issuer, day, actor });
  expect(rows[1].shares).toMatch(/^\d+$/);
  expect([typeof day, actor]).toEqual(['string', await fixture.userId(demo.operator)]);
});

describe('version the form was opened with', () => {
  test('an account in use is not created again, and a changed one is not overwritten', async () => {
    await send(holderPath, holderBody({ idempotencyId: newKey() }));
    for (const seen of ['none', 'another-digest']) {
      const response = await send(holderPath, holderBody({ idempotencyId: newKey(), name: 'EVE' }), {
        headers: { 'x-sharebook-seen': seen },
      });
      expect(short(response)).toBe('409 changed_meanwhile');
    }
    expect(books.effects).toBe(1);
    const fresh = await send(
      holderPath,
      holderBody({ idempotencyId: newKey(), customerShareholderId: 'NEW-1' }),
      { headers: { 'x-sharebook-seen': 'none' } },
    );
    expect(fresh.body.action).toBe('Create');
  });

  test('an update where a new account was expected is shown in the write', async () => {
    registry.handle = async (call, response) =>
      call.path === holderPath
        ? { body: '{"action":"Update","customerShareholderId":"NEW-2","systemShareholderId":9}' }
        : books.handle(call, response);
    const idempotencyId = newKey();
    await send(holderPath, holderBody({ idempotencyId, customerShareholderId: 'NEW-2' }), {
      headers: { 'x-sharebook-seen': 'none' },
    });
    const user = await fixture.userId(demo.operator);
    const row = await context.outbox.find(user, 'CreateOrUpdate', idempotencyId);
    expect([row?.expected, row?.result?.action]).toEqual(['Create', 'Update']);
  });

  test('a new issuer requires its own confirmation', async () => {
    const body = issuanceBody({ idempotencyId: newKey(), customerIssuerId: 4242 });
    expect(short(await send(issuancePath, body))).toBe('403 new_issuer_unconfirmed');
    expect(books.writes).toEqual([]);
    expect(short(await send(issuancePath, body, { headers: { 'x-sharebook-new-issuer': '1' } }))).toBe(
      '200 ok',
    );
  });
});

test('a write of another user gives the response of an unknown one', async () => {
  await send(holderPath, holderBody({ idempotencyId: newKey(), customerShareholderId: 'OWN-1' }));
  const [row] = await context.outbox.list(await fixture.userId(demo.operator), 1);
  const officer = await fixture.cookieOf(demo.officer);
  for (const cookie of [admin, officer]) {
    const response = await handleWrite(
      pageRequest(`/api/writes/${row?.id}`, { cookie }),
      context,
      `${row?.id}`,
    );
    const none = await handleWrite(pageRequest('/api/writes/none', { cookie }), context, 'none');
    expect([response.status, none.status]).toEqual([404, 404]);
  }
  const foreign = pageRequest(`/api/writes/${row?.id}`, {
    cookie: operator,
    body: { action: 'check' },
    headers: { origin: 'https://evil.example' },
  });
  expect((await handleWriteAction(foreign, context, `${row?.id}`)).status).toBe(403);
});
