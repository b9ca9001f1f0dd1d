// Makes one of every kind of workbook that the product writes.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Column, columns } from '#components/table/columns';
import { factsOf } from '#components/table/files/facts';
import { workbookOfShown } from '#components/table/files/workbook';
import { plainView } from '#components/table/layout/view';
import type { Ownership } from '#features/compare/compare';
import { classRolls, type RollInput } from '#features/compare/rolls';
import { rollForwardWorkbook } from '#features/compare/save-roll-forward';
import { trailXlsx } from '#lib/audit/trail-file';
import { endpointOf } from '#lib/contract/index';
import type { Balance } from '#lib/register/capacity';
import { entriesOf } from '#lib/register/transactions/journal';
import { gather } from '#lib/sheet/archive-for-tests';
import { bulkOf, csvOf, issuance, newHolder } from '../agent/bulk-sheets.ts';
import { clerk } from '../agent/items.ts';
import { registersOf } from '../agent/registers.ts';
import type { Registry } from '../boot.ts';
import { writtenRegister } from '../export/workbooks.ts';
import { plantedBook } from '../import/planted.ts';
import { workbook as uploaded } from '../import/workbook.ts';
import { cases } from './expected-columns.ts';
import { reportReader } from './report-reader.ts';

export type Made = {
  name: string;
  /** The source file that writes it. */
  writer: string;
  bytes: Buffer;
};

/** Texts that a spreadsheet program may change: formulas, numbers, days, blanks, signs that XML cannot contain. */
const hardTexts = [
  '=1+1',
  '=HYPERLINK("http://x.example","click")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '+1 555 010 0199',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  '\u0000=1+1',
  '\r\n=1+1',
  '\u001b[31m=1+1',
  '0000123',
  '007',
  '1E5',
  '12345678901234567890',
  '900-01-0001',
  '45402-1234',
  '1/2/2026',
  '2026-11-20',
  'TRUE',
  '50%',
  '$1,200.50',
  ' a blank before and after ',
  'two  blanks',
  'two\nlines',
  'Zoë Ångström & Söhne <GmbH> "Łódź"',
  '山田 太郎',
  'محمد',
  'emoji 😀',
  '_x0041_',
  '#REF!',
  '#N/A',
  'x'.repeat(2_000),
];
const fifteenDigits = 999_999_999_999_999n;

type Hard = { id: string; text: string; shares: bigint; percent: string; money: string; day: string };
const hardColumns: readonly Column<Hard>[] = [
  columns.text('id', 'Account', (row) => row.id),
  columns.text('text', 'Name', (row) => row.text),
  columns.shares('shares', 'Shares', (row) => row.shares, { total: 'sum' }),
  columns.percent('percent', 'Ownership', (row) => row.percent),
  columns.money('money', 'Amount', (row) => row.money),
  columns.money('price', 'Price', (row) => row.money, { perShare: true }),
  columns.date('day', 'Since', (row) => row.day),
];
/** The days before March 1900 are texts: spreadsheet programs do not agree on them. */
const hardDays = ['2024-02-29', '1900-03-01', '1900-02-28', '1899-12-31', '9999-12-31', '2026-11-20'];
const hardShares = [0n, 5n, 1_200n, fifteenDigits, fifteenDigits + 1n, 9_007_199_254_740_993n];
const hardRows: readonly Hard[] = hardTexts.map((text, index) => ({
  id: String(index).padStart(7, '0'),
  text,
  shares: hardShares[index % hardShares.length]!,
  percent: ['0', '0.0001', '33.3333333333333', '100'][index % 4]!,
  money: ['0.01', '-12.5', '99999999999.99', '0'][index % 4]!,
  day: hardDays[index % hardDays.length]!,
}));

const tableFile = () =>
  workbookOfShown(
    {
      label: 'Cap table',
      columns: hardColumns,
      rows: hardRows,
      facts: factsOf({
        about: [
          ['Issuer', 'Larkspur (1001)'],
          ['As of', '2026-06-30'],
        ],
        ...{ columns: hardColumns, view: { ...plainView, q: '=1+1' }, selected: false },
        ...{ count: hardRows.length, total: hardRows.length, noun: ['holder', 'holders'] },
        making: { by: 'Rosa Miller', now: () => '2026-11-20T15:04:05Z' },
      }),
    },
    '2026-11-20',
  );

async function* trailEntries() {
  for (const [index, text] of hardTexts.entries())
    yield {
      ...{ seq: String(index + 1), at: '2026-11-20T00:00:00Z', recorded: '2026-11-19 19:00:00', about: null },
      ...{ person: text, email: 'rosa@harborline.example', action: 'call', words: text, outcome: 'ok' },
      ...{ endpoint: 'GetIssuerBalance', issuer: 1001, object: text, address: '192.0.2.7' },
      ...{ effectiveDate: hardDays[index % hardDays.length]!, before: { name: text }, after: null },
      ...{ detail: { reason: text }, requestId: '0'.repeat(32), hash: 'f'.repeat(64) },
    };
}

/** What the page Compare writes where a registry has no operation for it. */
async function rollForward(registry: Registry) {
  const [issuer, from, to] = [1003, '2025-01-01', '2026-11-20'];
  const get = async (path: string) => (await registry.call(`/api/v1/${path}`)).body;
  const ownership = async (day: string) =>
    (await get(
      `Report/GetOwnershipPercentage?customerIssuerId=${issuer}&cutoff=${day}&sortBy=Shares&orderBy=Descending`,
    )) as Ownership;
  const balances = async (day: string) =>
    (await get(`Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}&CutoffDate=${day}`)) as Balance[];
  const period = { startDate: '2025-01-02', endDate: to, filterDateBy: 'EffectiveDate' };
  const journal = await registry.call(endpointOf('GenerateTransactionList').path, {
    body: { customerIssuerId: issuer, ...period, transactionTypeCode: null, returnJSON: true },
  });
  const input: RollInput = {
    entries: entriesOf(journal.body as never) ?? [],
    ...{ first: await ownership(from), last: await ownership(to) },
    ...{ before: await balances(from), after: await balances(to) },
  };
  const given = { input, rolls: classRolls(input) ?? [], issuer, name: 'Sample', from, to };
  return rollForwardWorkbook(given, new Date('2026-11-20T15:04:05Z'));
}

/** A register with errors and a bulk sheet, as they come back: with comments, and with results. */
async function cameBack(registry: Registry, get: (path: string) => Promise<Buffer>): Promise<Made[]> {
  const planted = await registersOf(registry).checkedOf(clerk, await uploaded(plantedBook()));
  const bulk = bulkOf(registry);
  const posted = await bulk.posted(
    csvOf('issuances', [
      issuance('grants', '0000123', { ...newHolder('=SUM(A1)'), shares: '1200' }),
      issuance('grants', '0000124', { ...newHolder('+PLUS LTD'), shares: '50' }),
    ]),
  );
  const wrong = await bulk.checked(csvOf('issuances', [issuance('@grants', 'nobody', { shares: '-1' })]));
  const findings = 'registry/import/report/findings-workbook.ts';
  const file = (what: string, { registerFileId }: { registerFileId: number }) =>
    get(`/agent/v1/registers/${what}/file?registerFileId=${registerFileId}`);
  return [
    { name: 'register-findings', writer: findings, bytes: await file('findings', planted) },
    { name: 'bulk-findings', writer: findings, bytes: await file('findings', wrong) },
    {
      name: 'bulk-results',
      writer: 'registry/bulk/results-workbook.ts',
      bytes: await file('results', posted),
    },
  ];
}

/** Every kind of workbook that the product makes. Posts a bulk sheet. */
export async function everyWorkbook(registry: Registry): Promise<Made[]> {
  const read = reportReader(() => registry);
  const get = async (path: string) => {
    const { status, bytes } = await read.fetched(`http://registry.example/sandbox${path}`);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return bytes;
  };
  const made: Made[] = [];
  const options = { certificateInfoStatus: 'All', restrictionStatus: 'All', addressStatus: 'All' };
  const everything = {
    ...{ customerIssuerId: 1009, cutoff: '2026-11-20', ...options, showCertificateDetails: true },
    ...{ showAddressInfo: true, showContactInfo: true, showTaxId: true, includeAccessCode: true },
    includeTaxLots: true,
  };
  const requests = cases.filter(({ id }) => endpointOf(id).report?.formats.includes('XLSX'));
  for (const { id, request } of [
    ...requests,
    { id: 'GenerateShareholderList' as const, request: everything },
  ]) {
    const { bytes } = await read.file(id, { ...request, isPDF: false });
    made.push({ name: `${id}-${made.length}`, writer: 'registry/render/xlsx.ts', bytes });
  }
  for (const kind of ['Register', 'Bulk'])
    for (const isExample of [false, true])
      made.push({
        name: `${kind}-${isExample ? 'example' : 'template'}`,
        writer: 'registry/import/template/template.ts',
        bytes: await get(`/agent/v1/registers/template?kind=${kind}&isExample=${isExample}`),
      });
  const folder = mkdtempSync(join(tmpdir(), 'register-'));
  for (const variant of ['Full', 'Masked', 'Plain'] as const)
    made.push({
      name: `register-of-1009-${variant}`,
      writer: 'registry/export/workbook/register-workbook.ts',
      bytes: readFileSync(await writtenRegister(folder, registry.database.pool, 1009, variant)),
    });
  rmSync(folder, { recursive: true });
  made.push(
    {
      name: 'table',
      writer: 'components/table/files/workbook.ts',
      bytes: await gather(tableFile()),
    },
    {
      name: 'roll-forward',
      writer: 'features/compare/save-roll-forward.ts',
      bytes: await gather(await rollForward(registry)),
    },
    {
      name: 'audit-trail',
      writer: 'lib/audit/trail-file.ts',
      bytes: await gather(trailXlsx(trailEntries(), [['Entries', '=1+1']], '2026-11-20')),
    },
    ...(await cameBack(registry, get)),
  );
  return made;
}
