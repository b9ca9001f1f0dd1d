import { describe, expect, test } from 'vitest';
import { registryOfFile } from '../registry/boot.ts';
import { type Operation, operations } from './matrix-rules.ts';

// What stands behind us when our own decisions fail (assurance §0.2): a client of one issuer, and one that only reads,
// are kept to that by the registry itself, operation by operation (S-28, S-29).
const registry = registryOfFile();
const foreign = 1004;

/** Names and numbers of the other issuer that an answer could give away, and an object of each kind. */
async function othersOf() {
  const body = async (path: string) => (await registry().call(path)).body as never;
  const table: { shareholders: { shareholderCustomerId: string; shareholderName: string }[] } = await body(
    `/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=${foreign}&Start=0&NumberOfRows=5`,
  );
  /** The first id that a list of any other issuer shows. */
  const firstOf = async (path: string, name: string): Promise<number> => {
    for (let issuer = 1002; issuer <= 1009; issuer += 1) {
      const rows: Record<string, bigint>[] = await body(`${path}?customerIssuerId=${issuer}`);
      if (rows[0]?.[name]) return Number(rows[0][name]);
    }
    return 0;
  };
  const list: { transactions: { controlTransactionId: bigint }[] } = await body(
    `/api/v1/Transaction/GetTAStatusTransactions?customerIssuerId=${foreign}&filterTransactionType=All&transactionStatus=Completed&orderBy=Descending&sortBy=EffectiveDate&start=0&numberOfRows=5`,
  );
  return {
    names: table.shareholders.map(({ shareholderName }) => shareholderName),
    holder: table.shareholders[0]?.shareholderCustomerId ?? '',
    proxy: await firstOf('/api/v1/Proxy/GetList', 'proxyId'),
    dividend: await firstOf('/api/v1/Dividend/GetList', 'dividendId'),
    transaction: Number(list.transactions[0]?.controlTransactionId ?? 0),
  };
}

function requestOf({ method, path, rest, tenant, answers }: Operation, values: Record<string, unknown>) {
  const author = { createdByEmail: 'x@y.example', createdByFirstName: 'X', createdByLastName: 'Y' };
  const fields = { ...rest, ...(answers === 'write' ? author : {}), ...values };
  if (method === 'POST') return { path, body: fields };
  const search = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, `${value}`]));
  return { path: tenant.by === 'rows' || tenant.by === 'none' ? path : `${path}?${search}` };
}

describe('a client of issuer 1001', () => {
  test('gets nothing of another issuer by any operation', async () => {
    const others = await othersOf();
    expect(others.names.length).toBeGreaterThan(2);
    const wrong: string[] = [];
    for (const [id, operation] of Object.entries(operations)) {
      const { tenant } = operation;
      if (tenant.by === 'rows' || tenant.by === 'none') continue;
      const value = tenant.by === 'issuer' ? foreign : others[tenant.kind];
      expect(value, id).toBeTruthy();
      const { path, body } = requestOf(operation, { [tenant.field]: value });
      const answer = await registry().call(path, { as: 'demo-issuer', body });
      const fits = tenant.by === 'issuer' ? answer.status === 403 : [403, 404].includes(answer.status);
      if (!fits || others.names.some((name) => answer.text.includes(name)))
        wrong.push(`${id}: ${answer.status} ${answer.text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('sees its own issuer and no other in the list of issuers', async () => {
    const { body } = await registry().call(operations.GetTransferAgentIssuers?.path ?? '', {
      as: 'demo-issuer',
    });
    expect((body as { customerIssuerId: bigint }[]).map((one) => Number(one.customerIssuerId))).toEqual([
      1001,
    ]);
  });
});

test.each(['CreateOrUpdate', 'CreateNewIssuance'])('a client that only reads is refused %s', async (id) => {
  const operation = operations[id] as Operation;
  const { path, body } = requestOf(operation, { customerIssuerId: 1001 });
  for (const sent of [body, {}]) {
    expect((await registry().call(path, { as: 'demo-readonly', body: sent })).status).toBe(403);
  }
});
