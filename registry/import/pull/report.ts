// Types of the rows of a pull, and how it adds a finding at a field of a row.

import { columnLetters } from '#lib/sheet/worksheet';
import { sheets } from '../fields/index.ts';
import { type Finding, type Severity, short } from '../findings.ts';

/** Rows of the sheets of the template by their keys, as the pull makes them. */
export type Values = Readonly<Record<string, string | undefined>>;
export type Rows = Readonly<Record<string, readonly Values[]>>;

/** A field of a row: key of the sheet, index of the row, key of the field. */
export type Place = readonly [sheet: string, index: number, field: string];

/**
 * R01: what the interface does not give. R02: a total of the other registry that disagrees. R03: what was taken in the
 * place of something that is not given. R04: an address that is not whole. R05: transactions that are left out of the history.
 */
export type PullCode = 'R01' | 'R02' | 'R03' | 'R04' | 'R05';

export type Report = (
  place: Place | undefined,
  code: PullCode,
  severity: Severity,
  sentence: string,
  value?: string,
) => void;

/** Headers are in row 1 of the file that is written. */
const firstRow = 2;

export function reportTo(findings: Finding[]): Report {
  return (place, code, severity, sentence, value = '') => {
    const finding = { code, severity, sentence, value: short(value) };
    if (!place) {
      findings.push({ ...finding, sheet: '', row: null, field: '', cell: '' });
      return;
    }
    const [key, index, field] = place;
    const sheet = sheets.find((one) => one.key === key)!;
    const column = sheet.fields.findIndex((one) => one.key === field);
    const row = index + firstRow;
    const cell = column < 0 ? '' : `${columnLetters(column)}${row}`;
    findings.push({ ...finding, sheet: sheet.name, row, field: sheet.fields[column]?.name ?? '', cell });
  };
}
