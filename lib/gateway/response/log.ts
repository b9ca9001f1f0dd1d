// Logs responses that differ from the contract or name other issuers.

import 'server-only';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { requestIdHere } from '#lib/transport/trace';

/** Returns a function that is true at most once a minute for each operation. */
function oncePerMinute(): (id: EndpointId) => boolean {
  const at = new Map<EndpointId, number>();
  return (id) => {
    const now = Date.now();
    if (now - (at.get(id) ?? 0) < 60_000) return false;
    at.set(id, now);
    return true;
  };
}

const driftIsDue = oncePerMinute();
const alarmIsDue = oncePerMinute();

/**
 * Compares a sample of the responses with the contract, and logs where one differs: field paths, never values.
 * Pages tolerate such responses.
 */
export function logSchemaDrift(id: EndpointId, value: unknown): void {
  if (!driftIsDue(id)) return;
  const parsed = endpointOf(id).response.safeParse(value);
  if (parsed.success) return;
  const paths = parsed.error.issues.map(({ path }) => path.map(indexless).join('.'));
  const fields = [...new Set(paths)].slice(0, 20);
  console.warn(JSON.stringify({ event: 'answer-drift', endpoint: id, fields }));
}

const indexless = (part: PropertyKey) => (typeof part === 'number' ? '[]' : String(part));

/** Rows that name another issuer were dropped, or a whole response rejected: that registry needs a check. */
export function logOtherIssuer(endpoint: EndpointId, rows: number): void {
  if (!alarmIsDue(endpoint)) return;
  console.error(JSON.stringify({ event: 'foreign-rows', requestId: requestIdHere(), endpoint, rows }));
}
