import type { Column } from '../columns.tsx';
import { type FactsGiven, factsOf } from './facts.ts';
import { paced } from './paced.ts';
import { csvOfShown, htmlOfShown, type Shown, tsvOfShown } from './shown.ts';
import { countText } from './words.ts';
import { workbookOfShown } from './workbook.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Beyond this a table in HTML is more than what mail and word processors take. */
const htmlRowsMax = 5_000;

export type Way = 'copy' | 'csv' | 'xlsx';

/** Hands a file to the person. */
function save(file: Blob, fileName: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Writes what is shown as `<fileName>.csv`, in slices, and saves it. */
async function saveCsv<Row>(shown: Shown<Row>, fileName: string): Promise<void> {
  const parts: string[] = [];
  for await (const part of paced(csvOfShown(shown))) parts.push(part);
  save(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
}

/** Writes what is shown as `<fileName>.xlsx`, in slices, and saves it. */
async function saveXlsx<Row>(shown: Shown<Row>, fileName: string, day: string | null): Promise<void> {
  if (!day) throw new Error('A table that writes files stands below MadeOn.');
  const parts: BlobPart[] = [];
  for await (const part of workbookOfShown(shown, day)) parts.push(part as BlobPart);
  save(new Blob(parts, { type: xlsxType }), `${fileName}.xlsx`);
}

/** Puts what is shown on the clipboard, as text and as a table. Throws when the browser does not allow it. */
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

/** What the table knows of what it shows; `shown` are the columns on screen, `columns` all there are. */
type Given<Row> = FactsGiven & {
  label: string;
  shown: readonly Column<Row>[];
  rows: readonly Row[];
  /** Without an ending. */
  fileName: string;
  /** 'yyyy-mm-dd' that an XLSX says it was made on. */
  day: string | null;
};

/** Copies or saves what is shown, with what a file says of itself; gives the words for what was copied. */
export async function handOver<Row>(way: Way, given: Given<Row>): Promise<string | null> {
  const { label, shown, rows, fileName, day, count, noun } = given;
  const what = { label, columns: shown, rows, facts: factsOf(given) };
  if (way === 'csv') await saveCsv(what, fileName);
  else if (way === 'xlsx') await saveXlsx(what, fileName, day);
  else await copyShown(what);
  return way === 'copy' ? `Copied ${countText(count, count, noun)}.` : null;
}
