// Finds issuances in the registry's list that a request may have made.

import 'server-only';
import { ApiError } from '#lib/api/error';
import { parseDate } from '#lib/format/dates';
import { callUpstream } from '#lib/upstream/call';
import type { Input } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { dropOtherIssuers, readResponse } from '../response/read.ts';

type Row = Record<string, unknown>;

const rowsMax = 1000;
const pagesMax = 5;

const bare = (value: unknown) =>
  String(value ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

type Match = { name: string; lines: string; day: string };

/**
 * How an issuance appears in the list: first line and all lines of its holder's name, and its effective date.
 */
function matchOf({ effectiveDate, processDate, shareholder }: Input): Match {
  const { name, name2, name3 } = (shareholder ?? {}) as Row;
  return {
    name: bare(name),
    lines: bare([name, name2, name3].join(' ')),
    day: String(effectiveDate ?? processDate),
  };
}

/** Whether entries of the two could be confused. */
export function couldBe(one: Input, other: Input): boolean {
  const [here, there] = [matchOf(one), matchOf(other)];
  return here.day === there.day && (here.name.startsWith(there.name) || there.name.startsWith(here.name));
}

/** Similar entries, and whether every candidate was checked. */
type Alike = { rows: Row[]; whole: boolean };

/**
 * Entries of the registry's list that match this issuance: same first holder, same effective date. The list
 * shows neither shares nor class, so only an entry that was not there before the write is proof. Throws
 * ApiError.
 */
async function alikeRows(context: GatewayContext, input: Input): Promise<Alike> {
  const { customerIssuerId } = input;
  const looks = matchOf(input);
  const { day } = looks;
  const found: Row[] = [];
  const days: (string | null)[] = [];
  for (let page = 0, start = 0; page < pagesMax; page += 1) {
    const text = await callUpstream(context.upstream, 'all', 'GetTAStatusTransactions', {
      customerIssuerId,
      filterTransactionType: 'N',
      transactionStatus: 'All',
      orderBy: 'Descending',
      sortBy: 'EffectiveDate',
      start,
      numberOfRows: rowsMax,
    });
    const response = readResponse(text) as { transactions?: unknown; totalRecords?: unknown } | null;
    const total = Number(response?.totalRecords ?? Number.NaN);
    // A missing list does not mean an empty one.
    if (!Array.isArray(response?.transactions) && total !== 0) throw new ApiError('upstream_unreadable');
    const rows = (response?.transactions ?? []) as (Row | null)[];
    const given = rows.length;
    start += given;
    dropOtherIssuers('GetTAStatusTransactions', Number(customerIssuerId), response);
    found.push(...rows.filter((row): row is Row => row !== null && isAlike(row, looks)));
    if (start >= total || given === 0) return { rows: found, whole: !(start < total) };
    days.push(...rows.map((row) => parseDate(String(row?.effectiveDate ?? ''))));
    // Newest first: no further entries of that date follow. In any other order, reading continues.
    const last = days.at(-1);
    if (last && last < day && falls(days)) return { rows: found, whole: true };
  }
  return { rows: found, whole: false };
}

/** Entries of a single date do not show how a list is sorted. */
function falls(days: readonly (string | null)[]): boolean {
  const [first] = days;
  const never = days.every((one, at) => one !== null && (at === 0 || one <= (days[at - 1] ?? '')));
  return never && first !== days.at(-1);
}

/** A registry may show only the first line, all lines, or the first of several holders and more. */
function isAlike(row: Row, { name, lines, day }: Match): boolean {
  const effective = parseDate(String(row.effectiveDate ?? ''));
  const issuedTo = bare(row.issuedTo);
  const isNamed = issuedTo.startsWith(name) && (issuedTo.startsWith(lines) || lines.startsWith(issuedTo));
  return name !== '' && issuedTo !== '' && isNamed && (!effective || effective === day);
}

/** Keys of the matching entries before it is sent; null for a list too long to read. Throws ApiError. */
export async function matchingIssuances(
  context: GatewayContext,
  input: Input,
): Promise<{ alike: string[] } | null> {
  const { rows, whole } = await alikeRows(context, input);
  return whole ? { alike: rows.map((row) => String(row.controlTransactionId)) } : null;
}

/** The entries added since. Throws ApiError. */
export async function issuancesSince(
  context: GatewayContext,
  input: Input,
  alike: readonly string[],
): Promise<Alike> {
  const { rows, whole } = await alikeRows(context, input);
  return { whole, rows: rows.filter((row) => !alike.includes(String(row.controlTransactionId))) };
}
