/** @module-tag long */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOf } from '#features/verify/cells';
import { addDays } from '#lib/format/dates';
import { gather, unzip } from '#lib/sheet/archive-for-tests';
import { toDigits } from '#lib/sheet/cell';
import { openBlobZip } from '#lib/sheet/read/blob-zip';
import type { RawCell } from '#lib/sheet/read/cells';
import { cellsLimits } from '#lib/sheet/read/cells-digest';
import { readWorkbook } from '#lib/sheet/read/read-workbook';
import { stringsInMemory } from '#lib/sheet/read/strings-in-memory';
import { columnLetters } from '#lib/sheet/worksheet';
import { writeZip } from '#lib/sheet/zip';
import { registryOfFile } from '../boot.ts';
import { everyWorkbook, type Made } from './every-workbook.ts';
import { asCsv, asWorkbook, openInLibreOffice, whyNoLibreOffice } from './libreoffice.ts';

// Every kind of workbook is opened and recalculated by LibreOffice, saved again, and read.
const reason = whyNoLibreOffice();
if (reason) console.log(`The tests of workbooks in LibreOffice are skipped: ${reason}.`);

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'libreoffice-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Cells = Map<string, RawCell>;
type Sheet = { name: string; isHidden: boolean; rows: number; cells: Cells };

async function sheetsOf(bytes: Buffer): Promise<Sheet[]> {
  const book = await readWorkbook(
    await openBlobZip(new Blob([bytes as Uint8Array<ArrayBuffer>]), cellsLimits),
    stringsInMemory(),
  );
  const sheets: Sheet[] = [];
  for (const { name, isHidden, rows } of book.sheets) {
    const cells: Cells = new Map();
    let last = 0;
    for await (const part of rows([]))
      for (const row of part) {
        last = row.number;
        expect(row.isHidden).toBe(false);
        for (const [column, cell] of row.cells.entries())
          if (cell) cells.set(`${columnLetters(column)}${row.number}`, cell);
      }
    sheets.push({ name, isHidden, rows: last, cells });
  }
  return sheets;
}

/** LibreOffice saves no carriage returns. */
const withLineFeeds = (text: string) => text.replaceAll('\r\n', '\n');

/** Kind, value and format. Programs write 15 to 17 digits of a number; the first 15 are the number. */
const comparable = ({ kind, text, ...format }: RawCell) => ({
  kind,
  value: kind === 'number' || kind === 'date' ? toDigits(Number(text)) : withLineFeeds(text),
  ...format,
});

/** The cells of a CSV file as they are written, texts in quotes, by reference. */
function csvCells(text: string): Map<string, string> {
  const cells = new Map<string, string>();
  let [row, column] = [1, 0];
  for (const [, cell = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n)/g)) {
    if (cell !== '') cells.set(`${columnLetters(column)}${row}`, cell);
    column = end === ',' ? column + 1 : 0;
    if (end === '\n') row += 1;
  }
  return cells;
}

/** A cell in a CSV file: the exact digits, a day as MM/DD/YYYY. */
function inCsv({ kind, text, isPercent }: RawCell): string {
  if (kind === 'text') return `"${withLineFeeds(text).replaceAll('"', '""')}"`;
  if (kind === 'date') {
    const [year, month, day] = addDays('1899-12-30', Number(text)).split('-');
    return `${month}/${day}/${year}`;
  }
  return kind === 'number' ? digits(isPercent ? `${toDigits(Number(text) * 100)}%` : text) : text;
}
const digits = (text: string) =>
  text.endsWith('%') ? `${toDigits(Number(text.slice(0, -1)))}%` : String(toDigits(Number(text)));

/** Texts of comments by reference, of all sheets. */
function commentsOf(bytes: Buffer): string[] {
  const parts = [...unzip(bytes)].filter(([name]) => /comments\d+\.xml$/.test(name));
  return parts
    .flatMap(([, xml]) => [...String(xml).matchAll(/<comment ref="(\w+)".*?<\/comment>/gs)])
    .map(([xml, ref]) => `${ref} ${xml.replace(/<[^>]*>/g, '')}`)
    .sort();
}

/** From which cell on a column offers a list, and which one. LibreOffice saves the lists of the first thousand rows. */
function listsOf(bytes: Buffer): string[] {
  const sheets = [...unzip(bytes)].filter(([name]) => name.startsWith('xl/worksheets/sheet'));
  const rules = sheets.flatMap(([, xml]) => [
    ...String(xml).matchAll(/<dataValidation ([^>]*)><formula1>(.*?)<\/formula1>/g),
  ]);
  return rules
    .map(([, attributes = '', list]) => {
      const [, from, column, last] = /sqref="(([A-Z]+)\d+):\2(\d+)"/.exec(attributes)!;
      expect([column, Number(last)]).toEqual([column, expect.toSatisfy((row: number) => row > 1_000)]);
      return `${from} ${list}`;
    })
    .sort();
}

describe.skipIf(reason)('workbooks in LibreOffice', () => {
  let made: Made[] = [];
  const pathOf = (name: string) => join(folder, `${name}.xlsx`);
  const again = (name: string) => readFileSync(join(folder, 'again', `${name}.xlsx`));

  beforeAll(async () => {
    made = await everyWorkbook(registry());
    for (const { name, bytes } of made) writeFileSync(pathOf(name), bytes);
    // One with a formula whose value is out of date, and one that is cut off: they show that the others are recalculated,
    // and that none is repaired.
    const [list] = made;
    const parts = [...unzip(list!.bytes)].map(([name, data]) => {
      const formula = String(data).replace(/<v>\d+<\/v>/, '<f>SUM(60,41)</f><v>100</v>');
      return { name, data: name === 'xl/worksheets/sheet1.xml' ? Buffer.from(formula) : data };
    });
    writeFileSync(pathOf('out of date'), await gather(writeZip(parts, { date: '2026-11-20' })));
    writeFileSync(pathOf('cut off'), list!.bytes.subarray(0, -400));
    const files = [...made.map(({ name }) => name), 'out of date', 'cut off'].map(pathOf);
    openInLibreOffice(folder, files, asWorkbook, join(folder, 'again'));
    openInLibreOffice(folder, files, asCsv, join(folder, 'csv'));
  }, 600_000);

  test('every file that writes workbooks is covered', () => {
    const writers = globSync('{app,components,demo,features,lib,registry}/**/*.{ts,tsx}').filter(
      (path) =>
        !/^lib\/sheet\/|\.test\.|-for-tests/.test(path) &&
        /\b(writeWorkbook|writeWorkbookInBrowser|workbookParts)\(/.test(readFileSync(path, 'utf8')),
    );
    expect([...new Set(made.map(({ writer }) => writer))].sort()).toEqual(writers.sort());
  });

  test('each is opened as it is; one that is cut off is not', () => {
    expect(made.filter(({ name }) => !existsSync(join(folder, 'again', `${name}.xlsx`)))).toEqual([]);
    expect(existsSync(join(folder, 'again', 'cut off.xlsx'))).toBe(false);
  });

  test('values are computed again', async () => {
    const sheets = await sheetsOf(again('out of date'));
    const formulas = sheets.flatMap(({ cells }) =>
      [...cells.values()].filter(({ kind }) => kind === 'formula'),
    );
    expect(formulas).toEqual([{ kind: 'formula', text: '=SUM(60,41)' }]);
    const xml = [...unzip(again('out of date')).values()].join('\n');
    expect(xml).toMatch(/<f[^>]*>SUM\(60,41\)<\/f><v>101<\/v>/);
  });

  test('sheets, rows, figures, days and texts stay; none is a formula or an error', async () => {
    for (const { name, bytes } of made) {
      const [before, after] = [await sheetsOf(bytes), await sheetsOf(again(name))];
      const shape = (sheets: Sheet[]) =>
        sheets.map(({ cells, ...sheet }) => ({ ...sheet, cells: cells.size }));
      expect([name, shape(after)]).toEqual([name, shape(before)]);
      for (const [index, { cells }] of before.entries()) {
        const changed = [...cells].flatMap(([at, cell]) => {
          const saved = after[index]!.cells.get(at);
          const pair = [cell, saved ?? { kind: 'text' as const, text: '' }].map((one) =>
            JSON.stringify(comparable(one)),
          );
          return pair[0] === pair[1] ? [] : [{ at, before: pair[0], after: pair[1] }];
        });
        expect([name, changed]).toEqual([name, []]);
        const kinds = new Set([...cells.values()].map(({ kind }) => kind));
        expect([name, kinds.has('formula'), kinds.has('error')]).toEqual([name, false, false]);
      }
    }
  });

  test('LibreOffice reads the same: exact digits, days of the calendar, texts that look like formulas or numbers', async () => {
    for (const { name, bytes } of made)
      for (const { name: sheet, cells } of await sheetsOf(bytes)) {
        const csv = csvCells(readFileSync(join(folder, 'csv', `${name}-${sheet}.csv`), 'utf8'));
        const read = (cell: string) => (/^-?[\d.]+(E[+-]?\d+)?%?$/.test(cell) ? digits(cell) : cell);
        const changed = [...cells].flatMap(([at, cell]) => {
          const shown = read(csv.get(at) ?? '');
          return shown === inCsv(cell) ? [] : [{ at, cell, shown }];
        });
        expect([name, sheet, changed, csv.size]).toEqual([name, sheet, [], cells.size]);
      }
  });

  test('the page Verify a file recognizes each one that was saved again', async () => {
    const { signal } = new AbortController();
    const cells = (bytes: Buffer) => cellsOf(new Blob([bytes as Uint8Array<ArrayBuffer>]), signal);
    const digests = new Set<string>();
    for (const { name, bytes } of made) {
      const found = await cells(bytes);
      expect([name, found.kind]).toEqual([name, 'digest']);
      expect([name, await cells(again(name))]).toEqual([name, found]);
      digests.add(JSON.stringify(found));
    }
    expect(digests.size).toBe(made.length);
    expect(digests).not.toContain(JSON.stringify(await cells(again('out of date'))));
  });

  test('comments and lists of values stay', () => {
    let [comments, lists] = [0, 0];
    for (const { name, bytes } of made) {
      const saved = again(name);
      expect([name, commentsOf(saved)]).toEqual([name, commentsOf(bytes)]);
      expect([name, listsOf(saved)]).toEqual([name, listsOf(bytes)]);
      comments += commentsOf(saved).length;
      lists += listsOf(saved).length;
    }
    expect(comments).toBeGreaterThan(40);
    expect(lists).toBeGreaterThan(40);
  });
});
