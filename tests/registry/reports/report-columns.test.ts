import { describe, expect, test } from 'vitest';
import { builtReports, type ReportId } from '#lib/reports/catalogue';
import { fileColumns } from '#lib/reports/columns';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';

const registry = registryOfFile();
const read = reportReader(registry);

const issuer = { customerIssuerId: 1003 };
const day = '2026-11-20';
const period = { startDate: '2025-01-01', endDate: day };
const journal = { ...period, filterDateBy: 'EffectiveDate', transactionTypeCode: null };
const states = { certificateInfoStatus: 'All', restrictionStatus: 'All', addressStatus: 'All' };

/** A request of every report; several where the request changes the columns. */
const requests: Record<ReportId, readonly object[]> = {
  GenerateShareholderList: [{ ...issuer, cutoff: day, ...states, showAddressInfo: true }],
  GenerateHoldingsStatement: [{ ...issuer, Cutoff: day, Status: 'All' }],
  GenerateDRSStatement: [
    { ...issuer, cutoff: day, filterSecurityType: { securityTypeCode: '', securitySeriesCode: '' } },
  ],
  GenerateMailingLabels: [],
  GenerateOwnershipPercentage: [
    { ...issuer, cutoff: day, sortBy: 'Shares', orderBy: 'Descending' },
    { ...issuer, cutoff: day, sortBy: 'Name', orderBy: 'Ascending' },
  ],
  GenerateDilutedPercentage: [{ ...issuer, cutoff: day }],
  GenerateIssuerBalance: [{ ...issuer, CutoffDate: day, restrictionStatus: 'All' }],
  GenerateTransactionList: [
    { ...issuer, ...journal },
    { customerIssuerId: null, ...journal, startDate: '2026-11-01' },
  ],
  GenerateTransactions: [{ ...issuer, ...journal }],
  GenerateTransactionDetails: [{ controlTransactionId: 100001729 }],
  GenerateControlBook: [{ ...issuer, ...period }],
  GenerateRejectionList: [
    { customerIssuerId: 1001, type: null, includeInvoiceNumber: true, ...period },
    { customerIssuerId: null, type: 'DTCRejection', includeInvoiceNumber: false, ...period },
  ],
  GenerateIssuerContacts: [
    { customerIssuerId: 1001, status: 'All' },
    { customerIssuerId: null, status: 'All' },
  ],
  GenerateProxyDetails: [{ customerProxyId: 100000003, includeNotVotedShares: true }],
  GenerateDividendDetails: [{ dividendId: 600000007 }, { dividendId: 100000016 }],
};

const cases = builtReports.flatMap((id) => requests[id].map((request) => ({ id, request })));
const paperOnly: readonly ReportId[] = ['GenerateTransactionDetails'];
/** Reports whose columns depend on the object itself. */
const byObject: readonly ReportId[] = ['GenerateDividendDetails'];

test('no report is left out', () => {
  for (const id of builtReports) expect(fileColumns(id, {}).columns.length).toBeGreaterThan(0);
  expect(builtReports.filter((id) => requests[id].length === 0)).toEqual(['GenerateMailingLabels']);
});

describe('the wizard announces the columns of the workbook', () => {
  test.each(cases.filter(({ id }) => !paperOnly.includes(id)))('$id $request', async ({ id, request }) => {
    const book = await read.book(id, request);
    const sheets = book.names.filter((name) => name !== 'Report').map((name) => book.sheet(name).titles);
    const { columns, more } = fileColumns(id, { ...request, isPDF: false });
    const announced = [columns, ...more.map((part) => part.columns)];
    if (byObject.includes(id)) {
      expect(announced).toContainEqual(sheets[0]);
      return;
    }
    // One column per proposal, as many as there are.
    const known = sheets.map((titles) => titles.filter((title) => !/^Proposal (?!1$)\d+$/.test(title)));
    expect(known).toEqual(announced);
  });
});

describe('and of the pages', () => {
  test.each(cases)('$id $request', async ({ id, request }) => {
    const words = new Set((await read.text(id, request)).split(/\s+/));
    const { columns, more } = fileColumns(id, { ...request, isPDF: true });
    // In the PDF, a book without record differences has no such table.
    const below = id === 'GenerateControlBook' ? [] : more.flatMap((part) => part.columns);
    const announced = byObject.includes(id) ? [] : [...columns, ...below];
    expect(announced.flatMap((title) => title.split(' ')).filter((word) => !words.has(word))).toEqual([]);
  });
});
