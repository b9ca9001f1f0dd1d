import { type RawRow, sheetLimits } from './cells.ts';
import { unreadable } from './refusal.ts';
import type { StringStore } from './string-store.ts';
import { readNumberStyles } from './styles.ts';
import { collectRows, type SheetContext, unescaped } from './worksheet-rows.ts';
import { attributesOf, parseXml, xmlSteps } from './xml.ts';

export type SheetReader = {
  name: string;
  isHidden: boolean;
  /** The rows with values, in pieces. Ranges of merged cells are added to `merges` by the end. */
  rows(merges: string[]): AsyncGenerator<RawRow[]>;
};

export type WorkbookReader = {
  /** Day numbers count from 1904. */
  is1904: boolean;
  sheets: readonly SheetReader[];
  close(): void;
};

/** What is read of an archive, on a server or in a browser. */
export type ZipParts = {
  /** Paths of the entries. */
  names: readonly string[];
  /** The bytes of an entry. `anyRatio`: for data that is known to repeat itself. */
  read(name: string, options?: { anyRatio?: boolean }): AsyncIterable<Uint8Array>;
};

const root = '_rels/.rels';

export const isWorkbook = ({ names }: Pick<ZipParts, 'names'>): boolean =>
  names.includes('[Content_Types].xml') && names.includes(root);

/**
 * Opens an XLSX workbook for reading row by row. Shared strings are kept in `strings`, which is closed with it. Macros,
 * external links and objects are never read. No Node is needed.
 */
export async function readWorkbook(zip: ZipParts, strings: StringStore): Promise<WorkbookReader> {
  try {
    return await openParts(zip, strings);
  } catch (error) {
    strings.close();
    throw error;
  }
}

async function openParts(zip: ZipParts, strings: StringStore): Promise<WorkbookReader> {
  if ((await contentTypes(zip)).includes('macroEnabled'))
    throw unreadable('it is a workbook with macros. Save it as XLSX');
  const main = (await relations(zip, root)).find(({ type }) => type.endsWith('/officeDocument'))?.target;
  if (!main) throw unreadable('it holds no workbook');
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const parts = await relations(zip, `${folder}_rels/${main.slice(folder.length)}.rels`);
  const ofType = (type: string) => parts.find((part) => part.type.endsWith(`/${type}`))?.target;
  const book = await readBook(zip, main);
  const styles = ofType('styles');
  const numberStyles = styles ? await readNumberStyles(styles, zip.read(styles)) : [];
  await readStrings(zip, ofType('sharedStrings'), strings);
  const sheets = book.sheets.map(({ name, id, isHidden }): SheetReader => {
    const path = parts.find((part) => part.id === id)?.target ?? '';
    const context = { path, limits: sheetLimits, numberStyles, sharedString: strings.get };
    return { name, isHidden, rows: (merges) => sheetRows(zip, context, merges) };
  });
  return { is1904: book.is1904, sheets, close: strings.close };
}

async function* sheetRows(zip: ZipParts, context: SheetContext, merges: string[]): AsyncGenerator<RawRow[]> {
  const rows = collectRows(context);
  for await (const _ of xmlSteps(context.path, zip.read(context.path, { anyRatio: true }), rows)) {
    const ready = rows.take();
    if (ready.length > 0) yield ready;
  }
  const last = rows.take();
  if (last.length > 0) yield last;
  merges.push(...rows.merges);
}

async function contentTypes(zip: ZipParts): Promise<string> {
  let text = '';
  const path = '[Content_Types].xml';
  await parseXml(path, zip.read(path), {
    open(_, attributes) {
      text += attributesOf(path, attributes).ContentType ?? '';
    },
    close() {},
    text() {},
  });
  return text;
}

type Relation = { id: string; type: string; target: string };

/** The relations of a part to parts of the archive, by full path. */
async function relations(zip: ZipParts, path: string): Promise<Relation[]> {
  const found: Relation[] = [];
  if (!zip.names.includes(path)) return found;
  const folder = path.slice(0, path.indexOf('_rels/'));
  await parseXml(path, zip.read(path), {
    open(name, text) {
      const { Id = '', Type = '', Target = '', TargetMode } = attributesOf(path, text);
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}`;
      found.push({ id: Id, type: Type, target });
    },
    close() {},
    text() {},
  });
  return found;
}

async function readBook(zip: ZipParts, path: string) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await parseXml(path, zip.read(path), {
    open(name, text) {
      if (name === 'workbookPr') {
        const { date1904 } = attributesOf(path, text);
        is1904 = date1904 === '1' || date1904 === 'true';
      }
      if (name !== 'sheet') return;
      const { name: tab = '', id = '', state = 'visible' } = attributesOf(path, text);
      sheets.push({ name: unescaped(tab), id, isHidden: state !== 'visible' });
      if (sheets.length > sheetLimits.sheetsMax)
        throw unreadable(`it has more than ${sheetLimits.sheetsMax} sheets`);
    },
    close() {},
    text() {},
  });
  return { sheets, is1904 };
}

/** Shared strings, without the readings of East Asian text beside them. */
async function readStrings(zip: ZipParts, path: string | undefined, strings: StringStore): Promise<void> {
  if (!path) return;
  let text = '';
  let isText = false;
  let phonetic = 0;
  await parseXml(path, zip.read(path, { anyRatio: true }), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') isText = phonetic === 0;
    },
    close(name) {
      if (name === 'si') strings.add(unescaped(text));
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 't') isText = false;
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      if (text.length > 8 * sheetLimits.cellCharsMax) throw unreadable(`${path} has a text that is too long`);
    },
  });
}
