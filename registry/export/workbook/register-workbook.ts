// Writes the register of an issuer as a workbook in the form of the template.

import type { ClientBase } from 'pg';
import type { Variant } from '#lib/contract/agent/register-export';
import { streamRows } from '#lib/postgres/pool';
import type { Cell } from '#lib/sheet/cell';
import { writeWorkbook } from '#lib/sheet/workbook';
import type { SheetFields } from '#registry/import/fields/field';
import { sheets } from '#registry/import/fields/index';
import { rowCells, workbookSheets } from '#registry/import/template/template';
import type { Issuer } from '#registry/queries/issuers';
import { countLeftOut } from '../left-out.ts';
import { exportInstructions, onlyInArchive } from './instructions.ts';
import { sheetRows } from './sheet-rows.ts';
import { type SheetValues, shownIn } from './withhold.ts';

export type WorkbookOptions = {
  issuer: Issuer;
  /**
   * Masked: without access codes, and tax ids with their last four digits. Plain: holders are named by their accounts, tax
   * ids are masked, and texts about persons are left out.
   */
  variant: Variant;
  asOf: string;
  onSheet?: (name: string) => void;
  /** Rows of one worksheet, header included; the limit of the format unless a test sets it. */
  rowsMax?: number;
};

export type WorkbookSummary = {
  issuer: string;
  /** Rows by sheet. */
  sheets: Record<string, number>;
  /** What only an archive carries, a line each. */
  listed: string[];
};

/** Records of which the workbook has a sheet. */
const withSheet = new Set([
  'Stops',
  'Open record differences',
  'Contacts of the issuer',
  'Closing prices',
  'Members of the reinvestment plan',
]);

/**
 * The register of an issuer as a workbook in the form of the template, with every sheet that has content. `client` must
 * be inside one snapshot and is used until the end; one row in memory at a time.
 */
export async function* registerWorkbook(
  client: ClientBase,
  options: WorkbookOptions,
  onEnd: (summary: WorkbookSummary) => void,
): AsyncGenerator<Uint8Array> {
  const { issuer, asOf, rowsMax } = options;
  const filled: SheetFields[] = [];
  for (const sheet of sheets)
    if (sheet.required || (await hasRows(client, sheet, options))) filled.push(sheet);
  const listed = onlyInArchive(await countLeftOut(client, issuer.id, withSheet));
  const counts: Record<string, number> = {};
  const title = `Register of ${issuer.name} (${issuer.customerId})`;
  yield* writeWorkbook({
    ...{ title, author: 'Sharebook', date: asOf, ...(rowsMax !== undefined && { rowsMax }) },
    partName: (name, part) => `${name} ${part}`,
    sheets: workbookSheets(
      { title, instructions: exportInstructions(options, listed), sheets: filled },
      (sheet) => () => cellsOf(client, sheet, options, counts),
    ),
  });
  onEnd({ issuer: issuer.name, sheets: counts, listed });
}

const parametersOf = ({ issuer, asOf }: WorkbookOptions) => [issuer.id, asOf];

async function hasRows(client: ClientBase, { key }: SheetFields, options: WorkbookOptions): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from (${sheetRows[key]}) as rows limit 1`,
    parametersOf(options),
  );
  return rows.length > 0;
}

async function* cellsOf(
  client: ClientBase,
  sheet: SheetFields,
  options: WorkbookOptions,
  counts: Record<string, number>,
): AsyncGenerator<Cell[]> {
  const { variant, onSheet } = options;
  onSheet?.(sheet.name);
  counts[sheet.name] = 0;
  const rows = streamRows<Record<string, unknown>>(client, sheetRows[sheet.key]!, parametersOf(options));
  for await (const row of rows) {
    counts[sheet.name]! += 1;
    yield rowCells(sheet, shownIn[variant](sheet.key, textsOf(row)));
  }
}

function textsOf(row: Record<string, unknown>): SheetValues {
  const values: SheetValues = {};
  for (const [key, value] of Object.entries(row)) values[key] = textOf(value);
  return values;
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  return String(value);
}
