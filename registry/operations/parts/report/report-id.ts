import { createHash } from 'node:crypto';

/**
 * The id printed on a report: a digest of the request, the time and the register's version. It is not the
 * random code of the link, because the same request on the same books at the same time must give the same
 * bytes.
 */
export function reportId(order: object, issuerVersion: bigint): string {
  return createHash('sha256').update(canonical({ order, issuerVersion })).digest('hex').slice(0, 16);
}

/** JSON with sorted keys, so that the order of the caller's fields does not matter. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .join(',')}}`;
}
