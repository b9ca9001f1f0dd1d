import 'server-only';
import { type EndpointId, endpointOf } from '../contract/index.ts';

const everyMs = 60_000;
const checkedAt = new Map<EndpointId, number>();

/**
 * Logs, at most once a minute per operation, where a response differs from the contract: field paths, never
 * values. Pages tolerate such responses.
 */
export function logSchemaDrift(id: EndpointId, value: unknown, now = Date.now()): void {
  if (now - (checkedAt.get(id) ?? 0) < everyMs) return;
  checkedAt.set(id, now);
  const parsed = endpointOf(id).response.safeParse(value);
  if (parsed.success) return;
  const fields = [...new Set(parsed.error.issues.map((issue) => issue.path.map(indexless).join('.')))].slice(
    0,
    20,
  );
  console.warn(JSON.stringify({ event: 'answer-drift', endpoint: id, fields }));
}

const indexless = (part: PropertyKey) => (typeof part === 'number' ? '[]' : String(part));
