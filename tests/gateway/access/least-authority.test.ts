import { describe, expect, test } from 'vitest';
import { isOfAgent, type Operation } from '#tests/interface/operation';
import { operations } from '#tests/interface/operations';
import { buyToken, type CallOptions, registryOfFile } from '#tests/registry/boot';
import { foreign, othersOf, requestOf } from './foreign-values.ts';

// Limits that hold even when our own decisions fail: the registry itself restricts a client or token to one
// issuer, or to reading, operation by operation.
const registry = registryOfFile();

/** The same rights in two forms: a limited client, and a token that its client limited. */
const bound: [string, () => Promise<CallOptions>][] = [
  ['a client of issuer 1001', async () => ({ as: 'demo-issuer' })],
  ['a token of issuer 1001', () => withToken('demo-agent', 'write issuer:1001')],
  ['a token of issuer 1001 that reads', () => withToken('demo-agent', 'read issuer:1001')],
];
const readers: [string, () => Promise<CallOptions>][] = [
  ['a client that only reads', async () => ({ as: 'demo-readonly' })],
  ['a token that only reads', () => withToken('demo-agent', 'read')],
];

async function withToken(client: string, scope: string): Promise<CallOptions> {
  const token = await buyToken(registry().origin, client, scope);
  return { as: null, headers: { authorization: `Bearer ${token}` } };
}

describe.each(bound)('%s', (_name, options) => {
  test('gets no data of another issuer from any operation', async () => {
    const by = await options();
    const others = await othersOf(registry());
    expect(others.names.length).toBeGreaterThan(2);
    const wrong: string[] = [];
    for (const [id, operation] of Object.entries(operations)) {
      const { tenant, method } = operation;
      if (tenant.by === 'rows' || tenant.by === 'none') continue;
      const value = tenant.by === 'issuer' ? foreign : others[tenant.kind];
      expect(value, id).toBeTruthy();
      const { path, body } = requestOf(operation, { [tenant.field]: value });
      const response = await registry().call(path, { ...by, method, body });
      const fits = tenant.by === 'issuer' ? response.status === 403 : [403, 404].includes(response.status);
      if (!fits || others.names.some((name) => response.text.includes(name)))
        wrong.push(`${id}: ${response.status} ${response.text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('gets only its own issuer in the list of issuers', async () => {
    const list = operations.GetTransferAgentIssuers?.path ?? '';
    const { body } = await registry().call(list, await options());
    expect((body as { customerIssuerId: bigint }[]).map((one) => Number(one.customerIssuerId))).toEqual([
      1001,
    ]);
  });

  test('gets the data of its own issuer from every operation that takes an issuer', async () => {
    const by = await options();
    const wrong: string[] = [];
    for (const [id, operation] of Object.entries(operations)) {
      const { tenant, responses } = operation;
      if (tenant.by !== 'issuer' || responses === 'write' || isOfAgent(operation)) continue;
      const { path, body } = requestOf(operation, { [tenant.field]: 1001 });
      const response = await registry().call(path, { ...by, body });
      if (response.status !== 200) wrong.push(`${id}: ${response.status} ${response.text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe.each([...bound, ...readers])('%s, without the scope of the agent', (_name, options) => {
  test('is refused by every agent operation', async () => {
    const by = await options();
    const agents = Object.values(operations).filter(isOfAgent);
    expect(agents.length).toBeGreaterThan(0);
    for (const operation of agents) {
      const { path, body } = requestOf(operation, { customerIssuerId: 1001 });
      const { method } = operation;
      expect([path, (await registry().call(path, { ...by, method, body })).status]).toEqual([path, 403]);
    }
  });
});

describe.each(readers)('%s', (_name, options) => {
  test.each(['CreateOrUpdate', 'CreateNewIssuance'])('is rejected: %s', async (id) => {
    const operation = operations[id] as Operation;
    const { path, body } = requestOf(operation, { customerIssuerId: 1001 });
    const by = await options();
    for (const sent of [body, {}])
      expect((await registry().call(path, { ...by, body: sent })).status).toBe(403);
  });

  test('reads every issuer', async () => {
    const balance = `${operations.GetIssuerBalance?.path}?CustomerIssuerId=`;
    const by = await options();
    for (const issuer of [1001, foreign])
      expect((await registry().call(`${balance}${issuer}`, by)).status).toBe(200);
  });
});
