// Tests of the rows of the shareholder list, read back from the workbook.

import { expect, test } from 'vitest';
import { readCells, unzip } from '#lib/sheet/archive-for-tests';
import type { Registry } from '../boot.ts';
import { taxLotColumns } from './column-names.ts';

type Row = Record<string, string>;
type Balance = { className: string; totalOutstandingShares: number; totalShareholder: number };

const all = { certificateInfoStatus: 'All', restrictionStatus: 'All', addressStatus: 'All' };
const outstanding = { ...all, certificateInfoStatus: 'Outstanding' };

/** The content of the shareholder list, read back from the spreadsheet. */
export function lists(registry: () => Registry): void {
  test.each([
    [1001, '2026-11-20'],
    [1001, '2023-06-14'],
    [1003, '2024-12-31'],
    [1008, '2025-12-31'],
  ])('totals of %i at %s equal the balance, class by class', async (customerIssuerId, cutoff) => {
    const rows = (await sheets({ customerIssuerId, cutoff, ...outstanding })).get('Shareholders') ?? [];
    const path = `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${customerIssuerId}&CutoffDate=${cutoff}`;
    for (const balance of (await registry().call(path)).body as Balance[]) {
      const ofClass = rows.filter((row) => row.Class === balance.className);
      expect([ofClass.length, sum(ofClass, 'Total')]).toEqual([
        balance.totalShareholder,
        balance.totalOutstandingShares,
      ]);
    }
  });

  test.each([
    ['addressStatus', 'GoodAddress', 'BadAddress'],
    ['restrictionStatus', 'Restricted', 'NonRestricted'],
  ])('%s: %s and %s add up to the total', async (field, one, other) => {
    const [whole, first, second] = await Promise.all(
      ['All', one, other].map((value) => total({ customerIssuerId: 1008, ...outstanding, [field]: value })),
    );
    expect((first ?? 0) + (second ?? 0)).toBe(whole);
    expect(whole).toBeGreaterThan(0);
  });

  test('canceled certificates are shown separately and never counted', async () => {
    const canceled = { ...all, certificateInfoStatus: 'Canceled' };
    const rows = (await sheets({ customerIssuerId: 1008, ...canceled })).get('Shareholders') ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(sum(rows, 'Total')).toBe(0);
    expect(rows.every((row) => Number(row['Canceled certificates']) > 0)).toBe(true);
    expect(await total({ customerIssuerId: 1008, ...all })).toBe(
      await total({ customerIssuerId: 1008, ...outstanding }),
    );
  });

  test('a cancellation after the cutoff is printed, or left blank on request', {
    tags: ['long'],
  }, async () => {
    const body = {
      customerIssuerId: 1004,
      cutoff: '2024-12-31',
      ...outstanding,
      showCertificateDetails: true,
    };
    const later = (await sheets(body)).get('Certificates')?.filter((row) => row.Canceled) ?? [];
    expect(later.length).toBeGreaterThan(0);
    // Spreadsheet day 45657 is 2024-12-31.
    expect(later.every((row) => Number(row.Canceled) > 45_657 && row.Status === 'Outstanding')).toBe(true);
    const hidden =
      (await sheets({ ...body, hideCanceledDateIfGreaterThanCutoff: true })).get('Certificates') ?? [];
    expect(hidden.filter((row) => row.Canceled)).toEqual([]);
  });

  test('a prefix and an account filter the list; lots are included on request only', async () => {
    const details = { customerIssuerId: 1008, ...outstanding, showCertificateDetails: true };
    const paper = (await sheets({ ...details, prefix: 'cs' })).get('Certificates') ?? [];
    expect(paper.length).toBeGreaterThan(0);
    expect(paper.filter((row) => !row.Certificate?.startsWith('CS-'))).toEqual([]);
    const early = { customerIssuerId: 1004, cutoff: '2023-02-28', ...outstanding, includeTaxLots: true };
    const lots = (await sheets(early)).get('Tax Lots') ?? [];
    const account = lots[0]?.Account ?? '';
    expect(account).not.toBe('No records for the selection');
    expect(Object.keys(lots[0] ?? {})).toEqual(taxLotColumns);
    expect(lots.filter((row) => row.Covered !== 'Y' && row.Covered !== 'N')).toEqual([]);
    // Lots spread by a stock dividend too: compares the total with the cost per share.
    const offBy = (row: Row) =>
      Math.abs(Number(row['Cost/share']) * Number(row.Quantity) - Number(row['Total cost']));
    expect(lots.filter((row) => !(Number(row['Cost/share']) > 0) || offBy(row) > 0.01)).toEqual([]);
    const one = await sheets({ ...early, customerShareholderId: account });
    expect(new Set(one.get('Shareholders')?.map((row) => row.Account))).toEqual(new Set([account]));
    expect(one.get('Tax Lots')).toEqual(lots.filter((row) => row.Account === account));
    expect((await sheets({ ...details, customerShareholderId: 'nobody' })).has('Tax Lots')).toBe(false);
    const nobody = await sheets({ ...details, customerShareholderId: 'nobody' });
    expect(nobody.get('Shareholders')?.map((row) => row.Account)).toEqual(['No records for the selection']);
  });

  test('optional columns appear only on request', async () => {
    const heads = async (options: object) => {
      const rows = (await sheets({ customerIssuerId: 1003, ...outstanding, ...options })).get('Shareholders');
      return Object.keys(rows?.[0] ?? {});
    };
    const plain = await heads({});
    const added = async (options: object) => (await heads(options)).filter((head) => !plain.includes(head));
    expect(plain).toEqual(
      'Account,Registration,Type,Class,Restricted,Unrestricted,Total,Certificates'.split(','),
    );
    expect(await added({ showAddressInfo: true })).toEqual(['Address', 'Mailing address', 'Address status']);
    expect(await added({ showContactInfo: true })).toEqual(['E-mail', 'Phone', 'Second phone']);
    expect(await added({ showTaxId: true })).toEqual(['Tax id type', 'Tax id']);
    expect(await added({ includeAccessCode: true })).toEqual(['Access code']);
  });

  async function total(body: object): Promise<number> {
    return sum((await sheets(body)).get('Shareholders') ?? [], 'Total');
  }

  /** The data sheets of a list by name, each row by column heading. */
  async function sheets(body: object): Promise<Map<string, Row[]>> {
    const { call, origin, tokenFor } = registry();
    const ordered = await call('/api/v1/Report/GenerateShareholderList', { body });
    const { downloadUrl } = ordered.body as { downloadUrl: string };
    const response = await fetch(downloadUrl.replace('http://registry.example', origin), {
      headers: { authorization: `Bearer ${await tokenFor('demo-agent')}` },
    });
    const entries = unzip(Buffer.from(await response.arrayBuffer()));
    const text = (name: string) => entries.get(name)?.toString('utf8') ?? '';
    const names = [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]+)" sheetId="(\d+)"/g)];
    return new Map(names.map(([, name = '', id]) => [name, rowsOf(text(`xl/worksheets/sheet${id}.xml`))]));
  }
}

function rowsOf(xml: string): Row[] {
  const grid: Map<string, string>[] = [];
  for (const [reference, { value }] of readCells(xml)) {
    const [, column = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
    grid[Number(row) - 1] ??= new Map();
    grid[Number(row) - 1]?.set(column, value);
  }
  const [heads = new Map<string, string>(), ...rows] = grid.filter(Boolean);
  return rows.map((row) =>
    Object.fromEntries([...heads].map(([column, head]) => [head, row.get(column) ?? ''])),
  );
}

function sum(rows: readonly Row[], column: string): number {
  return rows.reduce((total, row) => total + Number(row[column]), 0);
}
