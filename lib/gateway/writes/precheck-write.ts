// Reads the state of the register before a write, and completes its tax IDs.

import 'server-only';
import { redactionsFor } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError, isApiError } from '#lib/api/error';
import type { EndpointId } from '#lib/contract/index';
import { callUpstream } from '#lib/upstream/call';
import type { Behalf } from '#lib/upstream/read-tokens';
import type { Input } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { invalid } from '../request.ts';
import { readResponse, redact } from '../response/read.ts';
import { type Facts, factsOfRecord, seenDigest } from './holder-facts.ts';
import { matchingIssuances } from './issuances.ts';

/** What the form says besides the body. */
export type WriteOptions = {
  confirmedNewIssuer: boolean;
  /** Tax IDs to leave unchanged: the server fills in the number on file, which browsers never get. */
  keep: readonly ('primary' | 'secondary')[];
  /** Digest of the account as the form showed it, `none` for a new one, null where none was shown. */
  seen: string | null;
};

/**
 * For a holder: what was on file, null when nothing was. For an issuance: similar entries that already exist.
 */
export type Before = { facts: Facts | null } | { alike: string[] } | null;

type Row = Record<string, unknown>;

/**
 * The account as the registry has it, with full tax IDs, or null; must never be shown as it is. Throws
 * ApiError.
 */
export async function readAccount(
  context: GatewayContext,
  account: string,
  behalf: Behalf,
): Promise<Row | null> {
  try {
    const text = await callUpstream(context.upstream, behalf, 'GetShareholderDetails', {
      customerShareholderId: account,
    });
    const record = readResponse(text, 'bigint', { operation: 'GetShareholderDetails', account });
    return typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as Row) : null;
  } catch (error) {
    if (isApiError(error) && error.code === 'not_found') return null;
    throw isApiError(error) ? error : new ApiError('upstream_unreadable');
  }
}

const accountOf = (holder: Row) =>
  typeof holder.customerShareholderId === 'string' ? holder.customerShareholderId : null;

/** The holders in a body, each with the path of its fields. */
function holdersIn(id: EndpointId, input: Input): { holder: Row; path: string }[] {
  if (id === 'CreateOrUpdate') return [{ holder: input, path: '' }];
  const lines = (input.certificates ?? []) as readonly { shareholder?: Row }[];
  return [
    ...(input.shareholder ? [{ holder: input.shareholder as Row, path: 'shareholder.' }] : []),
    ...lines.flatMap(({ shareholder }, index) =>
      shareholder ? [{ holder: shareholder, path: `certificates[${index}].shareholder.` }] : [],
    ),
  ];
}

/** The number on file, null for none. If the registry shows it masked, the user has to enter it. */
function numberOnFile(record: Row, name: string, path: string): string | null {
  const digits = String(record[name] ?? '').replace(/[\s-]/g, '');
  if (digits === '') return null;
  if (/^\d{9}$/.test(digits)) return digits;
  throw invalid({ [path + name]: ['The registry does not show the number on file. Re-enter it.'] });
}

/** Fills in the full numbers that the form left unchanged. Modifies `input`. */
async function fillTaxIds(
  id: EndpointId,
  input: Input,
  keep: WriteOptions['keep'],
  read: (account: string) => Promise<Row | null>,
): Promise<void> {
  for (const { holder, path } of holdersIn(id, input)) {
    const account = accountOf(holder);
    const requested = keep.map((side) => `${side}TaxId`).filter((name) => !holder[name]);
    if (account === null || requested.length === 0) continue;
    const record = await read(account);
    if (!record) throw invalid({ [`${path}customerShareholderId`]: ['Account not found.'] });
    for (const name of requested) holder[name] = numberOnFile(record, name, path);
  }
}

function inUse(path: string): ApiError {
  return new ApiError('changed_meanwhile', {
    message: 'An account with this ID already exists. Nothing was sent.',
    fields: { [`${path}customerShareholderId`]: ['This account ID is in use.'] },
  });
}

/** The account as the user's pages show it. */
const shownTo = (context: GatewayContext, user: User, record: Row) =>
  redact(structuredClone(record), redactionsFor(user, 'GetShareholderDetails'), context.upstream.host) as Row;

/**
 * The register's state before the write, with the body completed. Rejects with `changed_meanwhile` when the
 * account differs from the one the form was opened on. Throws ApiError; nothing is sent then.
 */
export async function precheckWrite(
  context: GatewayContext,
  user: User,
  id: EndpointId,
  given: Input,
  options: WriteOptions,
): Promise<{ input: Input; before: Before; expected: 'Create' | 'Update' | null }> {
  const input = structuredClone(given);
  const known = new Map<string, Promise<Row | null>>();
  const read = (account: string) => {
    const found = known.get(account) ?? readAccount(context, account, 'all');
    known.set(account, found);
    return found;
  };
  await fillTaxIds(id, input, options.keep, read);
  if (id !== 'CreateOrUpdate') {
    const account = accountOf((input.shareholder ?? {}) as Row);
    if (options.seen === 'none' && account !== null && (await read(account))) throw inUse('shareholder.');
    return { input, before: await matchingIssuances(context, input).catch(() => null), expected: null };
  }
  const account = accountOf(input);
  if (account === null) return { input, before: null, expected: 'Create' };
  const record = await read(account).catch((error) => {
    if (options.seen !== null) throw error;
    return undefined;
  });
  if (record === undefined) return { input, before: null, expected: null };
  if (
    options.seen !== null &&
    options.seen !== (record ? seenDigest(shownTo(context, user, record)) : 'none')
  ) {
    throw options.seen === 'none' ? inUse('') : new ApiError('changed_meanwhile');
  }
  return {
    input,
    before: { facts: record && factsOfRecord(record) },
    expected: record ? 'Update' : 'Create',
  };
}
