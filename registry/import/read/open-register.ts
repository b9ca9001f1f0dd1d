// Opens a register file of any accepted form as sheets.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readCsv } from '#lib/sheet/read/csv-reader';
import { unreadable } from '#lib/sheet/read/refusal';
import { isWorkbook, openWorkbook } from '#lib/sheet/read/workbook-reader';
import { openZip, type ZipFile } from '#lib/sheet/read/zip-reader';
import { csvName, type SheetFields } from '../fields/field.ts';
import { sheets } from '../fields/index.ts';
import { historySheets } from '../fields/journal-sheets.ts';
import { openPackage } from '../ocf/open-package.ts';
import type { OcfOptions } from '../ocf/package-to-sheets.ts';
import { isOcfPackage, packageLimits } from '../ocf/read-package.ts';
import { givenJournalName, givenLinesName } from '../pull/journal-files.ts';
import { isPulled, optionalFields, pulledName, readPulled } from '../pull/pulled-file.ts';
import { headerKey } from './header-key.ts';
import type { SheetSource } from './read-sheet.ts';
import type { RegisterFile } from './register-file.ts';

/** Files beside the sheets that hold no rows of a register. */
const textFiles: ReadonlySet<string> = new Set([
  ...['instructions.txt', 'columns.csv', 'lists.csv'],
  ...[pulledName, givenJournalName, givenLinesName],
]);
const historyNames: ReadonlySet<string> = new Set(historySheets.map(csvName));
/** Sheets of the template, and of a workbook that came back from a check, that hold no data. */
const textSheets: ReadonlySet<string> = new Set(['instructions', 'columns', 'lists', 'findings']);

/**
 * Opens a workbook, a ZIP archive of CSV files, a register pulled from another registry, or an Open Cap Table package.
 * Throws a Refusal for anything else.
 */
export async function openRegister(path: string, ocf: OcfOptions = {}): Promise<RegisterFile> {
  let zip = await openZip(path);
  try {
    if (isOcfPackage(zip)) {
      await zip.close();
      zip = await openZip(path, packageLimits.zip);
      return await openPackage(zip, ocf);
    }
    if (!isPulled(zip)) return await openSheets(zip, sheets);
    const { sheets: ofPull, findings } = await readPulled(zip);
    const register = await openSheets(zip, ofPull);
    // An earlier pull kept its journal under the names of sheets that it has not.
    const unknown = register.unknown.filter((name) => !historyNames.has(name));
    return { ...register, unknown, findings, optional: optionalFields, isPulled: true };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

/** A workbook, or an archive of CSV files, with these sheets. Throws a Refusal for anything else. */
export const openSheets = async (zip: ZipFile, sheets: readonly SheetFields[]): Promise<RegisterFile> =>
  isWorkbook(zip) ? await ofWorkbook(zip, sheets) : ofCsv(zip, sheets);

async function ofWorkbook(zip: ZipFile, sheets: readonly SheetFields[]): Promise<RegisterFile> {
  const book = await openWorkbook(zip);
  const parts = new Map<string, (typeof book.sheets)[number][]>();
  const unknown: string[] = [];
  for (const one of book.sheets) {
    const key = headerKey(one.name);
    // Long sheets continue as "Positions 2" or "Positions (2)".
    const isOf = ({ name }: SheetFields) => key.replace(/ \d{1,2}$/, '') === headerKey(name);
    const sheet = sheets.find(isOf);
    if (sheet) parts.set(sheet.key, [...(parts.get(sheet.key) ?? []), one]);
    else if (!textSheets.has(key)) unknown.push(one.name);
  }
  const found = [...parts].map(([key, readers]): [string, SheetSource[]] => [
    key,
    readers.map(({ name, rows }) => ({ name, rows, isCsv: false })),
  ]);
  const close = async () => {
    book.close();
    await zip.close();
  };
  return { is1904: book.is1904, sheets: new Map(found), unknown, close };
}

function ofCsv(zip: ZipFile, sheets: readonly SheetFields[]): RegisterFile {
  const found = new Map<string, SheetSource[]>();
  const unknown: string[] = [];
  for (const name of zip.names) {
    const file = name.toLowerCase();
    const sheet = sheets.find((one) => csvName(one) === file);
    if (sheet)
      found.set(sheet.key, [
        { name: sheet.name, rows: () => readCsv(name, zip.read(name, { anyRatio: true })), isCsv: true },
      ]);
    else if (!textFiles.has(file)) unknown.push(name);
  }
  if (found.size === 0)
    throw unreadable('it holds neither a workbook nor CSV files with the names of the template');
  return { is1904: false, sheets: found, unknown, close: () => zip.close() };
}

/** The SHA-256 of a file. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
