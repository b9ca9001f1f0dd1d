// Type of a check in SQL over all staged rows of a register, with helpers for its sentences.

import type { Severity } from '../findings.ts';
import { partSpan } from '../stage/stage.ts';

/**
 * A check over all staged rows: SQL that gives (row, value, sentence) for each finding. The findings are shown at a field of
 * a sheet, at the row that comes later where two rows do not fit.
 */
export type CrossRowCheck = { code: string; severity: Severity; sheet: string; field: string; sql: string };

export const error = (code: string, sheet: string, field: string, sql: string): CrossRowCheck => ({
  ...{ code, severity: 'error', sheet, field, sql },
});
export const warning = (code: string, sheet: string, field: string, sql: string): CrossRowCheck => ({
  ...{ code, severity: 'warning', sheet, field, sql },
});

/** The number of a row in its own part of the sheet. */
export const shown = (row: string) => `(${row} % ${partSpan})`;
export const named = (of: string) => `${of}.class || ' ' || ${of}.prefix || '-' || ${of}.number`;
export const figure = (of: string) => `trim(to_char(${of}, 'FM999,999,999,999,999,999,999'))`;
