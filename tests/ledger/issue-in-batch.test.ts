import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '#lib/postgres/pool';
import type { IssuanceInstruction } from '#registry/ledger/issuance/issuance-instruction';
import { issueInBatch } from '#registry/ledger/issuance/issue-in-batch';
import { openClass, openIssuer } from '#registry/ledger/issuers';
import { alone, openTestDatabases, proof, type TestDatabases } from './database.ts';

const today = '2026-11-20';
const processedAt = '2026-11-20T15:00:00Z';
const by = { email: 'a@b.example', firstName: 'A', lastName: 'B' };
const authorized = 1000n;

let databases: TestDatabases;
let pool: Pool;
let writers: Pool;
let customerId = 7000n;

beforeAll(async () => {
  databases = await openTestDatabases();
  const opened = await databases.open('together');
  pool = opened.pool;
  writers = openPool(opened.url, { max: 4, applicationName: 'together test', pipeline: true });
});

beforeEach(async () => {
  customerId += 1n;
  const issuerId = await alone(pool, openIssuer, { customerId, name: `Issuer ${customerId}`, kind: 'test' });
  const wording = { name: 'Common', authority: 'Charter', recordedAt: '2026-01-02T12:00:00Z' };
  await alone(pool, openClass, {
    ...{ issuerId, code: 'C', authorized, paperPrefix: 'CS', openedOn: '2026-01-02' },
    ...wording,
  });
});

afterAll(async () => {
  expect(await proof(pool)).toEqual([]);
  await writers.end();
  await databases.close();
});

type TestRequest = { shares?: bigint; holder?: string; key?: string; code?: 'W'; at?: Pool };

const used = new Error('used');
const noIssuer = new Error('no issuer');

function request({ shares = 1n, holder = 'T-1', key, code, at = writers }: TestRequest) {
  const home = { address1: '1 ELM ST', city: 'DOVER', state: 'DE', postalCode: '19901', country2Code: 'US' };
  const tax = { primaryTaxId: null, primaryTaxIdType: '', primaryPayeeName: null } as const;
  const instruction: IssuanceInstruction = {
    ...{ customerIssuerId: customerId, mayOpenIssuer: false, form: 'BookEntry', requested: { code } },
    holders: [{ customerId: holder, name: holder, sortName: holder, ...tax, primary: home, by }],
    certificates: [{ holder: 0, shares, restriction: 'N', lots: [] }],
    ...{ staysPending: false, notBefore: today },
    entry: {
      ...{ receivedOn: today, effectiveOn: today, completedOn: today, processedAt },
      authority: 'Instruction of A B',
    },
  };
  return issueInBatch(at, {
    instruction,
    requested: { clientId: 'test', at: processedAt },
    mayUse: 'any',
    recordPending: undefined,
    request: key ? { clientId: 'test', endpoint: 'Issue', key, hash: '' } : undefined,
    resultOf: ({ txnId }) => `${txnId}`,
    usedKey: () => used,
    noIssuer: () => noIssuer,
    isResponse: (error) => error === noIssuer,
  });
}

/** The rule of each refusal, 'done' for the rest, in the order of the requests. */
async function report(requests: TestRequest[]): Promise<string[]> {
  const settled = await Promise.allSettled(requests.map(request));
  return settled.map((one) =>
    one.status === 'fulfilled' ? 'done' : (one.reason.rule ?? one.reason.code ?? one.reason.message),
  );
}

async function issued(): Promise<{ txns: number; transactions: number; shares: number }> {
  const { rows: issuers } = await pool.query('select id from issuer where customer_id = $1', [customerId]);
  const { rows } = await pool.query(
    `select count(*)::int as txns, count(distinct t.xmin::text)::int as transactions,
            coalesce(sum(c.shares), 0)::int as shares
       from txn t join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id where t.issuer_id = $1`,
    [issuers[0]?.id],
  );
  return rows[0];
}

test('requests for one issuer share a transaction, and each gets its own result', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => request({})));
  expect(new Set(responses.map(({ txnId }) => txnId)).size).toBe(20);
  expect(await issued()).toEqual({ txns: 20, transactions: 2, shares: 20 });
});

test('a rejected one does not fail the others', async () => {
  const requests: TestRequest[] = [{}, {}, { code: 'W' }, {}, { shares: authorized }, {}];
  expect(await report(requests)).toEqual(['done', 'done', 'unknownClass', 'done', 'overIssue', 'done']);
  expect(await issued()).toMatchObject({ txns: 4, shares: 4 });
});

test('shares available for a part of the batch: never more is issued', async () => {
  const responses = await report(Array.from({ length: 12 }, () => ({ shares: 300n })));
  expect(responses.filter((one) => one === 'done')).toHaveLength(3);
  expect(responses.filter((one) => one === 'overIssue')).toHaveLength(9);
  expect(await issued()).toMatchObject({ shares: 900 });
});

test('a key is used once within a batch, and is free again when its first use is rejected', async () => {
  expect(await report([{}, { key: 'K' }, { key: 'K' }, { key: 'L' }, { key: 'K' }])).toEqual([
    ...['done', 'done', 'used', 'done', 'used'],
  ]);
  expect(await report([{ key: 'K' }, { key: 'L' }, { key: 'L' }])).toEqual(['used', 'used', 'used']);
  expect(await report([{}, { key: 'M', code: 'W' }, { key: 'M' }])).toEqual(['done', 'unknownClass', 'done']);
  const { rows: keys } = await pool.query("select result from idempotency_key where endpoint = 'Issue'");
  const results = keys.map(({ result }) => BigInt(result));
  expect(results).toHaveLength(3);
  const { rows: found } = await pool.query('select id from txn where id = any($1::bigint[])', [results]);
  expect(found.map(({ id }) => id).toSorted()).toEqual(results.toSorted());
});

test('a holder created by several requests at once is one holder', async () => {
  const requests = Array.from({ length: 6 }, () => ({ holder: 'T-NEW' }));
  expect(await report(requests)).toEqual(requests.map(() => 'done'));
  const { rows } = await pool.query("select count(*)::int as n from holder where customer_id = 'T-NEW'");
  expect(rows).toEqual([{ n: 1 }]);
  expect(await issued()).toMatchObject({ txns: 6 });
});

test('an unknown issuer is rejected per request', async () => {
  customerId += 1_000_000n;
  expect(await report([{}, {}, {}])).toEqual(['no issuer', 'no issuer', 'no issuer']);
  customerId -= 1_000_000n;
});

test('when the commit is unknown nothing is sent again', async () => {
  // The commit succeeds, but its response is lost.
  const losing = {
    async connect() {
      const client = await writers.connect();
      const query = client.query.bind(client) as (...sent: unknown[]) => unknown;
      const lost = Object.create(client) as PoolClient;
      Object.assign(lost, {
        async query(...sent: unknown[]) {
          const response = await query(...sent);
          if (sent[0] === 'commit') throw new Error('lost');
          return response;
        },
        release: () => client.release(true),
      });
      return lost;
    },
  } as unknown as Pool;
  expect(await report([{ at: losing }, { at: losing }, { at: losing }])).toEqual(['lost', 'lost', 'lost']);
  expect(await issued()).toEqual({ txns: 3, transactions: 2, shares: 3 });
});
