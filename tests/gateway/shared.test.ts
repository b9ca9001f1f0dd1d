import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#lib/access/roles';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { readUpstream } from '#lib/gateway/prefetch';
import { type StandIn, startStandIn } from '../fakes/registry.ts';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from './gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let officer: string;
let viewer: string;
let operator: User;

const capTable = '/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=1001&Start=0&NumberOfRows=25';
const holder = { shareholderName: 'ADA QUILL', shareholderEmail: 'ada@quill.example' };
const table = JSON.stringify({ totalShareholderRecords: 1, shareholders: [holder], securities: [] });

beforeAll(async () => {
  fixture = await openGatewayFixture();
  officer = await fixture.cookieOf(demo.officer);
  viewer = await fixture.cookieOf(demo.viewer);
});
beforeEach(async () => {
  registry = await startStandIn();
  context = fixture.context(registry.base);
  const cookie = await fixture.cookieOf(demo.operator);
  operator = (await context.userOf(new Headers({ cookie }))) as User;
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

/** Holds every read until `go`; `reached` resolves when so many users wait for so many calls. */
function held() {
  let users = 0;
  const { limits } = context;
  context = {
    ...context,
    limits: {
      enter(...given) {
        users += 1;
        return limits.enter(...given);
      },
    },
  };
  let go: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    go = done;
  });
  registry.handle = async () => {
    await gate;
    return { body: table };
  };
  const reached = (waiting: number, calls: number) =>
    expect.poll(() => [users, registry.calls.length]).toEqual([waiting, calls]);
  return { go, reached };
}

const request = async (cookie: string, path = capTable) => {
  const response = await callGateway(context, path, { cookie });
  return { status: response.status, rows: (await response.json()).shareholders };
};

describe('identical concurrent reads', () => {
  test('one call for users with the same rights, separate calls for other rights or requests', async () => {
    const { go, reached } = held();
    const second = await fixture.cookieOf(demo.officer);
    const same = [request(officer), request(second), request(officer)];
    const others = [request(viewer), request(officer, capTable.replace('Start=0', 'Start=25'))];
    await reached(5, 3);
    go();
    const given = await Promise.all([...same, ...others]);
    expect(given.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(given.map(({ rows }) => rows[0].shareholderEmail)).toEqual([
      holder.shareholderEmail,
      holder.shareholderEmail,
      holder.shareholderEmail,
      '',
      holder.shareholderEmail,
    ]);
    expect(registry.calls).toHaveLength(3);
    await request(officer);
    expect(registry.calls).toHaveLength(4);
  });

  test('a user whose grant ended meanwhile is rejected, though the call is active for others', async () => {
    const { go, reached } = held();
    const first = request(officer);
    await reached(1, 1);
    const id = await fixture.userId(demo.officer);
    await fixture.pool.query('update person_issuer set expires_at = now() where person = $1', [id]);
    const after = await callGateway(context, capTable, { cookie: officer });
    await fixture.pool.query('update person_issuer set expires_at = null where person = $1', [id]);
    go();
    expect([after.status, (await first).status]).toEqual([403, 200]);
    expect(registry.calls).toHaveLength(1);
  });
});

describe('a thousand concurrent calls', () => {
  /** A thousand users, each with a different read, without the browser session and the audit trail. */
  async function thousand(): Promise<Map<string, number>> {
    const quiet = { ...context, audit: { record: async () => undefined, note: async () => undefined } };
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, (_, at) =>
        readUpstream(
          { ...operator, id: `p${at}`, issuers: [at + 1] },
          'GetTransferAgentIssuers',
          {},
          quiet,
        ).then(
          () => 'ok',
          (error) => `${error.status} ${error.code}`,
        ),
      ),
    );
    const counts = new Map<string, number>();
    for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    return counts;
  }
  const lasting = (seconds: number) => () => {
    const value = `t${registry.tokenRequests}`;
    registry.live.add(value);
    return { body: JSON.stringify({ access_token: value, expires_in: seconds }) };
  };

  test('without a token, and after it expires: one token request each', async () => {
    registry.handle = () => ({ body: '[]' });
    registry.token = lasting(0.001);
    expect(await thousand()).toEqual(new Map([['ok', 1000]]));
    const cold = registry.tokenRequests;
    registry.token = lasting(3600);
    await new Promise((done) => setTimeout(done, 5));
    expect(await thousand()).toEqual(new Map([['ok', 1000]]));
    expect([cold, registry.tokenRequests - cold]).toEqual([1, 1]);
  });

  test('when the registry rejects the token of all: one more', async () => {
    registry.handle = () => ({ body: '[]' });
    registry.token = lasting(3600);
    await thousand();
    registry.live.clear();
    expect(await thousand()).toEqual(new Map([['ok', 1000]]));
    expect(registry.tokenRequests).toBe(2);
  });

  test.each([
    ['breaks off', (response: { destroy: () => void }) => void response.destroy(), '502 upstream_failed'],
    ['answers 503', () => ({ status: 503, body: '{}' }), '502 upstream_refused'],
  ])(
    'when the token endpoint %s: one request per pause, and a clear error to all',
    async (_how, token, reported) => {
      registry.token = token as never;
      expect(await thousand()).toEqual(new Map([[reported, 1000]]));
      expect(registry.tokenRequests).toBe(1);
      expect(registry.calls).toEqual([]);
    },
  );
});
