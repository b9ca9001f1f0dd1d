import 'server-only';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { requestFields } from '../contract/shape.ts';
import { idOf, readAnswer } from './answer-json.ts';
import { dropForeignRows } from './foreign-rows.ts';
import type { Membership } from './membership.ts';

type Call = (id: EndpointId, input: Record<string, unknown>) => Promise<string>;
/** As `Call`; null where the registry says 404, so that absent and foreign objects cost the same calls (T-26). */
type Ask = (id: EndpointId, input: Record<string, unknown>) => Promise<string | null>;
type About = Record<string, unknown> & { customerIssuerId: number };
type Proof = (ask: Ask, issuer: number, object: unknown) => Promise<boolean>;

const rowsPerPage = 1000;
/** As long as any other read may take: a registry that never stops paging must not keep us (assurance F-25). */
const longestMs = 15_000;

type Row = Record<string, unknown> | null;

type Rows = { rows: Row[]; given: number; total: number };

/**
 * The rows of a list of one issuer, those that name another one left out; `given` counts them all. What cannot be read
 * proves nothing, and is not our fault either: `upstream_unreadable`.
 */
async function rowsOf(ask: Ask, id: EndpointId, query: About, field?: string): Promise<Rows> {
  const text = await ask(id, query);
  if (text === null) return { rows: [], given: 0, total: 0 };
  const value = readAnswer(text) as Record<string, unknown> | null;
  const rows = field === undefined ? value : value?.[field];
  if (!Array.isArray(rows)) throw new ApiError('upstream_unreadable');
  const given = rows.length;
  dropForeignRows(id, query.customerIssuerId, text, value);
  return { rows, given, total: Number(value?.totalRecords) || 0 };
}

/** True when any certificate is listed, be it alone or in a list (domain §15, row 11); an odd shape proves nothing. */
async function heldEver(ask: Ask, about: About): Promise<boolean> {
  const text = await ask('GetHoldingCertificates', { ...about, filterStatus: 'All' });
  if (text === null) return false;
  const value = readAnswer(text);
  const rows = Array.isArray(value) ? value : [value];
  dropForeignRows('GetHoldingCertificates', about.customerIssuerId, text, rows);
  return rows.some((row) => row !== null && typeof row === 'object' && 'controlCertificateId' in row);
}

/** Something with fields: `null` or a bare text in a list shows nothing. */
const isRow = (row: Row) => row !== null && typeof row === 'object';

const listed =
  (id: EndpointId, field: string): Proof =>
  async (ask, customerIssuerId, object) => {
    const { rows } = await rowsOf(ask, id, { customerIssuerId });
    return rows.some((row) => idOf(row?.[field]) === object);
  };

/** How each kind of object is shown to belong to an issuer (assurance §2.3b, T-05, T-09 to T-11). */
const proofs: Record<'holder' | 'proxy' | 'dividend' | 'transaction', Proof> = {
  holder: async (ask, customerIssuerId, customerShareholderId) => {
    const about = { customerIssuerId, customerShareholderId };
    if ((await rowsOf(ask, 'GetHoldingSummary', about)).rows.some(isRow)) return true;
    // Nothing held now: a closed account is known by its canceled certificates.
    return heldEver(ask, about);
  },
  proxy: listed('GetProxyList', 'proxyId'),
  dividend: listed('GetDividendList', 'dividendId'),
  transaction: async (ask, customerIssuerId, object) => {
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
      const { rows, given, total } = await rowsOf(ask, 'GetTAStatusTransactions', query, 'transactions');
      if (rows.some((row) => idOf(row?.controlTransactionId) === object)) return true;
      start += given;
      if (given === 0 || start >= total) return false;
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

/** As `isShownAt` for a holder, believed for a moment like every proof. */
export async function isHolderAt(
  person: Person,
  { issuer, holder }: { issuer: number; holder: unknown },
  call: Call,
  known?: Membership,
): Promise<boolean> {
  const kind = `holder at ${issuer}`;
  if (known?.find(person, kind, holder) !== undefined) return true;
  if (!(await isShownAt(call, 'holder', issuer, holder))) return false;
  known?.keep(person, kind, holder, issuer);
  return true;
}

/** What shows whose a holder is, so that nothing can be shown before it is asked. */
const holderLists = new Set<EndpointId>(['GetHoldingSummary', 'GetHoldingCertificates']);

/** Whether a call of somebody bound to issuers is itself the question whether a holder is there. */
export const provesHolder = (person: Person, id: EndpointId, input: Readonly<Record<string, unknown>>) =>
  person.issuers !== 'all' && holderLists.has(id) && (input.customerShareholderId ?? null) !== null;

/**
 * The holder that a call names beside its issuer, if it does (assurance T-06). Not those of the two lists that are the
 * proof themselves: an account without holdings has an empty list there.
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
 * For people bound to issuers: the granted issuer that the registry's own lists show to own the object a call names, or
 * the issuer beside which it names a holder; `not_found` when none does, after the very same calls whether it is
 * somebody else's or nobody's. Null for people of all issuers and for calls that name an issuer alone. What was shown is
 * believed for a moment (`known`).
 */
export async function proveObject(
  person: Person,
  id: EndpointId,
  input: Readonly<Record<string, unknown>>,
  call: Call,
  known?: Membership,
): Promise<number | null> {
  if (person.issuers === 'all') return null;
  const beside = holderBeside(id, input);
  if (beside) {
    if (await isHolderAt(person, beside, call, known)) return beside.issuer;
    throw new ApiError('not_found');
  }
  const rule = endpointOf(id).issuer;
  if (rule.by !== 'object') return null;
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
