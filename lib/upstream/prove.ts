import 'server-only';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { readJson } from '../contract/wire.ts';

type Call = (id: EndpointId, input: Record<string, unknown>) => Promise<string>;
type Proof = (call: Call, issuer: number, object: unknown) => Promise<boolean>;

const rowsPerPage = 1000;

const listed =
  (id: EndpointId, field: string): Proof =>
  async (call, customerIssuerId, object) => {
    const rows = readJson(await call(id, { customerIssuerId })) as Record<string, unknown>[];
    return Array.isArray(rows) && rows.some((row) => row?.[field] === object);
  };

/** How each kind of object is shown to belong to an issuer (assurance §2.3b, T-05, T-09 to T-11). */
const proofs: Record<'holder' | 'proxy' | 'dividend' | 'transaction', Proof> = {
  holder: async (call, customerIssuerId, customerShareholderId) => {
    const rows = readJson(await call('GetHoldingSummary', { customerIssuerId, customerShareholderId }));
    return Array.isArray(rows) && rows.length > 0;
  },
  proxy: listed('GetProxyList', 'proxyId'),
  dividend: listed('GetDividendList', 'dividendId'),
  transaction: async (call, customerIssuerId, object) => {
    for (let start = 0; ; ) {
      const answer = readJson(
        await call('GetTAStatusTransactions', {
          customerIssuerId,
          filterTransactionType: '',
          transactionStatus: 'All',
          orderBy: 'Descending',
          sortBy: 'EffectiveDate',
          start,
          numberOfRows: rowsPerPage,
        }),
      ) as { totalRecords?: number; transactions?: { controlTransactionId?: unknown }[] };
      const rows = answer.transactions ?? [];
      if (rows.some((row) => row.controlTransactionId === object)) return true;
      start += rows.length;
      if (rows.length === 0 || start >= (answer.totalRecords ?? 0)) return false;
    }
  },
};

/**
 * For people bound to issuers: refuses with `not_found` an object that no granted issuer can be shown to own. Not there
 * and not yours look the same. Calls that name an issuer themselves pass.
 */
export async function proveObject(
  person: Person,
  id: EndpointId,
  input: Readonly<Record<string, unknown>>,
  call: Call,
): Promise<void> {
  const rule = endpointOf(id).issuer;
  if (rule.by !== 'object' || person.issuers === 'all') return;
  for (const issuer of person.issuers) {
    const owned = await proofs[rule.object](call, issuer, input[rule.field]).catch((error) => {
      if (error instanceof ApiError && error.code === 'not_found') return false;
      throw error;
    });
    if (owned) return;
  }
  throw new ApiError('not_found');
}
