// Minimal XLSX and PDF writers, as baseline of the renderers.

import PDFDocument from 'pdfkit';
import { writeZip } from '#lib/sheet/zip';
import { holderAt } from './source.ts';

const piece = 65_536;

/**
 * The minimum cost of a correct sheet with the same figures: placed cells, escaped text, no styles, the same
 * compression.
 */
export function bareXlsx(count: number): AsyncGenerator<Uint8Array> {
  const part = (name: string, text: string) => ({ name, data: Buffer.from(`<?xml version="1.0"?>${text}`) });
  const office = 'application/vnd.openxmlformats';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = (type: string, target: string) =>
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/${type}" Target="${target}"/></Relationships>`;
  return writeZip(
    [
      part(
        '[Content_Types].xml',
        `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="${office}-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
      part('_rels/.rels', related('officeDocument', 'xl/workbook.xml')),
      part(
        'xl/workbook.xml',
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      part('xl/_rels/workbook.xml.rels', related('worksheet', 'worksheets/sheet1.xml')),
      { name: 'xl/worksheets/sheet1.xml', data: bareSheet(count, main) },
    ],
    { date: '2026-11-20' },
  );
}

async function* bareSheet(count: number, main: string): AsyncGenerator<Uint8Array> {
  const escaped = (value: string) =>
    /[<&]/.test(value) ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : value;
  const text = (ref: string, value: string) =>
    `<c r="${ref}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const number = (ref: string, value: bigint) => `<c r="${ref}"><v>${value}</v></c>`;
  let out = `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>`;
  for (let index = 0; index < count; index += 1) {
    const { account, names, type, restricted, total, certificates } = holderAt(index);
    const r = index + 1;
    out += `<row r="${r}">${text(`A${r}`, account)}${text(`B${r}`, names.join(' '))}${text(`C${r}`, type)}`;
    out += `${text(`D${r}`, 'Common Stock')}${number(`E${r}`, restricted)}${number(`F${r}`, total - restricted)}`;
    out += `${number(`G${r}`, total)}${number(`H${r}`, certificates)}</row>`;
    if (out.length < piece) continue;
    yield Buffer.from(out);
    out = '';
  }
  yield Buffer.from(`${out}</sheetData></worksheet>`);
}

const stops = [42, 110, 270, 360, 470, 550, 630, 710];
const linesOfPage = 48;

/**
 * The minimum cost of a PDF with the same figures and library: one show operator per value at a fixed place, a
 * standard font, no measuring, wrapping, digit grouping or headers and footers.
 */
export async function* barePdf(count: number): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({ autoFirstPage: false, size: 'letter', layout: 'landscape', margin: 0 });
  const font = doc.ref({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Helvetica',
    Encoding: 'WinAnsiEncoding',
  });
  font.end(null);
  let operators = '';
  let line = 0;
  const flush = () => {
    if (line === 0) return;
    doc.addPage({ size: 'letter', layout: 'landscape', margin: 0 });
    doc.page.fonts.F1 = font;
    doc.addContent(Buffer.from(`1 0 0 -1 0 612 cm\nBT\n/F1 8 Tf\n${operators}ET`, 'latin1'));
    doc.flushPages();
    // As the kit does: otherwise a written page stays in memory.
    Object.assign(doc.page.dictionary, { data: {} });
    operators = '';
    line = 0;
  };
  for (let index = 0; index < count; index += 1) {
    const { account, names, type, restricted, total, certificates } = holderAt(index);
    const values = [
      account,
      names[0],
      type,
      'Common Stock',
      restricted,
      total - restricted,
      total,
      certificates,
    ];
    for (const [at, value] of values.entries())
      operators += `1 0 0 1 ${stops[at]} ${570 - line * 11} Tm\n(${value})Tj\n`;
    line += 1;
    if (names[1]) {
      operators += `1 0 0 1 ${stops[1]} ${570 - line * 11} Tm\n(${names[1]})Tj\n`;
      line += 1;
    }
    if (line < linesOfPage) continue;
    flush();
    yield taken(doc);
  }
  flush();
  doc.end();
  yield taken(doc);
}

function taken(doc: { read: () => Uint8Array | null }): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let next = doc.read(); next !== null; next = doc.read()) pieces.push(next);
  return Buffer.concat(pieces);
}
