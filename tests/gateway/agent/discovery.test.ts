import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { agentIds } from '#lib/contract/index';
import { agentOperationsFor } from '#lib/gateway/agent-operations';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { readUpstream } from '#lib/gateway/prefetch';
import { openUpstream } from '#lib/upstream/upstream';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';

// A registry may have agent operations or not. The dashboard asks it once in five minutes, and calls those with its
// main client.
const root = '/agent/v1';
const settings = `${root}/settings`;
const issuers = '/api/v1/Issuer/GetTransferAgentIssuers';
const minutesMs = 60_000;

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let officer: string;
/** What the registry answers at its root of agent operations. */
let answer: () => { status?: number; type?: string; body: string } | undefined;

const operations = (names: readonly string[] = agentIds) => ({
  body: JSON.stringify({ version: '1', operations: names }),
});
const none = { status: 404, body: '{"message":"none"}' };

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
  officer = await fixture.cookieOf(demo.officer);
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  answer = operations;
  registry = await startStandIn({
    handle: ({ path }) => {
      if (path === root) return answer();
      return { body: path === settings ? '{"today":"2026-11-20","approval":"all"}' : '[]' };
    },
  });
  context = fixture.context(registry.base);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await registry.stop();
});
afterAll(() => fixture.stop());

const read = async (path: string, cookie = operator, on = context) => {
  const response = await callGateway(on, path, { cookie });
  const body = (await response.json()) as { error?: { code: string; requestId: string } };
  if (body.error) expect(body.error.requestId).not.toBe('');
  return `${response.status} ${body.error?.code ?? 'ok'}`;
};
/** The paths called since the last look. */
function called(): string[] {
  return registry.calls.splice(0).map(({ path }) => path);
}
const userOf = async (cookie: string) => {
  const user = await context.userOf(new Headers({ cookie }));
  if (!user) throw new Error('No such user.');
  return user;
};

describe('registry without agent operations', () => {
  beforeEach(() => {
    answer = () => none;
  });

  test('is asked once in five minutes, by however many; each request is answered 404 without another call', async () => {
    const first = await Promise.all([read(settings), read(settings, officer), read(root), read(settings)]);
    expect(first).toEqual(Array(4).fill('404 not_found'));
    expect(called()).toEqual([root]);
    vi.setSystemTime(Date.now() + 5 * minutesMs - 1_000);
    expect([await read(settings), called()]).toEqual(['404 not_found', []]);
    vi.setSystemTime(Date.now() + 2_000);
    expect([await read(settings), called()]).toEqual(['404 not_found', [root]]);
    answer = operations;
    vi.setSystemTime(Date.now() + 5 * minutesMs);
    expect([await read(settings), called()]).toEqual(['200 ok', [root, settings]]);
  });

  test('offers pages nothing of them, and everything else as before', async () => {
    expect(await agentOperationsFor(await userOf(operator), context)).toEqual(new Set());
    await expect(readUpstream(await userOf(operator), 'GetAgentSettings', {}, context)).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    );
    expect(called()).toEqual([root]);
    expect([await read(issuers), called()]).toEqual(['200 ok', [issuers]]);
  });

  test('is remembered for itself, not for another address', async () => {
    await read(settings);
    const other = await startStandIn({
      handle: ({ path }) => (path === root ? operations() : { body: '{"today":"2026-11-20"}' }),
    });
    expect(await read(settings, operator, fixture.context(other.base))).toBe('200 ok');
    expect(await read(settings)).toBe('404 not_found');
    await other.stop();
  });

  test('is not asked about the operations of the interface, nor for a refused request', async () => {
    const downloader = await fixture.cookieOf(demo.downloader);
    expect(await read(issuers)).toBe('200 ok');
    expect(await read(settings, downloader)).toBe('403 forbidden');
    expect(await read(settings, '')).toBe('401 unauthenticated');
    expect(await read(`${settings}?customerIssuerId=1001`)).toBe('400 invalid');
    expect(await agentOperationsFor(await userOf(downloader), context)).toEqual(new Set());
    expect(called()).toEqual([issuers]);
  });
});

test('a registry that refuses our client has none for it, and the log says so once in five minutes', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = () => ({ status: 403, body: '{}' });
  for (let times = 0; times < 3; times += 1) expect(await read(settings)).toBe('404 not_found');
  expect(called()).toEqual([root]);
  vi.setSystemTime(Date.now() + 5 * minutesMs);
  expect(await read(settings)).toBe('404 not_found');
  const lines = logged.mock.calls.filter(([line]) => `${line}`.includes('agent-operations-refused'));
  expect(lines).toHaveLength(2);
  expect(`${lines}`).not.toMatch(/desk|token/);
});

describe('registry whose operations cannot be read', () => {
  test.each([
    ['500', () => ({ status: 500, body: '{}' }), '502 upstream_failed'],
    ['429', () => ({ status: 429, body: '{}' }), '503 upstream_busy'],
    ['401', () => ({ status: 401, body: '{}' }), '502 upstream_refused'],
    ['a page', () => ({ type: 'text/html', body: '<html>' }), '502 upstream_unreadable'],
    ['no list', () => ({ body: '{"operations":"all"}' }), '502 upstream_unreadable'],
    ['no JSON', () => ({ body: '{"operations":' }), '502 upstream_unreadable'],
  ])('%s: an error, not "none"; the next request asks again', async (_how, how, expected) => {
    answer = how;
    expect(await read(settings)).toBe(expected);
    expect(await agentOperationsFor(await userOf(operator), context)).toEqual(new Set());
    answer = operations;
    expect(await read(settings)).toBe('200 ok');
  });

  test('what was known before stays', async () => {
    expect(await read(settings)).toBe('200 ok');
    answer = () => ({ status: 500, body: '{}' });
    vi.setSystemTime(Date.now() + 5 * minutesMs);
    expect(await read(settings)).toBe('200 ok');
  });

  test('a page does not wait for a registry that does not respond', async () => {
    answer = () => undefined;
    expect(await agentOperationsFor(await userOf(operator), context)).toEqual(new Set());
  });
});

test('only operations that both sides know and the user may use', async () => {
  answer = () => operations(['GetAgentSettings', 'GetNothing', 'GetIssuerBalance']);
  const expected = new Set(['GetAgentOperations', 'GetAgentSettings']);
  expect(await agentOperationsFor(await userOf(operator), context)).toEqual(expected);
  answer = () => operations([]);
  vi.setSystemTime(Date.now() + 5 * minutesMs);
  expect(await agentOperationsFor(await userOf(operator), context)).toEqual(new Set(['GetAgentOperations']));
  expect(await read(settings)).toBe('404 not_found');
});

describe('client', () => {
  /** The scope of each token, by its value: client, then scope. */
  function sellTokens(plain: string | undefined) {
    registry.token = (_response, form) => {
      const scope = form.get('scope');
      const value = `${form.get('client_id')}~${(scope ?? 'plain').replaceAll(' ', '_')}`;
      registry.live.add(value);
      return { body: JSON.stringify({ access_token: value, scope: scope ?? plain }) };
    };
  }
  const withReader = () => {
    const client = { id: 'desk', secret: 'desk-secret' };
    const reader = { id: 'reader', secret: 'reader-secret' };
    context = {
      ...context,
      upstream: openUpstream({ baseUrl: registry.base, client, reader }),
    };
  };
  const used = () =>
    registry.calls.splice(0).map(({ path, authorization }) => [path, authorization.replace('Bearer ', '')]);

  test('the main client reads for agent roles, also beside a client that only reads', async () => {
    sellTokens('read write agent issuer:*');
    withReader();
    await read(settings);
    await read(issuers);
    expect(used()).toEqual([
      [root, 'desk~plain'],
      [settings, 'desk~plain'],
      [issuers, 'reader~plain'],
    ]);
  });

  test('users of issuers read with its token for those issuers', async () => {
    sellTokens('read write agent issuer:*');
    withReader();
    await read(settings, officer);
    await read(issuers, officer);
    expect(used()).toEqual([
      [root, 'desk~plain'],
      [settings, 'desk~read_agent_issuer:1001'],
      [issuers, 'reader~read_issuer:1001'],
    ]);
  });

  test.each([['read write issuer:*'], [undefined], ['agents']])(
    'a token that does not show the word agent (%s) is not narrowed',
    async (plain) => {
      sellTokens(plain);
      expect(await read(settings, officer)).toBe('200 ok');
      expect(used()).toEqual([
        [root, 'desk~plain'],
        [settings, 'desk~plain'],
      ]);
    },
  );
});
