import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleWriteAction } from '#lib/gateway/writes/write-access';
import type { WriteView } from '#lib/gateway/writes/write-view';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';
import { type Fault, holderBody, issuanceBody, issuancePath, openBooks } from './write-books.ts';

// Two users issue to the same holder on one day, and the registry's list cannot distinguish their entries.
let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
const books = openBooks();

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: books.handle });
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});

type WriteResponse = { controlTransactionId?: number; error?: { code: string; write: string } };

async function issue(cookie: string, comments: string, name: string): Promise<WriteResponse> {
  const shareholder = holderBody({ customerShareholderId: name, name });
  const body = issuanceBody({ idempotencyId: `${name} ${comments}`, shareholder, comments });
  return (await (await callGateway(context, issuancePath, { cookie, body })).json()) as WriteResponse;
}

test.each(['recorded', 'open'] as const)(
  'another user’s issuance to the same holder (%s) is not matched to the lost one',
  async (theirs) => {
    const faults = new Map<string, Fault[]>([
      ['mine', ['drop before', 'drop before']],
      ['theirs', theirs === 'recorded' ? [] : ['500 after']],
    ]);
    books.fault = () => faults.get(String(books.writes.at(-1)?.comments))?.shift() ?? 'none';
    const operator = await fixture.cookieOf(demo.operator);
    const first = books.effects;
    const mine = await issue(operator, 'mine', `TWIN ${theirs}`);
    expect(mine.error?.code).toBe('outcome_unknown');
    const other = await issue(await fixture.cookieOf(demo.admin), 'theirs', `TWIN ${theirs}`);
    expect(other.error?.code).toBe(theirs === 'recorded' ? undefined : 'outcome_unknown');
    const check = async () => {
      const path = `/api/writes/${mine.error?.write}`;
      const request = pageRequest(path, { cookie: operator, body: { action: 'check' } });
      return (await (await handleWriteAction(request, context, `${mine.error?.write}`)).json()) as WriteView;
    };
    // Only theirs is recorded: mine is sent again under its key, and lost once more.
    expect([(await check()).state, books.effects - first]).toEqual(['unknown', 1]);
    const found = await check();
    expect([found.state, found.result?.controlTransactionId, books.effects - first]).toEqual([
      'done',
      5001 + first,
      2,
    ]);
  },
);
