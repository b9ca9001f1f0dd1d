// Template of a bulk workbook: its instructions and example rows.

import type { Template } from '#registry/import/template/template';
import { bulkSheets } from './fields.ts';

const registration = {
  account_type: 'Individual',
  tax_id: '900010001',
  tax_id_type: 'SSN',
  address1: '12 Orchard Lane',
  city: 'Dayton',
  state: 'OH',
  postal_code: '45402',
  country: 'US',
};

/** The workbook for many instructions. Its example is about a fictional issuer. */
export const bulkTemplate: Template = {
  title: 'Bulk sheet',
  sheets: bulkSheets,
  instructions: [
    {
      heading: 'What it is for',
      lines: [
        'This workbook holds many instructions to registers that are in Sharebook: issuances, transfers and changes of holder records.',
        'Sheets that are not needed stay empty or are left out. A single sheet may be sent as a CSV file.',
      ],
    },
    {
      heading: 'Order of work',
      lines: [
        '1. Fill one row for each instruction. Upload it on the page "Bulk sheets", or check it with npm run registry:bulk -- FILE --dry-run.',
        '2. Every error is named with sheet, row, column and value. Correct them and upload the sheet again.',
        '3. Another user approves the sheet. Then it is posted row by row, by the rules of the single operations.',
        '4. Each row ends as posted, waiting, refused with the reason, or already there.',
      ],
    },
    {
      heading: 'Sent again',
      lines: [
        'A row is recognized by its content: the same row of the same batch is written once, whoever sends it and however often.',
        'Batch is part of the content. The same grant next month gets another batch.',
        'Rows that are equal within one sheet are separate instructions; the check warns of them.',
      ],
    },
    {
      heading: 'How values are written',
      lines: [
        'Headers stay in row 1. Columns that may be blank may be left out. Formulas are refused: paste their values.',
        'Dates are date cells or text such as 2026-11-30. Shares are whole numbers.',
        'Account numbers, tax ids and postal codes are text cells, so that leading zeros stay.',
        'A blank cell is absent and never 0. On Holder updates a blank cell keeps what is on file, and (clear) removes it.',
      ],
    },
  ],
  example: {
    issuances: [
      {
        ...{ batch: '2026-11 grants', issuer_id: '2001', effective_on: '2026-11-30', class_type: 'C' },
        ...{ form: 'BookEntry', account: '10017', shares: '1200', restriction: 'N', cost_per_share: '12.50' },
        authority: 'Board resolution of 2026-11-12',
      },
      {
        ...{ batch: '2026-11 grants', issuer_id: '2001', effective_on: '2026-11-30', class_type: 'C' },
        ...{ form: 'BookEntry', account: '10044', shares: '800', restriction: 'R' },
        legend: 'Not registered under the Securities Act of 1933.',
        ...{
          authority: 'Board resolution of 2026-11-12',
          name: 'JOHN A SAMPLE',
          sort_name: 'SAMPLE, JOHN A',
        },
        ...registration,
      },
    ],
    transfers: [
      {
        ...{
          batch: '2026-11 gifts',
          issuer_id: '2001',
          item: '1',
          case_code: 'Gift',
          received_on: '2026-11-27',
        },
        ...{ certificates: 'BE-41', to_account: '10018', shares: '500', presentor: 'DANA WHITLOCK' },
        ...{
          documents: 'Assignment; TaxForm; DonorBasis',
          document_on: '2026-11-25',
          signers: 'DANA WHITLOCK',
        },
        ...{ guarantee_prefix: 'Z', price_per_share: '12.50' },
      },
    ],
    holder_updates: [
      { batch: '2026-11 moves', account: '10017', address1: '8 Harbor Street', phone: '(clear)' },
    ],
  },
};
