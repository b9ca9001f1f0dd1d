// The parts of an XLSX workbook, in the order in which they are written.

import { escapeXml } from './cell.ts';
import { noteRels, noteShapes, notesXml } from './notes.ts';
import { rowSource } from './rows.ts';
import { stylesXml } from './styles.ts';
import { type SheetLayout, type SheetRow, type WorksheetResult, worksheetXml } from './worksheet.ts';
import type { ZipEntry } from './zip-stream.ts';

export type Sheet = SheetLayout & {
  /** Tab name; made valid and unique (31 characters, none of []:*?/\). */
  name: string;
  /** Read when the sheet is written; a function is called then, not before. */
  rows: Rows | (() => Rows);
  /** Shown as the first tab but written in its order, so that it can hold totals of the others. */
  front?: boolean;
};

type Rows = Iterable<SheetRow> | AsyncIterable<SheetRow>;

export type Workbook = {
  sheets: readonly Sheet[];
  title: string;
  author: string;
  /** 'yyyy-mm-dd' for the document properties and the archive: same input, same bytes. */
  date: string;
  /** Keywords of the document properties, read once the sheets are written. */
  keywords?: () => string | undefined;
  /** Deflate level 1-6; 4 by default. */
  level?: number;
  /** Rows per worksheet, header included; default: the format's limit. */
  rowsMax?: number;
  /** How a sheet is named that continues one before it; default: "Name (2)". */
  partName?: (name: string, part: number) => string;
};

type Placed = WorksheetResult & { name: string; part: number; front: boolean };

/** Office Open XML's limit, header included. */
const sheetRowsMax = 1_048_576;
/** A new worksheet starts before its XML needs ZIP64. */
const sheetBytesMax = 1_000_000_000;
const utf8 = new TextEncoder();

/**
 * The archive entries of an XLSX workbook, in the order they are written. A row source is read only as fast as
 * the entries are; a source longer than a worksheet continues in "Name (2)", header repeated. Works in
 * browsers.
 */
export async function* workbookParts(book: Workbook): AsyncGenerator<ZipEntry> {
  const limits = { rowsMax: Math.min(book.rowsMax ?? sheetRowsMax, sheetRowsMax), bytesMax: sheetBytesMax };
  const placed: Placed[] = [];
  const taken = new Set<string>();
  const noted = new Set<number>();
  const hasFront = book.sheets.some((sheet) => sheet.front);
  yield xml('_rels/.rels', rootRels);
  yield xml('docProps/app.xml', appXml);
  yield xml('xl/styles.xml', stylesXml());
  for (const sheet of book.sheets) {
    const source = rowSource(typeof sheet.rows === 'function' ? sheet.rows() : sheet.rows);
    try {
      let part = 0;
      do {
        part += 1;
        const result: Placed = {
          name:
            book.partName && part > 1
              ? tabName(book.partName(sheet.name, part), 1, taken)
              : tabName(sheet.name, part, taken),
          part: placed.length + 1,
          front: sheet.front === true,
          headerRow: 0,
          filterRef: null,
          notes: [],
        };
        const selected = hasFront ? result.front && part === 1 : placed.length === 0;
        placed.push(result);
        const data = worksheetXml(sheet, source, limits, selected, result);
        yield { name: `xl/worksheets/sheet${result.part}.xml`, data };
        if (result.notes.length === 0) continue;
        yield xml(`xl/worksheets/_rels/sheet${result.part}.xml.rels`, noteRels(result.part));
        yield xml(`xl/comments${result.part}.xml`, notesXml(result.notes));
        yield xml(`xl/drawings/vmlDrawing${result.part}.vml`, noteShapes(result.notes));
        noted.add(result.part);
        result.notes = [];
      } while (await source.more());
    } finally {
      await source.close();
    }
  }
  yield xml('xl/workbook.xml', workbookXml([...placed].sort((a, b) => Number(b.front) - Number(a.front))));
  yield xml('xl/_rels/workbook.xml.rels', workbookRels(placed));
  // Not compressed, so that keywords can be read from the end of the file.
  yield { ...xml('docProps/core.xml', coreXml(book)), store: true };
  yield xml('[Content_Types].xml', contentTypes(placed, noted));
}

/** A valid, unique tab name: 'Holders', 'Holders (2)'. */
function tabName(requested: string, part: number, taken: Set<string>): string {
  const legal =
    requested
      .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replace(/^'+/, '')
      .replace(/^(.*[^'])?'*$/s, '$1')
      .trim() || 'Sheet';
  for (let number = part; ; number += 1) {
    const suffix = number > 1 ? ` (${number})` : '';
    const name = `${legal.slice(0, 31 - suffix.length).trimEnd()}${suffix}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

function xml(name: string, text: string): ZipEntry {
  return {
    name,
    data: utf8.encode(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text.replace(/^<\?xml.*\n/, '')}`,
    ),
  };
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const rootRels = `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${relations}/extended-properties" Target="docProps/app.xml"/></Relationships>`;

const appXml =
  '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Sharebook</Application></Properties>';

function coreXml(book: Workbook): string {
  const stamp = `${book.date}T00:00:00Z`;
  const words = book.keywords?.();
  const keywords = words ? `<cp:keywords>${escapeXml(words)}</cp:keywords>` : '';
  return `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(book.title)}</dc:title><dc:creator>${escapeXml(book.author)}</dc:creator>${keywords}<dcterms:created xsi:type="dcterms:W3CDTF">${stamp}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${stamp}</dcterms:modified></cp:coreProperties>`;
}

function workbookXml(tabs: readonly Placed[]): string {
  const sheets = tabs.map(
    (t) => `<sheet name="${escapeXml(t.name)}" sheetId="${t.part}" r:id="rId${t.part}"/>`,
  );
  const names = tabs.flatMap((tab, index) => {
    const quoted = `'${escapeXml(tab.name).replaceAll("'", "''")}'`;
    const filter = tab.filterRef?.replace(/([A-Z]{1,3})(\d{1,7})/g, '$$$1$$$2');
    return [
      filter &&
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted}!${filter}</definedName>`,
      tab.headerRow > 0 &&
        `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${quoted}!$1:$${tab.headerRow}</definedName>`,
    ].filter(Boolean);
  });
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets.join('')}</sheets>${names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''}</workbook>`;
}

function workbookRels(placed: readonly Placed[]): string {
  const sheets = placed.map(
    (p) =>
      `<Relationship Id="rId${p.part}" Type="${relations}/worksheet" Target="worksheets/sheet${p.part}.xml"/>`,
  );
  return `<Relationships xmlns="${packageRelations}">${sheets.join('')}<Relationship Id="rId${placed.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
}

function contentTypes(placed: readonly Placed[], noted: ReadonlySet<number>): string {
  const sheets = placed.map(
    (p) =>
      `<Override PartName="/xl/worksheets/sheet${p.part}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
  );
  const vml =
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>';
  const notes = [...noted].map(
    (part) => `<Override PartName="/xl/comments${part}.xml" ContentType="${sheetType}.comments+xml"/>`,
  );
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${noted.size > 0 ? vml : ''}<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${sheets.join('')}${notes.join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>`;
}
