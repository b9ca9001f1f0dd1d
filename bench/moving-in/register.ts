// Generates a large register as CSV files in a ZIP archive.

import { addDays } from '#lib/format/dates';
import { csvRow } from '#lib/sheet/csv';
import { writeZip } from '#lib/sheet/zip';
import type { ZipEntry } from '#lib/sheet/zip-stream';
import { csvName, type SheetFields } from '#registry/import/fields/field';
import { sheetOf } from '#registry/import/fields/index';

type Values = Readonly<Record<string, string | bigint>>;

const given = ['MARIA', 'JOHN', 'WEI', 'AMARA', 'JOSÉ', 'INGRID', 'RAVI', 'LEILA', 'TOMASZ', 'HANA'];
const families = [
  'SAMPLE',
  'OKAFOR',
  'LINDQVIST',
  'MARTÍNEZ',
  'CHEN',
  "O'BRIEN",
  'HADDAD',
  'KOWALSKI',
  'IYER',
];
const places = [
  ['Dover', 'DE', '19901'],
  ['Boston', 'MA', '02108'],
  ['Austin', 'TX', '78701'],
  ['Sacramento', 'CA', '95814'],
  ['Albany', 'NY', '12207'],
] as const;
const classes = [
  { name: 'Common', code: 'C', paper: 'CS', book: 'BE' },
  { name: 'Series A', code: 'P', series: 'A', paper: 'PA', book: 'PB' },
] as const;
const opened = '2012-01-09';
const asOf = '2026-10-30';
/** Days of issue in use, each with a transaction of every class. */
const issueDays = 2_000;

/** A number that looks random, the same for each index. */
const mixed = (index: number) => Math.imul(index + 1, 2_654_435_761) >>> 0;

/** Registers of two issuers have no holder in common: what is in both would need a decision. */
function holderAt(issuer: number, index: number): Values {
  const by = mixed(index);
  const [city, state, postal] = places[by % places.length]!;
  const name = `${given[by % given.length]} ${String.fromCharCode(65 + (by % 26))} ${families[(by >>> 5) % families.length]}`;
  return {
    account: `K${String(index).padStart(8, '0')}`,
    name,
    account_type: 'Individual',
    // From 900 on no number is given out; each is used once.
    tax_id: `9${String(index % 100).padStart(2, '0')}${String(1 + (Math.floor(index / 100) % 99)).padStart(2, '0')}${String(1 + Math.floor(index / 9_900)).padStart(4, '0')}`,
    tax_id_type: 'SSN',
    payee: name,
    is_certified: 'Y',
    address1: `${1 + (by % 9_000)} Quarry Road, Unit ${issuer}`,
    ...{ city, state, postal_code: postal, country: 'US' },
    ...(index % 3 === 0 && { email: `holder${index}@mail.example` }),
  };
}

/**
 * Position `index` of two for each holder: a book entry and a certificate. Every tenth has a tax lot, every hundredth a
 * restriction, every thousandth a stop.
 */
function positionAt(index: number) {
  const by = mixed(index);
  const of = classes[by % 8 === 0 ? 1 : 0]!;
  const isPaper = index % 2 === 1;
  const isRestricted = index % 100 === 0;
  return {
    class: of.name,
    account: `K${String(index >> 1).padStart(8, '0')}`,
    form: isPaper ? 'Certificate' : 'BookEntry',
    prefix: isPaper ? of.paper : of.book,
    number: String(index + 1),
    shares: BigInt(1 + (by % 5_000)),
    restriction: isRestricted ? 'R' : 'N',
    ...(isRestricted && {
      legend: 'These securities have not been registered under the Securities Act of 1933.',
    }),
    issued_on: addDays(opened, (by % issueDays) + 1),
  };
}

function* positions(count: number): Generator<ReturnType<typeof positionAt>> {
  for (let index = 0; index < count; index += 1) yield positionAt(index);
}

function* lots(count: number): Generator<Values> {
  for (let index = 0; index < count; index += 10) {
    const { class: of, prefix, number, shares, issued_on: acquired } = positionAt(index);
    const lot = {
      class: of,
      prefix,
      number,
      acquired_on: acquired,
      cost_per_share: '12.50',
      is_covered: 'Y',
    };
    yield { ...lot, lot: '1', shares };
  }
}

function* stops(count: number): Generator<Values> {
  for (let index = 0; index < count; index += 1_000) {
    const { class: of, prefix, number } = positionAt(index);
    yield { class: of, prefix, number, kind: 'Adverse claim', placed_on: '2024-05-01' };
  }
}

function totalsOf(count: number): Values[] {
  return classes.flatMap(({ name }) => {
    const accounts = new Set<string>();
    let shares = 0n;
    let rows = 0n;
    for (const one of positions(count)) {
      if (one.class !== name) continue;
      accounts.add(one.account);
      shares += one.shares;
      rows += 1n;
    }
    const total = (measure: string, value: bigint) => ({ class: name, measure, value, stated_by: 'Source' });
    return [
      total('Outstanding', shares),
      total('Holders', BigInt(accounts.size)),
      total('Certificates', rows),
    ];
  });
}

/**
 * A register of so many fictional holders with two positions each, as the CSV files of the template in one ZIP
 * archive. Rows are computed from their number alone, so that the archive is written as a stream and is the same
 * each time.
 */
export function registerArchive(issuer: number, holders: number): AsyncGenerator<Uint8Array> {
  const count = holders * 2;
  const sheets: readonly (readonly [key: string, rows: () => Iterable<Values>])[] = [
    [
      'source',
      () => [
        {
          as_of: asOf,
          name: 'Prior Registrar LLC',
          certified_by: 'Prior Registrar LLC',
          account_prefix: `${issuer}-`,
          certified_on: '2026-11-02',
        },
      ],
    ],
    [
      'issuer',
      () => [
        { customer_id: String(issuer), name: `Large Register ${issuer} Inc.`, kind: 'Delaware corporation' },
      ],
    ],
    [
      'classes',
      () =>
        classes.map((one) => ({
          ...{ name: one.name, code: one.code, is_unlimited: 'N', opened_on: opened },
          ...('series' in one && { series: one.series }),
          ...{ paper_prefix: one.paper, book_prefix: one.book },
        })),
    ],
    [
      'authorized',
      () =>
        classes.map(({ name }) => ({
          ...{
            class: name,
            effective_on: opened,
            shares: 100_000_000_000n,
            authority: 'Certificate of incorporation',
          },
        })),
    ],
    ['holders', () => counted(holders, (index) => holderAt(issuer, index))],
    ['positions', () => positions(count)],
    ['tax_lots', () => lots(count)],
    ['stops', () => stops(count)],
    ['totals', () => totalsOf(count)],
  ];
  return writeZip(entries(sheets), { date: '2026-01-01' });
}

function* counted(count: number, at: (index: number) => Values): Generator<Values> {
  for (let index = 0; index < count; index += 1) yield at(index);
}

function* entries(
  sheets: readonly (readonly [key: string, rows: () => Iterable<Values>])[],
): Generator<ZipEntry> {
  for (const [key, rows] of sheets) {
    const sheet = sheetOf(key);
    yield { name: csvName(sheet), data: lines(sheet, rows()) };
  }
}

function* lines({ fields }: SheetFields, rows: Iterable<Values>): Generator<Uint8Array> {
  let text = csvRow(fields.map(({ name }) => name));
  for (const row of rows) {
    text += csvRow(fields.map(({ key }) => row[key] ?? ''));
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
