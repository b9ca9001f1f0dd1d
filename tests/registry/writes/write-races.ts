// Tests of concurrent writes: one effect per key, never a share too many.

import { expect, test } from 'vitest';
import { openClass, openIssuer } from '#registry/ledger/issuers';
import { alone } from '#tests/ledger/database';
import type { Registry, TestResponse } from '../boot.ts';
import { type Body, holderBody, issuanceBody, type Write, writes } from './write-bodies.ts';

const copies = 64;
const keyCount = process.env.TEST_LANE === 'long' ? 50 : 10;
const keys = Array.from({ length: keyCount }, (_, at) => `storm ${at}`);

/** What holds under concurrent writes: one effect per key, never a share too many. */
export function writeRaces(registry: () => Registry): void {
  const { hold, issue } = writes(registry);
  const count = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await registry().database.pool.query(text, values)).rows[0].count);

  async function storm(write: Write, body: (key: string) => Body): Promise<void> {
    for (const idempotencyId of keys) {
      const one = { ...body(idempotencyId), idempotencyId };
      const responses = await Promise.all(Array.from({ length: copies }, () => write(one)));
      const rejected = responses.filter(({ status }) => status === 409);
      expect([responses.filter(({ status }) => status === 200).length, rejected.length]).toEqual([
        1,
        copies - 1,
      ]);
      for (const { body: response } of rejected) {
        expect(response).toEqual({ message: expect.stringMatching(/\.$/), idempotencyId });
        expect(Object.keys(response as object)).toEqual(['message', 'idempotencyId']);
      }
    }
  }

  test(`64 identical issuances at once, ${keyCount} keys: one 200 and 63 times 409 each, one effect each`, {
    tags: ['scaled'],
  }, async () => {
    await storm(issue, (key) => issuanceBody({ comments: key }));
    const effects = `select count(*) from (select comments from txn where comments like 'storm %'
                      group by comments having count(*) = 1) as once`;
    expect(await count(effects)).toBe(keys.length);
    expect(await count("select count(*) from txn where comments like 'storm %'")).toBe(keys.length);
  });

  test('64 identical holders at once, 50 keys: the same', { tags: ['long'] }, async () => {
    await storm(hold, (key) => holderBody({ name: key }));
    expect(await count("select count(*) from holder where name like 'storm %'")).toBe(keys.length);
  });

  test('a key: one per client and operation, any letters, used up by a 200 only, whatever the body', async () => {
    const key = (idempotencyId: string, changed: Body = {}) => holderBody({ idempotencyId, ...changed });
    const statuses = async (responses: Promise<TestResponse>[]) =>
      (await Promise.all(responses)).map(({ status }) => status);
    expect(await statuses([hold(key('K', { name: '' }))])).toEqual([400]);
    expect(await statuses([hold(key('K', { customerShareholderId: 'RC-K' }))])).toEqual([200]);
    const other = key('K', { customerShareholderId: 'RC-K', name: 'OTHER BODY' });
    expect(await statuses([hold(other), hold(other)])).toEqual([409, 409]);
    expect(await count("select count(*) from holder where name = 'OTHER BODY'")).toBe(0);
    // Another operation, another client, another letter case, other Unicode forms of the same letter.
    expect(await statuses([issue(issuanceBody({ idempotencyId: 'K' }))])).toEqual([200]);
    expect(await statuses([hold(key('K'), { as: 'demo-issuer' }), hold(key('k'))])).toEqual([200, 200]);
    expect(await statuses([hold(key('\u00e9')), hold(key('e\u0301')), hold(key('K '))])).toEqual([
      200, 200, 200,
    ]);
    const rejected = issuanceBody({ idempotencyId: 'L', securityType: { securityTypeCode: 'W' } });
    expect(await statuses([issue(rejected), issue(rejected)])).toEqual([400, 400]);
    expect(await statuses([issue(issuanceBody({ idempotencyId: 'L' }))])).toEqual([200]);
    const noKey = await statuses(
      Array.from({ length: 8 }, () => issue(issuanceBody({ comments: 'no key' }))),
    );
    expect(noKey).toEqual(noKey.map(() => 200));
    expect(await count("select count(*) from txn where comments = 'no key'")).toBe(8);
  });

  test('shares for N available, 4N at once: exactly N', async () => {
    const limit = 25;
    const { pool } = registry().database;
    const issuerId = await alone(pool, openIssuer, { customerId: 7001n, name: 'Race Inc.', kind: 'test' });
    await alone(pool, openClass, {
      issuerId,
      code: 'C',
      name: 'Common',
      authorized: BigInt(limit) * 10n,
      paperPrefix: 'CS',
      openedOn: '2026-01-02',
      authority: 'Charter',
      recordedAt: '2026-01-02T12:00:00Z',
    });
    const known = holderBody({ customerShareholderId: 'RC-0' });
    await hold(known);
    const responses = await Promise.all(
      Array.from({ length: limit * 4 }, (_, at) =>
        issue(
          issuanceBody({
            customerIssuerId: 7001,
            idempotencyId: `race ${at}`,
            certificates: [{ shares: 10, restrictionCode: null }],
            // Half of them find their holder, half create one.
            shareholder: at % 2 ? known : holderBody({ customerShareholderId: `RC-${at}` }),
          }),
        ),
      ),
    );
    const of = (status: number) => responses.filter((response) => response.status === status).length;
    expect([of(200), of(400)]).toEqual([limit, limit * 3]);
    expect(await count("select count(*) from idempotency_key where key like 'race %'")).toBe(limit);
    const issued = 'select coalesce(sum(shares), 0) as count from certificate where issuer_id = $1';
    expect(await count(issued, [issuerId])).toBe(limit * 10);
    expect(await count('select count(*) from account where issuer_id = $1', [issuerId])).toBeLessThanOrEqual(
      limit,
    );
  });

  test('one new holder from concurrent requests: one create, then updates, each in the history', async () => {
    const bodies = Array.from({ length: 12 }, (_, at) =>
      holderBody({ customerShareholderId: 'RC-MANY', name: `WORDING ${at}` }),
    );
    const responses = await Promise.all(bodies.map((body) => hold(body)));
    expect(responses.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const actions = responses.map(({ body }) => (body as { action: string }).action).sort();
    expect(actions).toEqual(['Create', ...Array.from({ length: 11 }, () => 'Update')]);
    const history = `select count(*) from holder_change c join holder h on h.id = c.holder_id
                      where h.customer_id = 'RC-MANY' and (c.after_text::json ->> 'name') like 'WORDING %'`;
    expect(await count(history)).toBe(12);
  });

  test('one new issuer and one new holder from concurrent requests: each created once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        issue(
          issuanceBody({
            customerIssuerId: 7002,
            shareholder: holderBody({ customerShareholderId: 'RC-NEW' }),
          }),
        ),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await count('select count(*) from issuer where customer_id = 7002')).toBe(1);
    expect(await count("select count(*) from holder where customer_id = 'RC-NEW'")).toBe(1);
    const received = `select count(*) from txn t join issuer i on i.id = t.issuer_id
                       where i.customer_id = 7002 and t.status = 'Pending'`;
    expect(await count(received)).toBe(12);
  });

  test('concurrent renames and issuances of the same holders cause no error', async () => {
    const ids = ['RC-X', 'RC-Y', 'RC-Z'];
    const body = (id: string, name = 'START') => holderBody({ customerShareholderId: id, name });
    for (const id of ids) await issue(issuanceBody({ shareholder: body(id) }));
    for (const id of ids) await issue(issuanceBody({ customerIssuerId: 1003, shareholder: body(id) }));
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const id = ids[at % 3] as string;
        if (at % 2) return hold(body(id, `NAME ${at}`));
        const certificates = ids.map((each) => ({
          shares: 1,
          restrictionCode: null,
          shareholder: body(each),
        }));
        return issue(issuanceBody({ customerIssuerId: at % 4 ? 1001 : 1003, certificates }));
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });
}
