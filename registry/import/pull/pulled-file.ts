// The file of a pulled register: written, and opened again as sheets.

import { z } from 'zod';
import { parseJson, writeJson } from '#lib/contract/wire/json';
import { writeCsv } from '#lib/sheet/csv';
import { Refusal } from '#lib/sheet/read/refusal';
import type { ZipFile } from '#lib/sheet/read/zip-reader';
import { writeZip } from '#lib/sheet/zip';
import type { ZipEntry } from '#lib/sheet/zip-stream';
import { csvName, type SheetFields } from '../fields/field.ts';
import { sheets } from '../fields/index.ts';
import { historySheets } from '../fields/journal-sheets.ts';
import type { Finding } from '../findings.ts';
import type { RegisterFile } from '../read/register-file.ts';
import type { Comparison } from './compare-totals.ts';
import type { Rows } from './report.ts';

/** The file of a pulled register that says what was found while it was read. */
export const pulledName = 'pulled.json';
const format = 'sharebook-pull/2';
/** Its files journal.csv and journal-lines.csv are what the other registry gave, and no sheets. */
const earlierFormat = 'sharebook-pull/1';
const earlierSheets = sheets.filter((sheet) => !historySheets.includes(sheet));
const bytesMax = 64 * 1024 ** 2;

export type PulledFile = {
  rows: Rows;
  /** More files that are kept with the register. */
  files: readonly (readonly [name: string, text: AsyncIterable<string>])[];
  findings: readonly Finding[];
  comparisons: readonly Comparison[];
};

/**
 * A pulled register as the CSV files of the template in a ZIP archive, with one more file for its findings. It is
 * checked and posted like one that somebody filled.
 */
export function writePulled(pulled: PulledFile, day: string): AsyncGenerator<Uint8Array> {
  return writeZip(entries(pulled), { date: day });
}

function* entries({ rows, files, findings, comparisons }: PulledFile): Generator<ZipEntry> {
  yield { name: pulledName, data: encoded([writeJson({ format, findings, comparisons })]) };
  for (const sheet of sheets) {
    const header = sheet.fields.map(({ name }) => name);
    const values = (rows[sheet.key] ?? []).map((row) => sheet.fields.map(({ key }) => row[key] ?? ''));
    yield { name: csvName(sheet), data: encoded(writeCsv(header, values)) };
  }
  for (const [name, text] of files) yield { name, data: encoded(text) };
}

async function* encoded(text: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of text) yield Buffer.from(piece);
}

export const isPulled = ({ names }: Pick<ZipFile, 'names'>): boolean => names.includes(pulledName);

const shape = z.object({
  format: z.enum([format, earlierFormat]),
  findings: z.array(
    z.object({
      code: z.string().regex(/^R\d\d$/),
      // What ends or blocks the reading is found by the check itself.
      severity: z.enum(['warning', 'note']),
      sheet: z.string().max(100),
      row: z.int().nullable(),
      field: z.string().max(100),
      cell: z.string().max(20),
      value: z.string().max(1000),
      sentence: z.string().max(1000),
    }),
  ),
});

/**
 * Fields that another registry cannot, or need not, fill: an address that is missing and the texts of legends are warnings
 * of their own.
 */
export const optionalFields: RegisterFile['optional'] = new Map([
  ['holders', new Set(['name2', 'address1', 'city', 'state', 'postal_code', 'country'])],
  ['positions', new Set(['legend'])],
  ['issuer', new Set(['state', 'postal_code'])],
]);

/** The sheets of a pulled register, and what was found while it was pulled. Throws a Refusal when the file is not one of ours. */
export async function readPulled(
  zip: ZipFile,
): Promise<{ sheets: readonly SheetFields[]; findings: readonly Finding[] }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of zip.read(pulledName, { anyRatio: true })) {
    bytes += piece.length;
    if (bytes > bytesMax) throw new Refusal('F03', `${pulledName} expands beyond ${bytesMax} bytes.`);
    pieces.push(piece);
  }
  const parsed = parseJson(Buffer.concat(pieces).toString('utf8'), { depth: 8, values: 10_000_000 });
  const pulled = parsed.ok ? shape.safeParse(parsed.value) : undefined;
  if (!pulled?.success) throw new Refusal('F01', `${pulledName} is not one of a pulled register.`);
  return {
    sheets: pulled.data.format === format ? sheets : earlierSheets,
    findings: pulled.data.findings,
  };
}
