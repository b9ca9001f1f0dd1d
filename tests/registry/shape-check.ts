import type { z } from 'zod';
import { coreOf, itemOf, objectOf } from '#lib/contract/shape';

/**
 * Where a response differs from its documented shape: a value that does not parse, a missing documented field
 * (the additive ones of 2025-12-12 included), or an undocumented field. Empty when it matches.
 */
export function shapeDifferences(schema: z.ZodType, value: unknown, path = '$'): string[] {
  if (value === null || value === undefined)
    return schema.safeParse(value).success ? [] : [`${path}: ${value}`];
  const item = itemOf(schema);
  if (item) {
    if (!Array.isArray(value)) return [`${path}: not an array`];
    return value.flatMap((each, index) => shapeDifferences(item, each, `${path}[${index}]`));
  }
  const object = objectOf(schema);
  if (object) {
    if (typeof value !== 'object' || Array.isArray(value)) return [`${path}: not an object`];
    const fields = value as Record<string, unknown>;
    const missing = Object.keys(object.shape).filter((name) => !(name in fields));
    const extra = Object.keys(fields).filter((name) => !(name in object.shape));
    return [
      ...missing.map((name) => `${path}.${name}: missing`),
      ...extra.map((name) => `${path}.${name}: not documented`),
      ...Object.entries(object.shape).flatMap(([name, field]) =>
        name in fields ? shapeDifferences(field as z.ZodType, fields[name], `${path}.${name}`) : [],
      ),
    ];
  }
  const core = coreOf(schema);
  // Readers accept digits as text beyond 2^53; the registry itself always writes numbers.
  if (typeof value === 'string' && core.safeParse(1).success) return [`${path}: text instead of a number`];
  const ok = core.safeParse(typeof value === 'bigint' ? value.toString() : value).success;
  return ok ? [] : [`${path}: ${String(value)} does not fit`];
}
