import 'server-only';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { readJson } from '../contract/wire.ts';
import type { Membership } from './membership.ts';

type Call = (id: EndpointId, input: Record<string, unknown>) => Promise<string>;
/** As `Call`; null where the registry says 404, so that absent and foreign objects cost the same calls (T-26). */
type Ask = (id: EndpointId, input: Record<string, unknown>) => Promise<string | null>;
type Proof = (ask: Ask, issuer: number, object: unknown) => Promise<boolean>;

const rowsPerPage = 1000;
/** As long as any other read may take: a registry that never stops paging must not keep us (assurance F-25). */
const longestMs = 15_000;

type Row = Record<string, unknown> | null;

/** The rows of an answer, or `upstream_unreadable`: what cannot be read proves nothing, and is not our fault either. */
function rowsOf(text: string | null, field?: string): { rows: Row[]; total: number } {
  if (text === null) return { rows: [], total: 0 };
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
function heldEver(text: string | null): boolean {
  if (text === null) return false;
  const value = parsed(text);
  const rows = Array.isArray(value) ? value : [value];
  return rows.some((row) => row !== null && typeof row === 'object' && 'controlCertificateId' in row);
}

/** Something with fields: `null` or a bare text in a list shows nothing. */
const isRow = (row: Row) => row !== null && typeof row === 'object';

const listed =
  (id: EndpointId, field: string): Proof =>
  async (ask, customerIssuerId, object) => {
    const { rows } = rowsOf(await ask(id, { customerIssuerId }));
    return rows.some((row) => row?.[field] === object);
  };

/** How each kind of object is shown to belong to an issuer (assurance §2.3b, T-05, T-09 to T-11). */
const proofs: Record<'holder' | 'proxy' | 'dividend' | 'transaction', Proof> = {
  holder: async (ask, customerIssuerId, customerShareholderId) => {
    const about = { customerIssuerId, customerShareholderId };
    if (rowsOf(await ask('GetHoldingSummary', about)).rows.some(isRow)) return true;
    // Nothing held now: a closed account is known by its canceled certificates.
    return heldEver(await ask('GetHoldingCertificates', { ...about, filterStatus: 'All' }));
  },
  proxy: listed('GetProxyList', 'proxyId'),
  dividend: listed('GetDividendList', 'dividendId'),
  transaction: async (ask, customerIssuerId, object) => {
    const byMs = Date.now() + longestMs;
    for (let start = 0; Date.now() < byMs; ) {
      const { rows, total } = rowsOf(
        await ask('GetTAStatusTransactions', {
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

const quiet =
  (call: Call): Ask =>
  (other, query) =>
    call(other, query).catch((error) => {
      if (error instanceof ApiError && error.code === 'not_found') return null;
      throw error;
    });

/** True when the registry's own lists show the object at that very issuer, whoever asks. Throws ApiError. */
export const isShownAt = (call: Call, kind: keyof typeof proofs, issuer: number, object: unknown) =>
  proofs[kind](quiet(call), issuer, object);

/**
 * For people bound to issuers: the granted issuer that the registry's own lists show to own the object a call names;
 * `not_found` when none does, after the very same calls whether it is somebody else's or nobody's. Null for people of all
 * issuers and for calls that name an issuer themselves. What was shown is believed for a moment (`known`).
 */
export async function proveObject(
  person: Person,
  id: EndpointId,
  input: Readonly<Record<string, unknown>>,
  call: Call,
  known?: Membership,
): Promise<number | null> {
  const rule = endpointOf(id).issuer;
  if (rule.by !== 'object' || person.issuers === 'all') return null;
  const object = input[rule.field];
  const before = known?.find(person, rule.object, object);
  if (before !== undefined) return before;
  const ask = quiet(call);
  for (const issuer of person.issuers) {
    if (!(await proofs[rule.object](ask, issuer, object))) continue;
    known?.keep(person, rule.object, object, issuer);
    return issuer;
  }
  throw new ApiError('not_found');
}
