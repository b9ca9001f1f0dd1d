import 'server-only';
import { ApiError } from '../api/error.ts';
import type { EndpointId } from '../contract/index.ts';
import { requestIdHere } from '../transport/trace.ts';
import { idOf } from './answer-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** As in redact.ts: no response of the interface is deeper, and a deeper one would overflow the stack. */
const depthMax = 64;
/** A quick check before the walk; an escape may stand for any letter of the name. */
const mayName = /customerissuerid|\\u/i;

/**
 * Drops rows that name another issuer from a response about one issuer, in place and at any depth, and logs it:
 * the registry is trusted for its own issuer's rows, but not for whose they are. A row where the field is
 * missing, null or empty stays; totals stay unchanged. The same for every user who names an issuer. Throws
 * `upstream_unreadable` when the whole response is about another issuer.
 */
export function dropOtherIssuers(id: EndpointId, issuer: number | null, text: string, value: unknown): void {
  if (issuer === null || !mayName.test(text)) return;
  const asked = BigInt(issuer);
  const whole = namesOther(value, asked, depthMax);
  const rows = whole ? 1 : dropIn(value, asked, depthMax);
  if (rows > 0) alarm(id, rows);
  if (whole) throw new ApiError('upstream_unreadable');
}

/**
 * Rejects the record of another account than the requested one: permission and audit are based on the account
 * in the call. A record that names none is accepted; registries write IDs in capitals. Throws
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

/** Number of dropped rows. */
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

/** Whether a row, or an object in it, names another issuer. */
function namesOther(value: unknown, asked: bigint, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (depth <= 0) throw new ApiError('upstream_unreadable');
  return Object.entries(value).some(([name, field]) =>
    name.length === 16 && name.toLowerCase() === 'customerissuerid'
      ? isOther(field, asked)
      : namesOther(field, asked, depth - 1),
  );
}

/** Integers are compared exactly; digits in a text count as the number. */
function isOther(field: unknown, asked: bigint): boolean {
  if (field === null || field === undefined) return false;
  if (typeof field === 'bigint') return field !== asked;
  if (typeof field === 'string' && field.trim() === '') return false;
  return idOf(field) !== Number(asked);
}

const alarmEveryMs = 60_000;
const alarmedAt = new Map<EndpointId, number>();

/** At most once a minute per operation: the operator should check that registry. */
function alarm(endpoint: EndpointId, rows: number, now = Date.now()): void {
  if (now - (alarmedAt.get(endpoint) ?? 0) < alarmEveryMs) return;
  alarmedAt.set(endpoint, now);
  console.error(JSON.stringify({ event: 'foreign-rows', requestId: requestIdHere(), endpoint, rows }));
}
