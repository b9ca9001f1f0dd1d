import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAudit } from '#lib/audit/audit';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleWriteAction, handleWriteList } from '#lib/gateway/writes/write-access';
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
import { holderBody, holderPath, issuanceBody, issuancePath, openBooks } from './write-books.ts';

// A process that dies between any two steps: every query to the store and every call to the registry is a step,
// and the process may die before it is sent or before its response is handled.
let fixture: GatewayFixture;
let registry: StandIn;
let books: ReturnType<typeof openBooks>;
let operator: string;
let serial = 0;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
  registry = await startStandIn();
});
beforeEach(() => {
  books = openBooks();
});
afterAll(async () => {
  await registry.stop();
  await fixture.stop();
});

const never = () => new Promise<never>(() => undefined);
type Mode = 'before' | 'after';

/** A process that dies at its n-th step; `steps` counts the steps. */
function mortal(at: number, mode: Mode) {
  let steps = 0;
  let dead = false;
  const died = Promise.withResolvers<void>();
  const die = () => {
    dead = true;
    died.resolve();
    return never();
  };
  async function step<T>(go: () => Promise<T> | T): Promise<T> {
    if (dead) return never();
    steps += 1;
    const mine = steps === at;
    if (mine && mode === 'before') return die();
    const result = await go();
    return dead || mine ? die() : result;
  }
  const pool = Object.create(fixture.pool, {
    query: { value: (...words: Parameters<Pool['query']>) => step(() => fixture.pool.query(...words)) },
  }) as Pool;
  const context: GatewayContext = {
    ...fixture.context(registry.base),
    audit: openAudit(pool),
    outbox: openOutbox({ pool, secret: 'key' }),
  };
  registry.handle = (call, response) => step(() => books.handle(call, response));
  return { context, died: died.promise, steps: () => steps };
}

/** The next process, over the same store and registry. */
function restarted(): GatewayContext {
  registry.handle = books.handle;
  return {
    ...fixture.context(registry.base),
    outbox: openOutbox({ pool: fixture.pool, secret: 'key', abandonedMs: 0 }),
  };
}

async function act(context: GatewayContext, id: string, action: string): Promise<WriteView> {
  const request = pageRequest(`/api/writes/${id}`, { cookie: operator, body: { action } });
  return (await (await handleWriteAction(request, context, id)).json()) as WriteView;
}

async function openWrites(context: GatewayContext): Promise<WriteView[]> {
  const response = await handleWriteList(pageRequest('/api/writes', { cookie: operator }), context);
  const { writes } = (await response.json()) as { writes: WriteView[] };
  return writes.filter(({ endedAt }) => endedAt === null);
}

const operations = [
  ['CreateOrUpdate', holderPath, (n: number) => holderBody({ customerShareholderId: `KILL-${n}` })],
  [
    'CreateNewIssuance',
    issuancePath,
    (n: number) => issuanceBody({ shareholder: holderBody({ name: `KILLED ${n}` }) }),
  ],
] as const;

/** What the user does on return. */
const returns = {
  'sends the form once more': async (context: GatewayContext, path: string, body: object) => {
    const response = await callGateway(context, path, { cookie: operator, body });
    const { error } = (await response.json()) as { error?: { code: string } };
    expect(error?.code ?? 'ok').toMatch(/^(ok|duplicate)$/);
  },
  'looks after what is open': async (context: GatewayContext, path: string, body: object) => {
    for (const { id } of await openWrites(context)) {
      const seen = await act(context, id, 'check');
      // Recorded but never sent: the user decides whether to send it.
      if (seen.state === 'intent') await act(context, id, 'send');
    }
    // A write that was never recorded is still in the form.
    if (books.effects === 0) await callGateway(context, path, { cookie: operator, body });
  },
} as const;

describe.each(operations)('%s', (_id, path, bodyOf) => {
  const request = () => {
    serial += 1;
    return { ...bodyOf(serial), idempotencyId: `killed-${serial}` };
  };

  async function stepsOf(): Promise<number> {
    const whole = mortal(0, 'before');
    expect((await callGateway(whole.context, path, { cookie: operator, body: request() })).status).toBe(200);
    return whole.steps();
  }

  test.each(Object.keys(returns) as (keyof typeof returns)[])(
    'killed at every step, and the user %s: one effect, known outcome, nothing pending',
    async (way) => {
      const steps = await stepsOf();
      expect(steps).toBeGreaterThan(6);
      for (let at = 1; at <= steps; at += 1) {
        for (const mode of ['before', 'after'] as const) {
          books = openBooks();
          const body = request();
          const doomed = mortal(at, mode);
          void callGateway(doomed.context, path, { cookie: operator, body });
          await doomed.died;
          const anew = restarted();
          await returns[way](anew, path, body);
          const keys = new Set(books.writes.map((one) => one.idempotencyId));
          const open = (await openWrites(anew)).map(({ state }) => state);
          expect({ at, mode, effects: books.effects, keys: keys.size, open }).toEqual({
            at,
            mode,
            effects: 1,
            keys: 1,
            open: [],
          });
          const { rows } = await fixture.pool.query('select state from registry_write where own_key = $1', [
            body.idempotencyId,
          ]);
          expect(rows).toEqual([{ state: 'done' }]);
        }
      }
    },
  );
});
