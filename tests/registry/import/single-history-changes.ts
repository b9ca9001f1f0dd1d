// Single changes of a register with a history, each with everything the check then finds.

import type { Alone } from './single-changes.ts';
import { type Book, type Cell, type Rows, rowOf } from './workbook.ts';

type Values = Record<string, Cell>;

const rowsOf = (sheet: string, list: readonly Values[]): Rows =>
  Object.fromEntries(list.map((values, index) => [index + 2, rowOf(sheet, values)]));

export const line = (txn: string, side: 'Canceled' | 'Issued', number: string, account: string): Values => ({
  ...{ txn, side, class: 'Common', prefix: 'CS', number, account, form: 'Certificate', shares: '50000' },
  restriction: 'N',
});

/** CS-9000 was issued to 10010, who transferred it to 10003, who got CS-1002. */
export const transactions: readonly Values[] = [
  {
    txn: '4710',
    type: 'N',
    purpose: 'Private placement',
    effective_on: '2018-01-02',
    authority: 'Resolution',
  },
  { txn: '4711', type: 'T', purpose: 'Sale', received_on: '2019-04-30', effective_on: '2019-05-01' },
];
export const lines: readonly Values[] = [
  line('4710', 'Issued', '9000', '10010'),
  line('4711', 'Canceled', '9000', '10010'),
  line('4711', 'Issued', '1002', '10003'),
];
const canceled: Values = {
  ...{
    class: 'Common',
    account: '10010',
    form: 'Certificate',
    prefix: 'CS',
    number: '9000',
    shares: '50000',
  },
  ...{ restriction: 'N', issued_on: '2018-01-02', canceled_on: '2019-05-01' },
};

/** Gives a sound register a history. The canceled certificate is in row 123 of Positions. */
export function addHistory(book: Book, journal: readonly Values[] = transactions, moved = lines): void {
  book.rows.Positions![123] = rowOf('Positions', canceled);
  book.rows.Journal = rowsOf('Journal', journal);
  book.rows['Journal lines'] = rowsOf('Journal lines', moved);
}

const changed = (list: readonly Values[], index: number, values: Values) =>
  list.map((one, place) => (place === index ? { ...one, ...values } : one));

/** One change of a register with a history each, and everything that is then found. */
export const historyAlone: readonly Alone[] = [
  ['a history that fits', 'Journal', (_, book) => addHistory(book), []],
  [
    'a history that does not go back to the first issue',
    'Journal',
    (_, book) => addHistory(book, transactions.slice(1), lines.slice(1)),
    [],
  ],
  [
    'a transfer that does not balance',
    'Journal',
    (_, book) => addHistory(book, transactions, [...lines, line('4711', 'Issued', '1003', '10004')]),
    ['Journal!A3 J01 Transaction 4711 (T) cancels 50,000 and issues 100,000 of Common.'],
  ],
  [
    'a certificate that is canceled twice, one before its issue, and one issued twice',
    'Journal',
    (_, book) =>
      addHistory(
        book,
        [
          ...changed(transactions, 0, { effective_on: '2018-01-03' }),
          { txn: '4712', type: 'R', effective_on: '2020-01-02' },
          { txn: '4713', type: 'N', effective_on: '2020-01-03' },
          { txn: '4714', type: 'R', effective_on: '2019-04-30', processed_on: '2020-01-04' },
        ],
        [
          ...lines,
          line('4712', 'Canceled', '9000', '10010'),
          line('4713', 'Issued', '1002', '10003'),
          line('4714', 'Canceled', '1010', '10003'),
        ],
      ),
    [
      'Positions!K10 P06 Transaction 4714 canceled it on 2019-04-30. State the day in Canceled.',
      'Positions!K123 P06 The journal cancels it on 2020-01-02.',
      'Journal lines!E2 J05 CS-9000 was issued on 2018-01-02 by Positions, and on 2018-01-03 by transaction 4710.',
      'Journal lines!E5 J02 Transaction 4712 cancels CS-9000, which was not outstanding.',
      'Journal lines!E6 J02 Transaction 4713 issues CS-1002, which was issued before.',
      'Journal lines!E7 J02 Transaction 4714 cancels CS-1010, which was not outstanding.',
    ],
  ],
  [
    'transactions and lines that do not belong together',
    'Journal',
    (_, book) =>
      addHistory(
        book,
        [...transactions, transactions[1]!, { txn: '4712', type: 'R', effective_on: '2020-01-02' }],
        [...lines, lines[2]!, line('4799', 'Issued', '1003', '10004'), line('4710', 'Issued', '77', '10004')],
      ),
    [
      'Journal!A3 J01 Transaction 4711 (T) cancels 50,000 and issues 100,000 of Common.',
      'Journal!A4 J04 Transaction 4711 appears twice.',
      'Journal!A5 J04 Transaction 4712 has no lines.',
      'Journal lines!E5 J04 Transaction 4711 names Common CS-1002 twice.',
      'Journal lines!A6 J04 Transaction 4799 is not on Journal.',
      'Journal lines!E7 L02 Common CS-77 is not on Positions.',
    ],
  ],
  [
    'lines that differ from Positions',
    'Journal',
    (_, book) =>
      addHistory(
        book,
        transactions,
        changed(lines, 2, { account: '10004', form: 'BookEntry', restriction: 'R' }),
      ),
    [
      'Journal lines!K4 J05 CS-1002 differs from Positions: account 10004, there 10003, form BookEntry, there Certificate, restriction R, there N.',
    ],
  ],
  [
    'a certificate that the journal cancels and Positions has outstanding',
    'Positions',
    (rows, book) => {
      addHistory(book);
      delete rows[123]!.K;
      book.rows['Control totals']![2]!.C = '6000000';
      book.rows['Control totals']![3]!.C = '9';
    },
    ['Positions!K123 P06 Transaction 4711 canceled it on 2019-05-01. State the day in Canceled.'],
  ],
  [
    'a transaction that breaks a rule of the ledger',
    'Journal',
    (_, book) => addHistory(book, changed(transactions, 1, { type: 'R' })),
    [
      'Journal!A3 J03 Transaction 4711 (R) breaks a rule. It retires nothing. The history begins after 2019-05-01.',
    ],
  ],
  [
    'a transfer that makes restricted shares free, and does not say its purpose',
    'Journal',
    (_, book) => {
      const { purpose: _purpose, ...transfer } = transactions[1]!;
      const restricted = changed(changed(lines, 0, { restriction: 'R' }), 1, { restriction: 'R' });
      addHistory(book, [transactions[0]!, transfer], restricted);
      Object.assign(book.rows.Positions![123]!, { G: 'R', H: 'Legend' });
    },
    [
      'Journal!C3 J08 Transaction 4711 makes 50,000 restricted shares free. Its purpose is not known, so that it is not checked whether it may.',
    ],
  ],
  [
    'the same as a sale',
    'Journal',
    (_, book) => {
      const restricted = changed(changed(lines, 0, { restriction: 'R' }), 1, { restriction: 'R' });
      addHistory(book, transactions, restricted);
      Object.assign(book.rows.Positions![123]!, { G: 'R', H: 'Legend' });
    },
    [
      'Journal!A3 J03 Transaction 4711 (T) breaks a rule. Restricted shares became free: 0 free before, 50000 after. The history begins after 2019-05-01.',
    ],
  ],
  [
    'a stock dividend whose ratio does not hold on its day',
    'Journal',
    (_, book) =>
      addHistory(
        book,
        [...transactions, { txn: '4712', type: 'D', effective_on: '2019-05-01', ratio: '1:20' }],
        [...lines, line('4712', 'Issued', '1010', '10003')],
      ),
    [
      'Journal!J4 J07 The ratio 1:20 of transaction 4712 does not hold for the shares of 2019-05-01. It is left out, with its rule and price; the shares are those of the lines.',
    ],
  ],
  [
    'a reversal without what it reverses, and a reversal of what is not there',
    'Journal',
    (_, book) => addHistory(book, changed(transactions, 1, { purpose: 'Reversal', ratio: '3 for 2' })),
    [
      'Journal!J3 J06 Ratio 3 for 2 is not written as 3:2.',
      'Journal!P3 X18 Reverses is required with the purpose Reversal.',
    ],
  ],
];
