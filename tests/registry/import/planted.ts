// A sound register, and the same with forty errors, for tests of its check.

import {
  type Book,
  type Cell,
  day,
  errorCell,
  headers,
  logical,
  number,
  type Rows,
  rowOf,
} from './workbook.ts';

/** Rows of a sheet from row 2 on. */
const listed = (name: string, list: Record<string, Cell>[]): Rows =>
  Object.fromEntries([[1, headers(name)], ...list.map((values, index) => [index + 2, rowOf(name, values)])]);

function holder(row: number): Record<string, Cell> {
  return {
    ...{ account: String(9999 + row), name: `HOLDER ${row} SAMPLE`, account_type: 'Individual' },
    ...{
      tax_id: `900-01-${String(row).padStart(4, '0')}`,
      tax_id_type: 'SSN',
      address1: `${row} Fictional Lane`,
    },
    ...{ city: 'Dayton', state: 'OH', postal_code: '45402', country: 'US' },
  };
}

const position = (row: number): Record<string, Cell> => ({
  ...{ class: 'Common', account: String(9999 + 2 + (row % 8)), form: 'Certificate', prefix: 'CS' },
  ...{ number: String(1000 + row), shares: '50000', restriction: 'N', issued_on: '2019-05-01' },
});

/** A register that fits, with sixty holders and one hundred and twenty positions. */
export function soundBook(): Book & { outstanding: number } {
  const holders = Array.from({ length: 60 }, (_, index) => holder(index + 2));
  const positions = Array.from({ length: 120 }, (_, index) => position(index + 2));
  positions[32] = {
    ...position(34),
    class: 'Series A',
    prefix: 'PA',
    issued_on: '2015-02-03',
    shares: '1000',
  };
  return {
    outstanding: 119 * 50_000,
    rows: {
      Source: listed('Source', [
        {
          as_of: '2026-11-30',
          name: 'Prior Registrar LLC',
          certified_by: 'A Clerk',
          certified_on: '2026-12-01',
        },
      ]),
      Issuer: listed('Issuer', [
        { customer_id: '2001', name: 'Kestrel Ridge Inc.', kind: 'Delaware corporation' },
      ]),
      Classes: listed('Classes', [
        {
          name: 'Common',
          code: 'C',
          is_unlimited: 'N',
          has_plan: 'Y',
          paper_prefix: 'CS',
          book_prefix: 'BE',
          opened_on: '2012-01-09',
        },
        {
          name: 'Series A',
          code: 'P',
          series: 'A',
          is_unlimited: 'N',
          paper_prefix: 'PA',
          book_prefix: 'PB',
          opened_on: '2015-01-01',
        },
      ]),
      Authorized: listed('Authorized', [
        {
          class: 'Common',
          effective_on: '2012-01-09',
          shares: '7000000',
          authority: 'Certificate of incorporation',
        },
        {
          class: 'Series A',
          effective_on: '2015-01-01',
          shares: '400000',
          authority: 'Certificate of designation',
        },
      ]),
      Holders: listed('Holders', holders),
      Positions: listed('Positions', positions),
      'Control totals': listed('Control totals', [
        { class: 'Common', measure: 'Outstanding', value: number(String(119 * 50_000)), stated_by: 'Source' },
        { class: 'Common', measure: 'Holders', value: '8', stated_by: 'Source' },
        { class: 'Series A', measure: 'Outstanding', value: '1000', stated_by: 'Source' },
        { class: 'Series A', measure: 'Holders', value: '1', stated_by: 'Source' },
      ]),
    },
  };
}

/** The sound register under another number, with holders of its own, as of a day that has passed. */
export function soundBookOf(customerId: string): Book {
  const book = soundBook();
  book.rows.Issuer![2]!.A = customerId;
  Object.assign(book.rows.Source![2]!, { A: '2026-10-30', D: '2026-11-02' });
  for (const row of Object.values(book.rows.Holders!))
    if (row.A !== 'Account') Object.assign(row, { A: `${customerId}-${row.A}`, B: `${row.B} ${customerId}` });
  for (const row of Object.values(book.rows.Positions!))
    if (row.B !== 'Account') row.B = `${customerId}-${row.B}`;
  return book;
}

type Planted = readonly [sheet: string, at: string, cell: Cell | null, code: string, sentence: string];

/** Forty errors: where each is planted, and the sentence that has to say it there. Null: the row as a whole. */
export const planted: readonly Planted[] = [
  ['Holders', 'AK1', 'Name 2', 'F07', 'Column Name 2 appears twice: C and AK.'],
  ['Holders', 'AJ1', 'Broker rep', 'F08', 'Column Broker rep is not known. Map it or leave it out.'],
  ['Positions', '14', null, 'F11', 'Rows 14–16 are hidden. They are read.'],
  ['Positions', 'A20', null, 'F12', 'Cells A20:A24 are merged. Fill each cell.'],
  ['Positions', 'F10', { formula: 'F9*2' }, 'X01', 'The cell holds a formula, =F9*2. Paste its value.'],
  ['Positions', 'F11', errorCell('#REF!'), 'X02', 'The cell holds the error #REF!.'],
  ['Positions', 'I12', '12/31/198O', 'X03', '12/31/198O is not a date.'],
  ['Positions', 'I13', '03/04/2019', 'X04', '03/04/2019 has two readings. State the date order.'],
  ['Positions', 'I17', '5/6/19', 'X05', '5/6/19 has a year of two digits.'],
  [
    'Positions',
    'J18',
    day(60),
    'X06',
    '60 is 29 February 1900, which does not exist. Write the date as text.',
  ],
  ['Positions', 'F19', number('1000.5'), 'X07', '1000.5 is not a whole number.'],
  ['Positions', 'F25', '1.234', 'X08', '1.234 has two readings. State the decimal mark.'],
  ['Positions', 'N26', '1.23457E+14', 'X09', '1.23457E+14 has lost digits. Enter it as text.'],
  [
    'Positions',
    'N27',
    number('1234567890123456'),
    'X10',
    '1234567890123456 has more than 15 digits as a number. Enter it as text.',
  ],
  ['Holders', 'A30', number('10029'), 'X11', '10029 is stored as a number. Leading zeros may be lost.'],
  ['Holders', 'S5', '2139', 'X12', 'Postal code 2139 has four digits. Is it 02139?'],
  ['Holders', 'B6', logical(true), 'X13', 'TRUE is a logical value. Enter text.'],
  ['Holders', 'B7', 'HOLDER\u0007', 'X14', 'The character U+0007 is not allowed here.'],
  ['Holders', 'B8', 'X'.repeat(112), 'X17', 'The text has 112 characters; Name 1 takes 100.'],
  ['Positions', 'F28', '', 'X18', 'Shares is required.'],
  ['Positions', 'G29', number('144'), 'X19', '144 is not one of N, R, B, A, S, L, O.'],
  ['Holders', 'B9', 'JÃ¶rg', 'X20', 'JÃ¶rg looks wrongly decoded.'],
  ['Classes', 'D2', '100990105', 'I02', 'CUSIP 100990105 fails its check digit.'],
  ['Positions', 'A33', 'Series B', 'I03', 'Class Series B is not on the sheet Classes.'],
  ['Positions', 'I34', '2014-02-03', 'I04', 'Series A was opened on 2015-01-01, after 2014-02-03.'],
  ['Holders', 'A44', '10017', 'H01', 'Account 10017 appears twice, in rows 18 and 44.'],
  [
    'Holders',
    '22',
    null,
    'H02',
    'Rows 21 and 22 have the same name, tax id and address. Merge or keep both.',
  ],
  ['Holders', 'H10', '12345678', 'H05', 'Tax id 12345678 has 8 digits instead of 9. Is a leading zero lost?'],
  ['Holders', 'H11', '046454287', 'H06', '046454287 is not a valid SIN.'],
  ['Holders', 'H12', '666-12-3456', 'H07', '666-12-3456 is never issued as SSN.'],
  ['Holders', 'H13', 'XXX-XX-1234', 'H08', 'XXX-XX-1234 is masked. It is left out.'],
  ['Holders', 'R14', 'XY', 'H09', 'XY is not a state of US.'],
  ['Holders', 'T15', 'UK', 'H10', 'UK is not a country code. Is it GB?'],
  ['Holders', 'C27', null, 'H11', 'JointTenant needs a second name line.'],
  ['Positions', 'B35', '99999', 'P01', '99999 is not on Holders.'],
  ['Positions', 'E77', '118', 'P02', 'Common CS-118 appears twice, in rows 40 and 77.'],
  ['Positions', 'E50', '118A', 'P03', 'Number 118A must be digits. Put letters into the prefix.'],
  ['Positions', 'I41', '2027-01-05', 'P04', '2027-01-05 is after the as-of date 2026-11-30.'],
  ['Positions', 'F42', number('-500'), 'P09', 'Shares -500 must be 1 or more.'],
  [
    'Control totals',
    'C2',
    null,
    'T01',
    'Common, Outstanding: rows 5,999,925, control total 6,000,000, difference 75.',
  ],
];

/** The sound register with the forty errors in it. */
export function plantedBook(): Book {
  const book = soundBook();
  for (const [sheet, at, cell] of planted) {
    if (cell === null) continue;
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(at)!;
    book.rows[sheet]![Number(row)]![letters!] = cell;
  }
  const holders = book.rows.Holders!;
  const positions = book.rows.Positions!;
  holders[11]!.I = 'SIN';
  holders[27]!.F = 'JointTenant';
  holders[22] = { ...holders[21]!, A: '10021' };
  positions[40]!.E = '118';
  for (const row of [21, 22, 23, 24]) delete positions[row]!.A;
  // Common rows that keep their class and shares are left to make up 5,999,925 shares.
  const counted = Object.entries(positions).filter(
    ([row, { A, F }]) => row !== '1' && A === 'Common' && F === '50000',
  );
  const first = positions[Number(counted[0]![0])]!;
  first.F = String(5_999_925 - (counted.length - 1) * 50_000);
  book.rows['Control totals']![2]!.C = number('6000000');
  return {
    ...book,
    hidden: { Positions: [14, 15, 16] },
    merged: { Positions: ['A20:A24'] },
  };
}
