// Texts of the template's sheet Instructions.

import { checkCodes } from './check-codes.ts';

export type Instructions = readonly { heading: string; lines: readonly string[] }[];

/** The first sheet of the template. Every sentence is about the product as it is. */
export const instructions: Instructions = [
  {
    heading: 'What it is for',
    lines: [
      'This workbook brings the register of one issuer into Sharebook: the issuer, its classes and limits, its holders, and what each holds.',
      'The register is given as of one day. Its history may be given too, on Journal and Journal lines. Dividends, meetings and rejections of earlier days are not part of it.',
    ],
  },
  {
    heading: 'Order of work',
    lines: [
      '1. Fill Source, Issuer and Classes, then Authorized and Reserves.',
      '2. Fill Holders, then Positions, then Tax lots and Stops.',
      '3. Fill Control totals with the totals that the source states: Outstanding and Holders of each class at least. They can also be typed on the page once the file is checked. Contacts, Plan members and Prices may stay blank.',
      '4. For a history, fill Journal and Journal lines, and give the certificates that they cancel on Positions, with the day in Canceled. Without it the books begin on the day of the register.',
      '5. Check it: npm run registry:import -- FILE --dry-run. Every error is named with sheet, row, field and value. Correct them and check again.',
      '6. Post it: the same command without --dry-run. Nothing is written before the check finds no error.',
    ],
  },
  {
    heading: 'How values are written',
    lines: [
      'Headers stay in row 1. Columns that are not needed may be left out if they may be blank. Formulas are refused: paste their values.',
      'Dates are date cells or text such as 2019-05-01. Days before March 1900 are always text. For other texts fill Date order on Source.',
      'Numbers are digits. Separators need Decimal mark on Source. Numbers of more than 15 digits are written as text, because spreadsheet programs keep 15.',
      'Account numbers, tax ids and postal codes are text cells, so that leading zeros stay.',
      'A blank cell is absent and never 0. "N/A" and "-" are texts.',
      'Restriction is never blank: N means none. A restriction that is lost does not bind a later buyer.',
      'CSV: one file for each sheet, named as on the sheet Columns, in one ZIP; UTF-8, with the same headers.',
    ],
  },
  {
    heading: 'The history',
    lines: [
      'Journal has one row for each completed transaction, Journal lines one for each certificate that a transaction canceled or issued. Transactions count in the order of Processed, then of Txn.',
      'What no line issued is an opening position. The books begin on the day before the first transaction, or on the day of the last opening position where that is later.',
      'A position of a nominee keeps its number: each line of it says what the transaction added or took.',
      'A transaction that breaks a rule of the ledger ends the history: what is before it becomes opening positions, and the check names it.',
    ],
  },
  {
    heading: 'Who certifies',
    lines: [
      'Source names who certified the list and when. It becomes the authority of every opening position.',
      'A difference between the control book and the register is entered on Differences.',
    ],
  },
  {
    heading: 'What the check may find',
    lines: [
      'Each finding has a code, and a sentence that names the value. Errors block posting. Warnings need a reason, and notes say what was made plain or left out.',
      ...checkCodes.map(([code, meaning]) => `${code}: ${meaning}`),
    ],
  },
];
