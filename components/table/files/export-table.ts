// Copies a table, or saves it as CSV or XLSX.

import { saveFile } from '#components/ui/browser/save-file';
import { digestOfText } from '#components/ui/browser/text-digest';
import type { Column } from '../columns.tsx';
import type { Making } from '../made-on.tsx';
import { type FactsGiven, factsOf } from './facts.ts';
import { countText, type Facts } from './row-texts.ts';
import { byteOrderMark, csvFactsOf, csvRowsOf, htmlOfShown, type Shown, tsvOfShown } from './table-text.ts';
import { workbookOfShown } from './workbook.ts';
import { paced } from './yield-to-main.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Above this, mail and word processors cannot handle an HTML table. */
const htmlRowsMax = 5_000;

export type Way = 'copy' | 'csv' | 'xlsx';

/** The rows shown as CSV, and the facts with the digest of that text, which every file states. Written in slices. */
async function withDigest<Row>(shown: Shown<Row>): Promise<{ rows: string[]; facts: Facts }> {
  const rows: string[] = [];
  for await (const part of paced(csvRowsOf(shown))) rows.push(part);
  return { rows, facts: [...shown.facts, ['SHA-256 of the rows', await digestOfText(rows.join(''))]] };
}

/** Writes the rows shown as `<fileName>.csv`, in slices, and saves it. */
async function saveCsv<Row>(shown: Shown<Row>, fileName: string): Promise<void> {
  const { rows, facts } = await withDigest(shown);
  saveFile([byteOrderMark, ...rows, csvFactsOf(facts)], 'text/csv;charset=utf-8', `${fileName}.csv`);
}

/** Writes the rows shown as `<fileName>.xlsx`, in slices, and saves it. */
async function saveXlsx<Row>(shown: Shown<Row>, fileName: string, day: string): Promise<void> {
  const parts: BlobPart[] = [];
  const { facts } = await withDigest(shown);
  for await (const part of workbookOfShown({ ...shown, facts }, day)) parts.push(part as BlobPart);
  saveFile(parts, xlsxType, `${fileName}.xlsx`);
}

/**
 * Copies the rows shown to the clipboard, as text and as a table. Throws when the browser does not allow it.
 */
async function copyShown<Row>(shown: Shown<Row>): Promise<void> {
  const text = tsvOfShown(shown);
  if (typeof ClipboardItem === 'undefined' || shown.rows.length > htmlRowsMax)
    return navigator.clipboard.writeText(text);
  const item = new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([htmlOfShown(shown)], { type: 'text/html' }),
  });
  await navigator.clipboard.write([item]);
}

/** What a table passes to its files; `shown`: columns on screen, `columns`: all columns. */
type Given<Row> = Omit<FactsGiven, 'making'> & {
  label: string;
  shown: readonly Column<Row>[];
  rows: readonly Row[];
  /** Those of them that the totals count. */
  totaled: readonly Row[];
  /** Without an extension. */
  fileName: string;
  making: Making | null;
};

/** Copies or saves the rows shown, with the facts on them; returns a text on what was copied. */
export async function exportTable<Row>(way: Way, given: Given<Row>): Promise<string | null> {
  const { label, shown, rows, totaled, fileName, making, count, noun } = given;
  if (!making) throw new Error('A table that writes files stands below MadeOn.');
  const what = { label, columns: shown, rows, totaled, facts: factsOf({ ...given, making }) };
  if (way === 'csv') await saveCsv(what, fileName);
  else if (way === 'xlsx') await saveXlsx(what, fileName, making.day);
  else await copyShown(what);
  return way === 'copy' ? `Copied ${countText(count, count, noun)}.` : null;
}
