// Verifies in the registry's lists that an object belongs to an issuer.

import 'server-only';
import type { User } from '#lib/access/roles';
import { ApiError, isApiError } from '#lib/api/error';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { requestFields } from '#lib/contract/shape';
import type { Membership } from '#lib/upstream/membership';
import { idOf } from '../response/other-issuers.ts';
import { dropOtherIssuers, readResponse } from '../response/read.ts';

type Call = (id: EndpointId, input: Record<string, unknown>) => Promise<string>;
/**
 * As `Call`, but null for the registry's 404, so that absent objects and those of other issuers cost the same
 * calls.
 */
type RequestOptions = (id: EndpointId, input: Record<string, unknown>) => Promise<string | null>;
type About = Record<string, unknown> & { customerIssuerId: number };
type Proof = (request: RequestOptions, issuer: number, object: unknown) => Promise<boolean>;

const rowsPerPage = 1000;
/** The time limit of any read: a registry whose paging never ends must not block us. */
const longestMs = 15_000;

type Row = Record<string, unknown> | null;

type Rows = { rows: Row[]; given: number; total: number };

/**
 * The rows of a list of one issuer, without those that name another one; `given` counts all. An unreadable
 * response proves nothing and is not our error: `upstream_unreadable`.
 */
async function rowsOf(request: RequestOptions, id: EndpointId, query: About, field?: string): Promise<Rows> {
  const text = await request(id, query);
  if (text === null) return { rows: [], given: 0, total: 0 };
  const value = readResponse(text) as Record<string, unknown> | null;
  const rows = field === undefined ? value : value?.[field];
  if (!Array.isArray(rows)) throw new ApiError('upstream_unreadable');
  const given = rows.length;
  dropOtherIssuers(id, query.customerIssuerId, value);
  return { rows, given, total: Number(value?.totalRecords) || 0 };
}

/** True when any certificate is listed, single or in a list; an unexpected shape proves nothing. */
async function heldEver(request: RequestOptions, about: About): Promise<boolean> {
  const text = await request('GetHoldingCertificates', { ...about, filterStatus: 'All' });
  if (text === null) return false;
  const value = readResponse(text);
  const rows = Array.isArray(value) ? value : [value];
  dropOtherIssuers('GetHoldingCertificates', about.customerIssuerId, rows);
  return rows.some((row) => row !== null && typeof row === 'object' && 'controlCertificateId' in row);
}

/** An object: `null` or plain text in a list proves nothing. */
const isRow = (row: Row) => row !== null && typeof row === 'object';

const listed =
  (id: EndpointId, field: string): Proof =>
  async (request, customerIssuerId, object) => {
    const { rows } = await rowsOf(request, id, { customerIssuerId });
    return rows.some((row) => idOf(row?.[field]) === object);
  };

/** How to verify that each kind of object belongs to an issuer. */
const proofs: Record<'holder' | 'proxy' | 'dividend' | 'transaction', Proof> = {
  holder: async (request, customerIssuerId, customerShareholderId) => {
    const about = { customerIssuerId, customerShareholderId };
    if ((await rowsOf(request, 'GetHoldingSummary', about)).rows.some(isRow)) return true;
    // No current holdings: a closed account is recognized by its canceled certificates.
    return heldEver(request, about);
  },
  proxy: listed('GetProxyList', 'proxyId'),
  dividend: listed('GetDividendList', 'dividendId'),
  transaction: async (request, customerIssuerId, object) => {
    const byMs = Date.now() + longestMs;
    for (let start = 0; Date.now() < byMs; ) {
      const query = {
        customerIssuerId,
        filterTransactionType: '',
        transactionStatus: 'All',
        orderBy: 'Descending',
        sortBy: 'EffectiveDate',
        start,
        numberOfRows: rowsPerPage,
      };
      const { rows, given, total } = await rowsOf(request, 'GetTAStatusTransactions', query, 'transactions');
      if (rows.some((row) => idOf(row?.controlTransactionId) === object)) return true;
      start += given;
      if (given === 0 || start >= total) return false;
    }
    throw new ApiError('upstream_timeout');
  },
};

const quiet =
  (call: Call): RequestOptions =>
  (other, query) =>
    call(other, query).catch((error) => {
      if (isApiError(error) && error.code === 'not_found') return null;
      throw error;
    });

/**
 * True when the registry's own lists show the object at exactly that issuer, regardless of the user. Throws
 * ApiError.
 */
export const belongsToIssuer = (call: Call, kind: keyof typeof proofs, issuer: number, object: unknown) =>
  proofs[kind](quiet(call), issuer, object);

/** As `belongsToIssuer` for a holder, cached briefly like every verification. */
export async function isHolderAt(
  user: User,
  { issuer, holder }: { issuer: number; holder: unknown },
  call: Call,
  known?: Membership,
): Promise<boolean> {
  const kind = `holder at ${issuer}`;
  if (known?.find(user, kind, holder) !== undefined) return true;
  if (!(await belongsToIssuer(call, 'holder', issuer, holder))) return false;
  known?.keep(user, kind, holder, issuer);
  return true;
}

/** The calls that themselves show who owns a holder, so no other call can verify it first. */
const holderLists = new Set<EndpointId>(['GetHoldingSummary', 'GetHoldingCertificates']);

/** Whether a call by a user with granted issuers is itself the check of the holder. */
export const provesHolder = (user: User, id: EndpointId, input: Readonly<Record<string, unknown>>) =>
  user.issuers !== 'all' && holderLists.has(id) && (input.customerShareholderId ?? null) !== null;

/**
 * The holder that a call names beside its issuer, if any. Not for the two lists that are the check itself: an
 * account without holdings has an empty list there.
 */
export function holderBeside(id: EndpointId, input: Readonly<Record<string, unknown>>) {
  const endpoint = endpointOf(id);
  const rule = endpoint.issuer;
  if (rule.by !== 'field' || endpoint.kind === 'write') return null;
  if (holderLists.has(id)) return null;
  const name = Object.keys(requestFields(endpoint)).find(
    (one) => one.toLowerCase() === 'customershareholderid',
  );
  const [issuer, holder] = [input[rule.field], name === undefined ? null : input[name]];
  return typeof issuer === 'number' && (holder ?? null) !== null ? { issuer, holder } : null;
}

/**
 * For users with granted issuers: the granted issuer that the registry's own lists show as owner of the object
 * a call names, or the issuer beside which it names a holder. Throws `not_found` when there is none, after the
 * same calls whether the object belongs to another issuer or does not exist. Null for users of all issuers and
 * for calls that name only an issuer. Results are cached briefly (`known`).
 */
export async function proveObject(
  user: User,
  id: EndpointId,
  input: Readonly<Record<string, unknown>>,
  call: Call,
  known?: Membership,
): Promise<number | null> {
  if (user.issuers === 'all') return null;
  const beside = holderBeside(id, input);
  if (beside) {
    if (await isHolderAt(user, beside, call, known)) return beside.issuer;
    throw new ApiError('not_found');
  }
  const rule = endpointOf(id).issuer;
  if (rule.by !== 'object') return null;
  const object = input[rule.field];
  const before = known?.find(user, rule.object, object);
  if (before !== undefined) return before;
  const request = quiet(call);
  for (const issuer of user.issuers) {
    if (!(await proofs[rule.object](request, issuer, object))) continue;
    known?.keep(user, rule.object, object, issuer);
    return issuer;
  }
  throw new ApiError('not_found');
}
