// Renders a report as an XLSX stream.

import { contentKeyword } from '#lib/format/content-digest';
import type { Cell as SheetCell } from '#lib/sheet/cell';
import { type ParameterGroup, parametersSheet } from '#lib/sheet/parameters';
import { type Sheet, writeWorkbook } from '#lib/sheet/workbook';
import type { SheetColumn, SheetRow } from '#lib/sheet/worksheet';
import {
  type Cell,
  type Closing,
  type Column,
  confidentiality,
  type ExtraSheet,
  emptySelection,
  type Fact,
  hasKind,
  type ReportDocument,
  type SubTable,
  type Table,
  type Value,
} from './document.ts';
import { factValue, isLines, isRatio, stamp } from './printed.ts';
import { proofLines } from './proof.ts';

/** What the first pass collects for the sheet "Report", which is written last but shown first. */
type CollectedFacts = { facts: { title?: string; facts: readonly Fact[] }[]; closing?: Closing };

/**
 * A report as an XLSX stream: sheet "Report" with parameters, facts and control totals, then one sheet per
 * table and per detail table, then the extra sheets. Rows beyond a sheet's limit (the format's, or `rowsMax`)
 * continue in 'Name (2)' with the same header.
 */
export function renderXlsx(doc: ReportDocument, rowsMax?: number): AsyncGenerator<Uint8Array> {
  const collected: CollectedFacts = { facts: [] };
  const sheets: Sheet[] = doc.tables.flatMap((table, index) => {
    const main = dataSheet(table.name, mainColumns(table), () =>
      tableRows(doc, table, index === 0 ? collected : undefined),
    );
    const { sub } = table;
    if (!sub) return [main];
    return [main, dataSheet(sub.name, subColumns(table, sub), () => subRows(doc, table, sub))];
  });
  for (const extra of doc.extraSheets ?? []) {
    sheets.push(dataSheet(extra.name, extra.columns, () => extraRows(doc, extra)));
  }
  sheets.push(parametersSheet('Report', doc.title, () => reportGroups(doc, collected)));
  return writeWorkbook({
    sheets,
    title: `${doc.title} – ${doc.issuerLine}`,
    author: doc.agentName,
    date: doc.generatedAt.slice(0, 10),
    keywords: () => {
      const digest = collected.closing?.contentDigest;
      return digest && contentKeyword(digest);
    },
    ...(rowsMax !== undefined && { rowsMax }),
  });
}

function dataSheet(name: string, columns: readonly Column[], rows: () => AsyncGenerator<SheetRow>): Sheet {
  return { name, columns: columns.map(sheetColumn), rows, autofilter: true };
}

function sheetColumn({ header, kind, weight }: Column): SheetColumn {
  return { header, kind, width: Math.max(weight, header.length + 3, 10) };
}

function mainColumns(table: Table): readonly Column[] {
  if (!table.sectionColumn) return table.columns;
  return [{ header: table.sectionColumn, kind: 'text', weight: 18 }, ...table.columns];
}

function subColumns(table: Table, sub: SubTable): readonly Column[] {
  return [...keysOf(table, sub), ...sub.columns];
}

function keysOf(table: Table, sub: SubTable): Column[] {
  return sub.keys.flatMap((index) => table.columns[index] ?? []);
}

async function* tableRows(
  doc: ReportDocument,
  table: Table,
  collected: CollectedFacts | undefined,
): AsyncGenerator<SheetRow> {
  const reading = doc.open();
  let current = doc.tables[0].id;
  let lead: SheetCell[] = table.sectionColumn ? [null] : [];
  let count = 0;
  for await (const item of reading.items) {
    if (item.kind === 'facts' && !item.pdfOnly) collected?.facts.push(item);
    if (item.kind === 'section') {
      current = item.table;
      if (table.sectionColumn) lead = [item.title ?? null];
    }
    if (current !== table.id) continue;
    if (item.kind === 'row') {
      count += 1;
      yield sheetCells(item.cells, table.columns, lead);
    } else if (item.kind === 'total') {
      yield { bold: true, cells: sheetCells(item.cells, table.columns, lead) };
    }
  }
  if (count === 0) yield emptyRow(doc);
  if (collected) collected.closing = await reading.closing();
}

async function* subRows(doc: ReportDocument, table: Table, sub: SubTable): AsyncGenerator<SheetRow> {
  let current = doc.tables[0].id;
  let keys: SheetCell[] = [];
  let count = 0;
  for await (const item of doc.open().items) {
    if (item.kind === 'section') current = item.table;
    if (current !== table.id) continue;
    if (item.kind === 'row') {
      const cells = sub.keys.map((index) => item.cells[index] ?? null);
      keys = sheetCells(cells, keysOf(table, sub));
    } else if (item.kind === 'sub') {
      count += 1;
      yield sheetCells(item.cells, sub.columns, keys);
    }
  }
  if (count === 0) yield emptyRow(doc);
}

async function* extraRows(doc: ReportDocument, { columns, rows }: ExtraSheet): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const row of rows()) {
    count += 1;
    yield sheetCells(row, columns);
  }
  if (count === 0) yield emptyRow(doc);
}

/** A note on a sheet without records, so that it does not look like an error. */
function emptyRow(doc: ReportDocument): SheetRow {
  return [{ kind: 'text', value: doc.emptyText ?? emptySelection }];
}

function sheetCells(
  cells: readonly Cell[],
  columns: readonly Column[],
  lead: readonly SheetCell[] = [],
): SheetCell[] {
  const row = [...lead];
  for (let index = 0; index < columns.length; index += 1) {
    const cell = cells[index];
    if (cell === null || cell === undefined) row.push(null);
    else if (typeof cell !== 'object') row.push(cell);
    else if (!hasKind(cell)) row.push(sheetValue(cell));
    else if (cell.kind === 'link') row.push(cell);
    else if (cell.kind !== columns[index]?.kind) row.push({ kind: cell.kind, value: sheetValue(cell.value) });
    else row.push(sheetValue(cell.value));
  }
  return row;
}

function sheetValue(value: Value): string | number | bigint | boolean | null {
  if (value === null) return null;
  if (isLines(value)) return value.filter(Boolean).join(' ');
  if (isRatio(value)) return value.whole === 0n ? null : Number(value.part) / Number(value.whole);
  return value;
}

function* reportGroups(doc: ReportDocument, collected: CollectedFacts): Generator<ParameterGroup> {
  const about: [string, string | undefined][] = [
    ['Issuer', doc.issuerLine],
    ['Period', doc.asOfLine],
    ['Transfer agent', doc.agentName],
    ['Environment', doc.environmentLine],
    ['Report id', doc.reportId],
    ['Generated', stamp(doc.generatedAt)],
    ['Prepared by', doc.preparedBy],
    ['Notice', confidentiality],
  ];
  yield { rows: about.flatMap(([label, value]) => (value ? [[label, value] as const] : [])) };
  if (doc.filters.length > 0) yield { heading: 'Filters', rows: doc.filters };
  for (const { title, facts } of collected.facts) yield { heading: title, rows: facts.map(factRow) };
  const { closing } = collected;
  if (!closing) return;
  if (closing.totals.length > 0) yield { heading: 'Control totals', rows: closing.totals.map(factRow) };
  for (const heading of proofLines(closing)) yield { heading, rows: [] };
  if (closing.footnotes?.length)
    yield { heading: 'Notes', rows: closing.footnotes.map((note) => ['', note]) };
}

function factRow([label, cell]: Fact): readonly [string, SheetCell] {
  const { kind, value } = factValue(cell);
  return [label, { kind, value: sheetValue(value) }];
}
