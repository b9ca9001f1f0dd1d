// Names and numbers of another issuer, and requests with them, for tests of access.

import { isOfAgent, type Operation } from '#tests/interface/operation';
import type { Registry } from '#tests/registry/boot';

/** A demo issuer that is not the officer's. */
export const foreign = 1004;

/** Names and numbers of the other issuer that a response could leak, and an object of each kind. */
export async function othersOf(registry: Registry) {
  const body = async (path: string) => (await registry.call(path)).body as never;
  const table: { shareholders: { shareholderCustomerId: string; shareholderName: string }[] } = await body(
    `/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=${foreign}&Start=0&NumberOfRows=5`,
  );
  /** The first ID that a list of any other issuer shows. */
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

const authorOf = (operation: Operation) =>
  isOfAgent(operation)
    ? { actor: { email: 'x@y.example', firstName: 'X', lastName: 'Y' } }
    : { createdByEmail: 'x@y.example', createdByFirstName: 'X', createdByLastName: 'Y' };

/** A valid request of an operation with these values: its path with the query, and its body. */
export function requestOf(
  operation: Operation,
  values: Record<string, unknown>,
): { path: string; body?: Record<string, unknown> } {
  const { method, path, rest, tenant, responses } = operation;
  const fields = {
    ...rest,
    ...(['write', 'entry'].includes(responses) ? authorOf(operation) : {}),
    ...values,
  };
  if (method === 'POST' && responses !== 'upload') return { path, body: fields };
  const search = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, `${value}`]));
  return { path: tenant.by === 'rows' || tenant.by === 'none' ? path : `${path}?${search}` };
}
