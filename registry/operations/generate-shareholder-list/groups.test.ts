import { expect, test } from 'vitest';
import type { SecurityClass } from '#registry/queries/classes';
import type { CertificateRow } from '#registry/queries/reports/certificates-by-holder';
import {
  addEntry,
  detailedEntries,
  type ListSums,
  listGroups,
  summedEntries,
  sumsOf,
} from '../parts/report/shareholder-groups.ts';
import { type ListOptions, listColumns, listRow, subCells } from './columns.ts';

const cutoff = '2026-06-30';

function row(change: Partial<CertificateRow>): CertificateRow {
  return {
    holder_id: 1n,
    customer_id: 'H1',
    name: 'JOHN A SAMPLE &',
    name2: 'MARY B SAMPLE JT TEN',
    name3: '',
    account_type: 'JointTenant',
    primary_tax_id: '900010001',
    primary_tax_id_type: 'SSN',
    access_code: 'ABCD-EFGH',
    bad_address_since: null,
    primary_address: null,
    mailing_address: null,
    class_id: 1n,
    id: 1n,
    prefix: 'CS',
    number: 7n,
    form: 'Certificate',
    shares: 100n,
    restriction: 'N',
    issued_on: '2020-01-01',
    canceled_on: '9999-12-31',
    stops: null,
    ...change,
  };
}

async function* stream<T>(...rows: T[]): AsyncGenerator<T> {
  yield* rows;
}

const grouped = (rows: CertificateRow[]) => Array.fromAsync(listGroups(stream(...rows)));

test('adjacent rows of one holder and class make a group, other classes and holders their own', async () => {
  const groups = await grouped([
    row({}),
    row({ id: 2n }),
    row({ class_id: 2n }),
    row({ holder_id: 2n, class_id: 2n }),
  ]);
  expect(groups.map(({ certificates }) => certificates.length)).toEqual([2, 1, 1]);
  expect(await grouped([])).toEqual([]);
});

test('a certificate canceled on the cutoff does not count, one canceled the day after does', async () => {
  const [group] = await grouped([
    row({ canceled_on: '2026-06-30', shares: 5n }),
    row({ canceled_on: '2026-07-01', shares: 7n, restriction: 'R' }),
    row({ shares: 9n }),
  ]);
  const sums: ListSums = { holders: 1n, outstanding: 16n, restricted: 7n, certificates: 2n, canceled: 1n };
  expect(sumsOf(group!, cutoff)).toEqual(sums);
  const totals = new Map<bigint, ListSums>();
  for await (const entry of detailedEntries(
    stream(...group!.certificates, row({ holder_id: 2n, shares: 0n })),
    cutoff,
  ))
    addEntry(totals, entry);
  expect(totals.get(1n)).toEqual({ ...sums, certificates: 3n });
  const { outstanding, restricted, certificates, canceled } = sums;
  const added = { ...row({}), outstanding, restricted, certificates, canceled };
  totals.clear();
  for await (const entry of summedEntries(stream(added, added))) {
    expect(entry).toMatchObject({ sums, certificates: [] });
    addEntry(totals, entry);
  }
  expect(totals.get(1n)).toEqual({
    holders: 2n,
    outstanding: 32n,
    restricted: 14n,
    certificates: 4n,
    canceled: 2n,
  });
});

const options: ListOptions = {
  isPDF: false,
  showAddressInfo: true,
  showContactInfo: true,
  showTaxId: true,
  includeAccessCode: true,
  showCertificateDetails: true,
  hideCanceledDateIfGreaterThanCutoff: false,
  showCanceled: true,
};
const dollars = { name: '7.5% Debentures', isDollar: true } as SecurityClass;

test.each([true, false])('a row has a cell for every column (PDF %s)', async (isPDF) => {
  const [entry] = await Array.fromAsync(detailedEntries(stream(row({})), cutoff));
  const cells = listRow({ ...options, isPDF })(entry!, dollars);
  expect(cells.length).toBe(listColumns({ ...options, isPDF }).length);
  expect(cells).toContainEqual({ kind: 'dollars', value: 100n });
});

test('a later cancellation is printed unless hidden; an earlier one always is', () => {
  const date = (change: Partial<CertificateRow>, hide: boolean) =>
    subCells(row(change), dollars, cutoff, { ...options, hideCanceledDateIfGreaterThanCutoff: hide })[3];
  expect(date({ canceled_on: '2026-07-01' }, false)).toBe('2026-07-01');
  expect(date({ canceled_on: '2026-07-01' }, true)).toBeNull();
  expect(date({ canceled_on: '2026-06-30' }, true)).toBe('2026-06-30');
  expect(date({}, false)).toBeNull();
});
