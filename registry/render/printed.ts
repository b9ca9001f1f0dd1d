// Formats the values of report cells as printed text.

import { formatNumericDate } from '#lib/format/dates';
import { formatMoney, formatPerShare } from '#lib/format/money';
import { formatPercent } from '#lib/format/percent';
import { formatDollarShares, formatShares } from '#lib/format/shares';
import {
  type Cell,
  hasKind,
  type Kind,
  type Lines,
  type Ratio,
  type TypedValue,
  type Value,
  withoutLink,
} from './document.ts';

/** A value as printed, one string per line; empty for no value. */
export function printed(kind: Kind, value: Value): readonly string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (isLines(value)) return value.filter((line): line is string => Boolean(line));
  if (isRatio(value)) return [formatPercent(value.part, value.whole)];
  switch (kind) {
    case 'shares':
    case 'integer':
      return [formatShares(value)];
    case 'dollars':
      return [formatDollarShares(value)];
    case 'money':
      return [formatMoney(exact(value))];
    case 'price':
      return [formatPerShare(exact(value))];
    case 'date':
      return [formatNumericDate(String(value))];
    default:
      return [String(value)];
  }
}

export function isLines(value: Value): value is Lines {
  return Array.isArray(value);
}

export function isRatio(value: Value): value is Ratio {
  return value !== null && typeof value === 'object' && 'whole' in value;
}

function exact(value: string | bigint | number): string | bigint {
  return typeof value === 'number' ? String(value) : value;
}

/** The generated stamp: date and time as given, with the zone: '11/20/2026 15:04:05 UTC'. */
export function stamp(generatedAt: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.exec(
    generatedAt,
  );
  if (!match) return generatedAt;
  const zone = match[3] === 'Z' ? ' UTC' : match[3] ? ` UTC${match[3]}` : '';
  return `${formatNumericDate(match[1])} ${match[2]}${zone}`;
}

/** The kind of a fact that names none, derived from its value. */
export function factValue(cell: Cell): TypedValue {
  if (hasKind(cell)) return withoutLink(cell);
  if (typeof cell === 'bigint') return { kind: 'shares', value: cell };
  if (typeof cell === 'number') return { kind: 'integer', value: cell };
  if (isRatio(cell)) return { kind: 'percent', value: cell };
  return { kind: 'text', value: cell };
}
