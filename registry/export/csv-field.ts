// Writes a value as a CSV field of an archive.

import { isFormulaLike } from '#lib/sheet/formula-like';
import type { ColumnKind } from './tables/table.ts';

/** Kinds that are written in quotes; all others are written plain. */
const quoted: ReadonlySet<ColumnKind> = new Set(['text', 'holder', 'counter']);

/**
 * A value as a CSV field: nothing for null, text always in quotes. Text that a spreadsheet program might read as a
 * formula, or that begins with an apostrophe, gets one apostrophe in front; a reader takes one away.
 */
export function fieldText(kind: ColumnKind, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (!quoted.has(kind)) return text;
  const safe = isFormulaLike(text) || text.startsWith("'") ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
