import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endpointIds } from '#lib/contract/index';
import { formToken } from '#lib/gateway/form-token';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import type { StandIn } from '#tests/fakes/registry';
import { operations } from '#tests/interface/operations';
import { type GatewayFixture, openGatewayFixture, pageRequest } from '../gateway-fixture.ts';
import { adminCells } from './matrix-admin.ts';
import { type Cell, gatewayCells } from './matrix-cells.ts';
import { ownCells, plantObjects } from './matrix-own.ts';
import { startMatrixRegistry } from './matrix-registry.ts';
import { handleAt } from './matrix-routes.ts';
import { runMatrix, type Send } from './matrix-run.ts';
import { type Cast, openCast } from './matrix-users.ts';

// Route handlers without a server in front: no proxy.ts and no Next headers, so only the handlers decide.
// matrix-programs.test.ts sends the same cells to the built program.
let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let cast: Cast;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startMatrixRegistry();
  context = fixture.context(registry.base);
  cast = await openCast(fixture.pool);
  await plantObjects(fixture.pool, fixture.dataDir, cast);
});
// Calls that still go on would be counted into the next test.
afterEach(async () => {
  await fixture.settled();
  await context.runs.settled();
});
afterAll(async () => {
  await registry.stop();
  await fixture.stop();
});

const send: Send = async ({ request: { method, path, body, headers } }, cookie) => {
  const user = body?.includes('TOKEN') ? await context.userOf(new Headers({ cookie })) : null;
  const text = user ? body?.replace('TOKEN', formToken(context.secret, user)) : body;
  const response = await handleAt(
    pageRequest(path, { method, body: text, headers, cookie }),
    context,
    fixture.pool,
  );
  return { status: response.status, text: await response.text(), location: response.headers.get('location') };
};
/** Thousands of serial requests; a sweep cut off by a timeout would count its calls into the next test. */
const sweepMs = 300_000;
const wrongOf = async (cells: readonly Cell[]) => (await runMatrix(cells, cast, registry, send)).slice(0, 40);

test('the expected permissions cover every operation', () => {
  const known = [...Object.keys(operations), 'DownloadReport', 'DownloadTransactionDetails', 'Token'];
  expect(known.sort()).toEqual([...endpointIds].sort());
});

test(
  'gateway: every cell is correct, and no denied request reaches the registry',
  async () => {
    const cells = gatewayCells();
    expect(cells.length).toBeGreaterThan(7_000);
    expect(await wrongOf(cells)).toEqual([]);
  },
  sweepMs,
);

test(
  'runs, archives, writes, form, tax IDs and audit trail: the same',
  async () => {
    const cells = [...ownCells(), ...adminCells()];
    expect(cells.length).toBeGreaterThan(1_500);
    expect(await wrongOf(cells)).toEqual([]);
  },
  sweepMs,
);
