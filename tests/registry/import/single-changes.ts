// Single changes of a sound register, each with everything the check then finds.

import { type Book, day, headers, type Rows, rowOf } from './workbook.ts';

export type Alone = readonly [
  what: string,
  sheet: string,
  change: (rows: Rows, book: Book) => void,
  expected: readonly string[],
];

/** Gives Positions a column of shares for each class, O and P, in place of the columns Class and Shares. */
function byClass(rows: Rows): void {
  for (const [row, { A: ofClass, F: shares, ...others }] of Object.entries(rows)) {
    const own: Rows[number] =
      row === '1'
        ? { O: 'Shares of Common', P: 'shares of SERIES A' }
        : { [ofClass === 'Common' ? 'O' : 'P']: shares! };
    rows[Number(row)] = { ...others, ...own };
  }
}

/** One change of the sound register each, and everything that is then found. */
export const alone: readonly Alone[] = [
  [
    'an issuer that is here already',
    'Issuer',
    (rows) => Object.assign(rows[2]!, { A: '1001' }),
    ['Issuer!A2 I01 Issuer 1001 is already in this registry. A register is brought in as a new issuer.'],
  ],
  [
    'shares beyond the authorized ones, on the first day',
    'Authorized',
    (rows) => Object.assign(rows[2]!, { C: '5900000' }),
    ['Classes!A2 I05 Common on 2019-05-01: issued 5,950,000 and reserved 0 exceed authorized 5,900,000.'],
  ],
  [
    'a class without a limit that has one',
    'Classes',
    (rows) => Object.assign(rows[2]!, { G: 'Y' }),
    [
      'Classes!A2 I07 Class Common is unlimited, but has lines on Authorized. Remove them, or state N in Unlimited.',
    ],
  ],
  [
    'two treasury accounts',
    'Holders',
    (rows) => [60, 61].map((row) => Object.assign(rows[row]!, { G: 'Treasury' })),
    ['Holders!G61 H12 2 accounts have the role Treasury.'],
  ],
  ['a column of shares for each class', 'Positions', byClass, []],
  [
    'a row with shares of two classes, and one with none',
    'Positions',
    (rows, book) => {
      byClass(rows);
      Object.assign(rows[2]!, { P: '5', J: '2020-05-01' });
      Object.assign(rows[3]!, { O: '0' });
      Object.assign(book.rows['Control totals']![2]!, { C: '5900000' });
      Object.assign(book.rows['Control totals']![4]!, { C: '1005' });
    },
    [
      'Positions!null F17 1 row has no shares of any class. It is left out.',
      'Positions!J2 P05 Acquired 2020-05-01 is after issued 2019-05-01.',
    ],
  ],
  [
    'shares of a class that are no number, and a number given twice in its column',
    'Positions',
    (rows, book) => {
      byClass(rows);
      Object.assign(rows[2]!, { O: '1000.5' });
      Object.assign(rows[4]!, { E: '1003' });
      Object.assign(book.rows['Control totals']![2]!, { C: '5900000' });
    },
    [
      'Positions!O2 X07 1000.5 is not a whole number.',
      'Positions!E4 P02 Common CS-1003 appears twice, in rows 3 and 4.',
    ],
  ],
  [
    'a column of shares for a class beside the column Class',
    'Positions',
    (rows) => Object.assign(rows[1]!, { O: 'Shares of Common' }),
    ['Positions!A1 F07 Columns Class (A) and Shares of Common (O) exclude each other. Leave one out.'],
  ],
  [
    'restricted shares of a nominee',
    'Positions',
    (rows, book) => {
      Object.assign(rows[2]!, { G: 'R', H: 'Legend' });
      for (const row of Object.values(book.rows.Holders!))
        if (row.A === rows[2]!.B) Object.assign(row, { F: 'NomineeOrDepository' });
    },
    ['Positions!G2 P07 A depository nominee cannot hold shares restricted R.'],
  ],
  [
    'a restriction without its legend',
    'Positions',
    (rows) => Object.assign(rows[2]!, { G: 'R' }),
    ['Positions!H2 P08 Restriction R has no legend.'],
  ],
  [
    'a position acquired after its issue, and one that is canceled',
    'Positions',
    (rows) => {
      Object.assign(rows[2]!, { J: '2020-05-01' });
      Object.assign(rows[3]!, { K: '2020-05-01' });
    },
    [
      'Positions!J2 P05 Acquired 2020-05-01 is after issued 2019-05-01.',
      'Positions!K3 P06 No line of the journal cancels it. Add its transaction, or leave it out.',
      'Control totals!C2 T01 Common, Outstanding: rows 5,900,000, control total 5,950,000, difference 50,000.',
    ],
  ],
  [
    'numbers that differ in their zeros only',
    'Positions',
    (rows) => Object.assign(rows[3]!, { E: '001002' }),
    ['Positions!E3 P02 Common CS-1002 appears twice, in rows 2 and 3.'],
  ],
  [
    'rows that appear twice',
    'Classes',
    (rows, book) => {
      rows[4] = { ...rows[3]! };
      const lot = { class: 'Common', prefix: 'CS', number: '1002', lot: '1', shares: '25000' };
      const twoOf = (name: string, values: Record<string, string>) => ({
        2: rowOf(name, values),
        3: rowOf(name, values),
      });
      Object.assign(book.rows, {
        'Tax lots': twoOf('Tax lots', { ...lot, acquired_on: '2019-05-01', is_covered: 'N' }),
        'Plan members': twoOf('Plan members', { class: 'Common', account: '10001', joined_on: '2020-01-02' }),
        Prices: twoOf('Prices', { class: 'Common', day: '2026-10-30', price: '18.25' }),
      });
    },
    [
      'Classes!A4 I08 Class Series A appears twice, in rows 3 and 4.',
      'Tax lots!D3 L05 Lot 1 of Common CS-1002 appears twice.',
      'Plan members!B3 I10 Account 10001 is a member of the plan of Common in row 2 already.',
      'Prices!B3 I10 Row 2 has a price of Common on 2026-10-30 already.',
    ],
  ],
  [
    'a book entry that repeats certificates',
    'Positions',
    (rows, book) => {
      rows[122] = rowOf('Positions', {
        ...{ class: 'Series A', account: '10059', form: 'Certificate', prefix: 'PA', number: '1' },
        ...{ shares: '300', restriction: 'N', issued_on: '2019-05-01' },
      });
      rows[123] = { ...rows[122], E: '2', F: '200' };
      rows[124] = { ...rows[122], C: 'BookEntry', D: 'PB', E: '9', F: '500' };
      Object.assign(book.rows['Control totals']![4]!, { C: '2000' });
      Object.assign(book.rows['Control totals']![5]!, { C: '2' });
    },
    ['Positions!F124 P10 PB-9 of 10059 equals PA-1, PA-2 together. Is it counted twice?'],
  ],
  [
    'a source id given twice, and paper printed before it was issued',
    'Positions',
    (rows) => {
      Object.assign(rows[2]!, { N: '7001' });
      Object.assign(rows[3]!, { N: '7001', L: '2019-04-30' });
    },
    [
      'Positions!L3 P14 Printed 2019-04-30 is before issued 2019-05-01.',
      'Positions!N3 P13 Source id 7001 is already used in row 2.',
    ],
  ],
  [
    'an account opened after its first position, and a member of a class without a plan',
    'Holders',
    (rows, book) => {
      Object.assign(rows[2]!, { AG: '2020-01-02' });
      const member = rowOf('Plan members', { class: 'Series A', account: '10001', joined_on: '2020-01-02' });
      book.rows['Plan members'] = { 2: member };
    },
    [
      'Holders!AG2 H15 Account 10001 was opened on 2020-01-02, after its first position of 2019-05-01.',
      'Plan members!A2 I11 Series A has no reinvestment plan: state Y in Plan on Classes.',
    ],
  ],
  [
    'a total cost that is not the cost of the shares, and one that differs by its rounding only',
    'Tax lots',
    (rows) => {
      const lot = {
        class: 'Common',
        prefix: 'CS',
        number: '1002',
        acquired_on: '2019-05-01',
        is_covered: 'N',
      };
      const [a, b] = [
        { lot: '1', shares: '10000' },
        { lot: '2', shares: '40000' },
      ];
      rows[2] = rowOf('Tax lots', { ...lot, ...a, cost_per_share: '12.50', total_cost: '12500' });
      rows[3] = rowOf('Tax lots', { ...lot, ...b, cost_per_share: '3.33', total_cost: '133333' });
    },
    ['Tax lots!H2 L06 Lot 1: 10,000 shares at 12.50 cost 125000.00, not 12500.'],
  ],
  [
    'a row of sums below the list',
    'Positions',
    (rows) => Object.assign(rows, { 123: { B: 'Total', F: '5951000' } }),
    ['Positions!123 P11 Row 123 looks like a total. Leave it out?'],
  ],
  [
    'a position from before a reverse split',
    'Classes',
    (rows) => Object.assign(rows[3]!, { O: '2018-01-02' }),
    ['Positions!M34 P12 State whether the count is post-split: issued 2015-02-03.'],
  ],
  [
    'lots and stops that do not fit',
    'Tax lots',
    (rows, book) => {
      const name = { class: 'Common', prefix: 'CS', number: '1002' };
      const lot = { ...name, acquired_on: '2019-05-01', is_covered: 'N' };
      rows[2] = rowOf('Tax lots', { ...lot, lot: '1', shares: '900' });
      rows[3] = rowOf('Tax lots', { ...lot, lot: '1', number: '500', shares: '900' });
      const stop = { ...name, kind: 'Adverse claim', placed_on: '2018-01-02' };
      Object.assign(book.rows, { Stops: { 2: rowOf('Stops', stop) } });
    },
    [
      'Tax lots!F2 L01 The lots of CS-1002 hold 900 shares; the certificate has 50,000.',
      'Tax lots!C3 L02 Common CS-500 is not on Positions.',
      'Stops!E2 L03 The stop of 2018-01-02 is older than its certificate.',
    ],
  ],
  [
    'a total that is missing, and a difference that does not explain the gap',
    'Control totals',
    (rows, book) => {
      delete rows[5];
      Object.assign(rows[2]!, { C: '5950075' });
      const open = {
        class: 'Common',
        opened_on: '2020-01-02',
        shares: '50',
        cause: 'Unknown',
        by_prior_agent: 'Y',
      };
      Object.assign(book.rows, { Differences: { 2: rowOf('Differences', open) } });
    },
    [
      'Classes!A3 T02 Series A has no control total for Holders.',
      'Differences!C2 T03 Common: open differences sum to 50; the gap is 75.',
    ],
  ],
  [
    'the same, explained',
    'Control totals',
    (rows, book) => {
      Object.assign(rows[2]!, { C: '5950050' });
      const open = {
        class: 'Common',
        opened_on: '2020-01-02',
        shares: '50',
        cause: 'Unknown',
        by_prior_agent: 'Y',
      };
      Object.assign(book.rows, { Differences: { 2: rowOf('Differences', open) } });
    },
    [],
  ],
  [
    'an account that is another registration here',
    'Source',
    (_, book) => {
      book.rows.Holders![61]!.A = '88-KNOWN';
    },
    ['Holders!A61 H04 Account 88-KNOWN is another registration here. Choose a prefix.'],
  ],
  [
    'the same with a prefix',
    'Source',
    (rows, book) => {
      book.rows.Holders![61]!.A = '88-KNOWN';
      Object.assign(rows[2]!, { G: 'KR-' });
    },
    [],
  ],
  [
    'a mailing address without its city and country',
    'Holders',
    (rows) => Object.assign(rows[2]!, { X: 'PO Box 7' }),
    [
      'Holders!Z2 X18 Mailing city is required with a mailing address.',
      'Holders!AC2 X18 Mailing country is required with a mailing address.',
    ],
  ],
  [
    'e-mail and phones of a mailing address without one, and an e-mail address that is none',
    'Holders',
    (rows) => {
      Object.assign(rows[2]!, { AK: '555 0100' });
      const mail = { X: 'PO Box 7', Z: 'Dayton', AA: 'OH', AB: '45402', AC: 'US' };
      Object.assign(rows[3]!, { ...mail, AJ: 'bob@@x' });
    },
    [
      'Holders!X2 X18 Mailing address 1 is required with a mailing address.',
      'Holders!Z2 X18 Mailing city is required with a mailing address.',
      'Holders!AC2 X18 Mailing country is required with a mailing address.',
      'Holders!AJ3 X21 bob@@x is not a valid Mailing email.',
    ],
  ],
  [
    'e-mail addresses that the interface would not take',
    'Holders',
    (rows) => {
      rows[2]!.U = '<bob@x.example>';
      rows[3]!.U = 'bob@x.example;ann@x.example';
    },
    [
      'Holders!U2 X21 <bob@x.example> is not a valid Email.',
      'Holders!U3 X21 bob@x.example;ann@x.example is not a valid Email.',
    ],
  ],
  [
    'years in date cells, and an amount in another currency',
    'Tax lots',
    (rows) => {
      const lot = { prefix: 'CS', lot: '1', shares: '50000', is_covered: 'Y', class: 'Common' };
      rows[2] = rowOf('Tax lots', { ...lot, number: '1002', acquired_on: day(2019) });
      const cost = { type: 'n', value: '12.5', currency: '€' } as const;
      rows[3] = rowOf('Tax lots', {
        ...lot,
        number: '1003',
        acquired_on: '2019-05-01',
        cost_per_share: cost,
      });
    },
    [
      'Tax lots!E2 X22 2019 as a date cell is 1905-07-11. Was the year meant? Write the whole date.',
      'Tax lots!G3 X23 12.5 is shown in €. Amounts are in dollars.',
    ],
  ],
  [
    'an active contact with a last day, members and prices given twice',
    'Contacts',
    (rows, book) => {
      const contact = { name: 'Dana Whitlock', role: 'Authorized officer', active_since: '2020-01-02' };
      rows[2] = rowOf('Contacts', { ...contact, status: 'Active', inactive_since: '2024-05-01' });
      rows[3] = rowOf('Contacts', { ...contact, status: 'Inactive', inactive_since: '2024-05-01' });
      const member = { class: 'Common', account: '10003', joined_on: '2021-03-04' };
      const price = { class: 'Common', day: '2026-10-30', price: '18.25' };
      Object.assign(book.rows, {
        'Plan members': {
          2: rowOf('Plan members', member),
          3: rowOf('Plan members', { ...member, account: '10004' }),
          4: rowOf('Plan members', { ...member, joined_on: '2023-03-04', left_on: '2023-01-01' }),
        },
        Prices: {
          2: rowOf('Prices', price),
          3: rowOf('Prices', { ...price, class: 'Series A' }),
          4: rowOf('Prices', { ...price, price: '19' }),
        },
      });
    },
    [
      'Contacts!L2 H14 An active contact is not inactive since 2024-05-01.',
      'Plan members!D4 L04 Left 2023-01-01 is before joined 2023-03-04.',
      'Plan members!B4 I10 Account 10003 is a member of the plan of Common in row 2 already.',
      'Prices!B4 I10 Row 2 has a price of Common on 2026-10-30 already.',
    ],
  ],
  [
    'a class given twice, with a split before it was opened',
    'Classes',
    (rows) => {
      rows[4] = { ...rows[2]! };
      Object.assign(rows[2]!, { N: '2011-12-31' });
    },
    [
      'Classes!N2 I04 Common was opened on 2012-01-09, after 2011-12-31.',
      'Classes!A4 I08 Class Common appears twice, in rows 2 and 4.',
    ],
  ],
  [
    'a difference of no shares',
    'Differences',
    (rows) => {
      rows[2] = rowOf('Differences', {
        ...{ class: 'Common', opened_on: '2020-01-02', shares: '0', cause: 'Unknown', by_prior_agent: 'Y' },
      });
    },
    ['Differences!C2 P09 Shares 0 must not be 0: there is no difference.'],
  ],
  [
    'countries and states in other letters',
    'Holders',
    (rows) => {
      Object.assign(rows[2]!, { T: 'us' });
      Object.assign(rows[3]!, { R: 'oh' });
      Object.assign(rows[4]!, { T: 'Canada' });
    },
    [
      'Holders!T2 H10 us is not a country code. Is it US?',
      'Holders!R3 H09 oh is not a state of US. Is it OH?',
      'Holders!T4 H10 Canada is not a country code. Is it CA?',
    ],
  ],
  [
    'titles above the header, in merged cells',
    'Positions',
    (rows, book) => {
      const moved = Object.entries(rows).map(([row, cells]) => [Number(row) + 6, cells] as const);
      book.rows.Positions = {
        1: { A: 'Kestrel Ridge Inc.' },
        3: { A: 'Positions as of', B: '2026-11-30' },
        ...Object.fromEntries(moved),
      };
      book.merged = { Positions: ['A1:F1'] };
    },
    ['Positions!1 F16 Rows 1–3 above the header are left out.'],
  ],
  [
    'dates in a stated order, numbers with a stated mark, names of other scripts, spaces',
    'Positions',
    (rows, book) => {
      Object.assign(book.rows.Source![2]!, { E: 'DMY', F: ',' });
      Object.assign(rows[2]!, { F: '50.000', I: '01/05/2019' });
      Object.assign(book.rows.Holders![2]!, { B: 'O\u2019BRIEN\u00a0 &', T: 'NA', R: '' });
      Object.assign(book.rows.Holders![3]!, { B: '\u5f20\u4f1f \ud83d\ude00', C: 'N/A', D: 'NULL' });
    },
    [
      'Holders!B2 X15 1 cell had extra or non-breaking spaces, smart quotes or invisible marks. It is made plain.',
    ],
  ],
];

/** Gives the sheets that a change added their headers. */
export function addHeaders(book: Book): void {
  const further = ['Tax lots', 'Stops', 'Differences', 'Contacts', 'Plan members', 'Prices'];
  for (const name of [...further, 'Journal', 'Journal lines'])
    if (book.rows[name]) book.rows[name] = { 1: headers(name), ...book.rows[name] };
}
