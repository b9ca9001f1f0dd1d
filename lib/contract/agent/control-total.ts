import { z } from 'zod';
import { choice } from '../fields.ts';
import { isTotal } from './control-total-range.ts';

/** What a control total counts. */
export const controlMeasure = choice(
  { title: 'Measure', description: 'What is counted.' },
  {
    Authorized: 'Authorized shares',
    Issued: 'Outstanding and treasury shares',
    Treasury: 'Shares held by the issuer itself',
    Outstanding: 'Shares held by others',
    Reserved: 'Reserved shares',
    Restricted: 'Outstanding shares with a restriction',
    Holders: 'Accounts with outstanding shares',
    Certificates: 'Outstanding certificates and book entries',
    Paper: 'Outstanding paper certificates',
    BookEntry: 'Outstanding book entries',
    Nominee: 'Shares held by nominees of a depository',
    Rows: 'Rows of the sheet Positions',
  },
);

export const totalInput = z
  .union([z.int(), z.bigint()])
  .transform((count) => BigInt(count))
  .refine(isTotal, { error: 'must be a whole number, at least 0' })
  .meta({ title: 'Value', description: 'The total, at least 0.', control: 'number' });
