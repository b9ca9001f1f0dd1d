// Tests of both formats of every report: name, type, headers and footers.

import { expect, test } from 'vitest';
import type { EndpointId } from '#lib/contract/index';
import { readPdf } from '#registry/render/pdf/pdf-for-tests';
import { nodesOf, readStructure } from '#registry/render/pdf/structure-for-tests';
import { sampled } from '#tests/lane';
import type { Registry } from '../boot.ts';
import { reportReader, textOf, workbook } from './report-reader.ts';
import { reports } from './report-requests.ts';

/** Reports that go to a holder or a broker. */
const sent: readonly EndpointId[] = [
  'GenerateBrokerSearchLetter',
  'GenerateHoldingsStatement',
  'GenerateDRSStatement',
];

/** Both formats of every report: named, typed, readable, with headers and footers. */
export function reportForms(registry: () => Registry): void {
  const { link, fetched, text } = reportReader(registry);

  test.each(reports)('%s as PDF', async (id, body, name, title) => {
    const url = await link(id, { ...body, isPDF: true });
    expect(url).toMatch(
      new RegExp(`/sandbox/Api/v1/Report/DownloadReport/[0-9a-f]{32}/${name}_20261120\\.pdf/[0-9a-f]{32}$`),
    );
    const file = await fetched(url);
    expect([file.status, file.type, file.bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const read = readPdf(file.bytes);
    const words = textOf(read);
    for (const part of [
      title,
      'Harborline Registry & Transfer LLC',
      'Only fictional data – sandbox',
      `(${/_(\d{4})/.exec(name)?.[1]})`,
      'Page 1 of',
    ]) {
      expect([part, words.includes(part)]).toEqual([part, true]);
    }
    expect(words).toMatch(/^[0-9a-f]{16} {3}· {3}Generated 11\/20\/2026 [\d:]+ UTC(?:[+-]\d\d:\d\d)?$/m);
    // Of a letter the addressee is told who signs it, not who made the file.
    if (!sent.includes(id)) expect(words).toMatch(/^Prepared by .*client \S/m);
    expect(words).not.toContain('out of proof');
    const nodes = [...nodesOf(readStructure(read))];
    expect(nodes.find(({ type }) => type.startsWith('H'))).toMatchObject({ type: 'H1', text: title });
    for (const table of nodes.filter(({ type }) => type === 'Table')) {
      const titles = [...nodesOf(table)].filter(({ type }) => type === 'TH');
      expect(titles.length).toBeGreaterThan(0);
      for (const { attributes } of titles) expect(attributes).toMatch(/\/Scope\/(Column|Row)/);
    }
  });

  test.each(reports)('%s as XLSX', async (id, body, name, title) => {
    const url = await link(id, { ...body, isPDF: false });
    expect(url).toContain(`/${name}_20261120.xlsx/`);
    const file = await fetched(url);
    expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const book = workbook(file.bytes);
    expect(book.names[0]).toBe('Report');
    expect(book.names.length).toBeGreaterThan(1);
    expect(book.labels()[0]).toBe(title);
    expect(book.fact('Issuer')).toMatch(/^[A-Z].* \(10\d\d\)$/);
    expect(book.fact('Period')).toMatch(/\d+\/\d+\/20\d\d(?: \d+:\d\d [AP]M)?$/);
    expect(book.fact('Transfer agent')).toBe('Harborline Registry & Transfer LLC');
    expect(book.fact('Report id')).toMatch(/^[0-9a-f]{16}$/);
    expect(book.fact('Prepared by')).toMatch(/client \S/);
    expect(book.fact('Generated')).toMatch(/^11\/20\/2026 [\d:]+ UTC(?:[+-]\d\d:\d\d)?$/);
    const rows = book.names.slice(1).flatMap((sheet) => book.sheet(sheet).rows);
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(sampled(reports, 6))(
    '%s requested twice gives the same bytes',
    { tags: ['scaled'] },
    async (id, body) => {
      const [first, second] = await Promise.all([1, 2].map(() => link(id, { ...body, isPDF: false })));
      const [a, b] = await Promise.all([fetched(first ?? ''), fetched(second ?? '')]);
      expect(a.bytes.equals(b.bytes)).toBe(true);
    },
  );

  test('transaction details: always a PDF, with its own prefix, served by GET', async () => {
    const url = await link('GenerateTransactionDetails', { controlTransactionId: 100000213 });
    expect(url).toMatch(
      /\/sandbox\/api\/v1\/Transaction\/GenerateTransactionDetails\/[0-9a-f]{32}\/TransactionDetails_1001_20261120\.pdf\/[0-9a-f]{32}$/,
    );
    const file = await fetched(url);
    expect([file.status, file.type]).toEqual([200, 'application/pdf']);
    const words = textOf(readPdf(file.bytes));
    for (const part of ['Forward split', '3 for 2', 'control book: 0']) expect(words).toContain(part);
    // The interface lets the download operation fetch it as well.
    const other = url.replace(
      '/api/v1/Transaction/GenerateTransactionDetails/',
      '/Api/v1/Report/DownloadReport/',
    );
    expect((await fetched(other)).status).toBe(200);
    expect((await fetched(url, 'demo-readonly')).status).toBe(200);
    expect((await fetched(url, null)).status).toBe(401);
    expect((await fetched(`${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`)).status).toBe(404);
  });

  test.each([
    [
      'GenerateIssuerBalance',
      {
        customerIssuerId: 1001,
        CutoffDate: '2026-11-20',
        restrictionStatus: 'All',
        filterSecurityType: { securityTypeCode: 'P', securitySeriesCode: 'C' },
      },
    ],
    [
      'GenerateRejectionList',
      {
        customerIssuerId: 1001,
        type: 'DTCRejection',
        startDate: '1990-01-01',
        endDate: '1990-12-31',
        includeInvoiceNumber: false,
      },
    ],
    [
      'GenerateTransactions',
      {
        customerIssuerId: 1001,
        startDate: '1990-01-01',
        endDate: '1990-01-01',
        filterDateBy: 'ProcessDate',
        transactionTypeCode: 'V',
      },
    ],
    [
      'GenerateTransactionList',
      {
        customerIssuerId: 1001,
        startDate: '1990-01-01',
        endDate: '1990-01-01',
        filterDateBy: 'ReceivedDate',
      },
    ],
    [
      'GenerateHoldingsStatement',
      { customerIssuerId: 1001, Cutoff: '2026-11-20', customerShareholderId: 'NOBODY' },
    ],
    [
      'GenerateOwnershipPercentage',
      {
        customerIssuerId: 1001,
        cutoff: '2026-11-20',
        sortBy: 'Name',
        orderBy: 'Ascending',
        filterSecurityType: { securityTypeCode: 'P' },
      },
    ],
  ] as [EndpointId, object][])('%s without records is a document with that statement', async (id, body) => {
    const reader = reportReader(registry);
    expect(await reader.text(id, body)).toContain('No records for the selection');
    const book = await reader.book(id, body);
    const [sheet = ''] = book.names.slice(1);
    expect(Object.values(book.sheet(sheet).rows[0] ?? {})).toContain('No records for the selection');
  });

  test('an empty DRS statement and an empty label sheet state that there are no records', async () => {
    const drs = { customerIssuerId: 1001, filterSecurityType: '', customerShareholderId: 'NOBODY' };
    expect(await text('GenerateDRSStatement', drs)).toContain('No book-entry position');
    const labels = {
      customerIssuerId: 1007,
      labelType: 'LABEL5160',
      cutoff: '2026-11-20',
      restriction: 'All',
      addressStatus: 'All',
    };
    expect(await text('GenerateMailingLabels', labels)).toContain('No records for the selection');
  });
}
