import 'server-only';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { readJson } from '../contract/wire.ts';

type Call = (id: EndpointId, input: Record<string, unknown>) => Promise<string>;
type Proof = (call: Call, issuer: number, object: unknown) => Promise<boolean>;

const rowsPerPage = 1000;
/** As long as any other read may take: a registry that never stops paging must not keep us (assurance F-25). */
const longestMs = 15_000;

type Row = Record<string, unknown> | null;

/** The answer, or `upstream_unreadable`: what cannot be read proves nothing, and is not our fault either. */
function rowsOf(text: string, field?: string): { rows: Row[]; total: number } {
  const value = parsed(text) as Record<string, unknown> | null;
  const rows = field === undefined ? value : value?.[field];
  if (Array.isArray(rows)) return { rows, total: Number(value?.totalRecords) || 0 };
  throw new ApiError('upstream_unreadable');
}

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    throw new ApiError('upstream_unreadable');
  }
}

/** True when any certificate is listed, be it alone or in a list (domain §15, row 11); an odd shape proves nothing. */
function heldEver(text: string): boolean {
  const value = parsed(text);
  const rows = Array.isArray(value) ? value : [value];
  return rows.some((row) => row !== null && typeof row === 'object' && 'controlCertificateId' in row);
}

const listed =
  (id: EndpointId, field: string): Proof =>
  async (call, customerIssuerId, object) => {
    const { rows } = rowsOf(await call(id, { customerIssuerId }));
    return rows.some((row) => row?.[field] === object);
  };

/** How each kind of object is shown to belong to an issuer (assurance §2.3b, T-05, T-09 to T-11). */
const proofs: Record<'holder' | 'proxy' | 'dividend' | 'transaction', Proof> = {
  holder: async (call, customerIssuerId, customerShareholderId) => {
    const about = { customerIssuerId, customerShareholderId };
    if (rowsOf(await call('GetHoldingSummary', about)).rows.length > 0) return true;
    // Nothing held now: a closed account is known by its canceled certificates.
    return heldEver(await call('GetHoldingCertificates', { ...about, filterStatus: 'All' }));
  },
  proxy: listed('GetProxyList', 'proxyId'),
  dividend: listed('GetDividendList', 'dividendId'),
  transaction: async (call, customerIssuerId, object) => {
    const byMs = Date.now() + longestMs;
    for (let start = 0; Date.now() < byMs; ) {
      const { rows, total } = rowsOf(
        await call('GetTAStatusTransactions', {
          customerIssuerId,
          filterTransactionType: '',
          transactionStatus: 'All',
          orderBy: 'Descending',
          sortBy: 'EffectiveDate',
          start,
          numberOfRows: rowsPerPage,
        }),
        'transactions',
      );
      if (rows.some((row) => row?.controlTransactionId === object)) return true;
      start += rows.length;
      if (rows.length === 0 || start >= total) return false;
    }
    throw new ApiError('upstream_timeout');
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
