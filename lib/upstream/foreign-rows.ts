import 'server-only';
import { ApiError } from '../api/error.ts';
import type { EndpointId } from '../contract/index.ts';
import { requestIdHere } from '../transport/trace.ts';
import { idOf } from './answer-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** As for the redaction: no answer of the interface is deeper, a deeper one would break the stack. */
const depthMax = 64;
/** Looked for before anything is walked; an escape may stand for any letter of the name. */
const mayName = /customerissuerid|\\u/i;

/**
 * Takes the rows that name another issuer out of an answer about one issuer, in place and at any depth, and says so in
 * the log: the registry is believed about its own issuer's rows, not about whose they are. A row without the field, or
 * with null or nothing in it, names nobody and stays; totals stay as given. The same for everybody who names an issuer.
 * Throws `upstream_unreadable` when the answer as a whole is about another issuer.
 */
export function dropForeignRows(id: EndpointId, issuer: number | null, text: string, value: unknown): void {
  if (issuer === null || !mayName.test(text)) return;
  const asked = BigInt(issuer);
  const whole = namesOther(value, asked, depthMax);
  const rows = whole ? 1 : dropIn(value, asked, depthMax);
  if (rows > 0) alarm(id, rows);
  if (whole) throw new ApiError('upstream_unreadable');
}

/**
 * Refuses the record of another account than the one asked for: what may be seen, and what the trail says was seen, is
 * decided by the account in the call. A record that names none is believed; registries write ids in capitals. Throws
 * `upstream_unreadable`.
 */
export function refuseOtherAccount(id: EndpointId, input: Fields, value: unknown): void {
  if (id !== 'GetShareholderDetails' || typeof value !== 'object' || value === null) return;
  const bare = (account: unknown) =>
    String(account ?? '')
      .trim()
      .toLowerCase();
  const named = bare((value as Fields).customerShareholderId);
  if (named === '' || named === bare(input.customerShareholderId)) return;
  alarm(id, 1);
  throw new ApiError('upstream_unreadable');
}

/** How many rows went. */
function dropIn(value: unknown, asked: bigint, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) throw new ApiError('upstream_unreadable');
  if (!Array.isArray(value)) {
    return Object.values(value).reduce<number>((sum, inner) => sum + dropIn(inner, asked, depth - 1), 0);
  }
  let stay = 0;
  let inside = 0;
  for (const row of value) {
    if (namesOther(row, asked, depth - 1)) continue;
    inside += dropIn(row, asked, depth - 1);
    value[stay] = row;
    stay += 1;
  }
  const gone = value.length - stay;
  value.length = stay;
  return gone + inside;
}

/** Whether a row, or an object that is a part of it, says whose it is and means somebody else. */
function namesOther(value: unknown, asked: bigint, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (depth <= 0) throw new ApiError('upstream_unreadable');
  return Object.entries(value).some(([name, field]) =>
    name.length === 16 && name.toLowerCase() === 'customerissuerid'
      ? isOther(field, asked)
      : namesOther(field, asked, depth - 1),
  );
}

/** Integers are compared exactly; digits in a text are the number they say. */
function isOther(field: unknown, asked: bigint): boolean {
  if (field === null || field === undefined) return false;
  if (typeof field === 'bigint') return field !== asked;
  if (typeof field === 'string' && field.trim() === '') return false;
  return idOf(field) !== Number(asked);
}

const alarmEveryMs = 60_000;
const alarmedAt = new Map<EndpointId, number>();

/** At most once a minute per operation, as for a refusal: somebody has to look at that registry. */
function alarm(endpoint: EndpointId, rows: number, now = Date.now()): void {
  if (now - (alarmedAt.get(endpoint) ?? 0) < alarmEveryMs) return;
  alarmedAt.set(endpoint, now);
  console.error(JSON.stringify({ event: 'foreign-rows', requestId: requestIdHere(), endpoint, rows }));
}
