// Tests that report files have the expected columns.

import { describe, expect, test } from 'vitest';
import { builtReports, type ReportId } from '#lib/reports/catalogue';
import { sampled } from '#tests/lane';
import type { Registry } from '../boot.ts';
import { cases, fileColumns } from './expected-columns.ts';
import { reportReader } from './report-reader.ts';

const paperOnly: readonly ReportId[] = [
  'GenerateTransactionDetails',
  'GenerateCertifiedList',
  'GenerateProof',
  'GenerateDividendFunding',
  'GenerateQuorumSheet',
  'GenerateBrokerSearchLetter',
];
/** Reports whose columns depend on the object itself. */
const byObject: readonly ReportId[] = ['GenerateDividendDetails'];

/** Workbooks and PDF pages of every report have the columns that are expected of them, written by hand. */
export function reportColumns(registry: () => Registry): void {
  const read = reportReader(registry);

  test('every report is listed', () => {
    for (const id of builtReports) expect(fileColumns(id, {}).columns.length).toBeGreaterThan(0);
    const requested = new Set(cases.map(({ id }) => id));
    expect(builtReports.filter((id) => !requested.has(id))).toEqual(['GenerateMailingLabels']);
  });

  describe('workbooks have the expected columns', () => {
    test.each(cases.filter(({ id }) => !paperOnly.includes(id)))('$id $request', async ({ id, request }) => {
      const book = await read.book(id, request);
      const sheets = book.names.filter((name) => name !== 'Report').map((name) => book.sheet(name).titles);
      const { columns, more } = fileColumns(id, { ...request, isPDF: false });
      const requested = [columns, ...more.map((part) => part.columns)];
      if (byObject.includes(id)) {
        expect(requested).toContainEqual(sheets[0]);
        return;
      }
      // One column per proposal, as many as there are.
      const known = sheets.map((titles) => titles.filter((title) => !/^Proposal (?!1$)\d+$/.test(title)));
      expect(known).toEqual(requested);
    });
  });

  describe('PDF pages have the expected columns', () => {
    test.each(sampled(cases, 3))('$id $request', { tags: ['scaled'] }, async ({ id, request }) => {
      const words = new Set((await read.text(id, request)).split(/\s+/));
      const { columns, more } = fileColumns(id, { ...request, isPDF: true });
      // In the PDF, a book without record differences has no such table.
      const below = id === 'GenerateControlBook' ? [] : more.flatMap((part) => part.columns);
      const requested = byObject.includes(id) ? [] : [...columns, ...below];
      expect(requested.flatMap((title) => title.split(' ')).filter((word) => !words.has(word))).toEqual([]);
    });
  });
}
