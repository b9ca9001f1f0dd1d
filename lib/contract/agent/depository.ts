import { z } from 'zod';
import { shareCount } from '../fields.ts';

/** Wire shapes of the depository's position files and of their matches (docs/depository-position.md). */

export const positionFileId = z
  .int()
  .positive()
  .meta({ title: 'Position file', description: 'The file, by its number in the registry.' });

export const positionFileSummary = z.looseObject({
  positionFileId: z.int(),
  name: z.string(),
  layout: z.enum(['Fixed', 'CSV']),
  asOf: z.string(),
  sequence: z.int(),
  sha256: z.string(),
  bytes: z.int(),
  positions: z.int(),
  movements: z.int(),
  /** Sequence numbers that were not imported: 'File 12 is missing.'; '' for none. */
  gap: z.string(),
  /** A later file of the same day takes its place. */
  isReplaced: z.boolean(),
  importedBy: z.string(),
  importedAt: z.string(),
});

const item = z.looseObject({
  kind: z.string(),
  reference: z.string(),
  direction: z.enum(['Deposit', 'Withdrawal']),
  day: z.string().nullable(),
  reported: shareCount.nullable(),
  booked: shareCount.nullable(),
  transaction: z.string(),
  explains: shareCount,
  /** Business days. */
  age: z.int(),
});

/** A class with the depository's position, the nominee's balance, and what explains the difference. */
export const matchedPosition = z.looseObject({
  security: z.string(),
  securityTypeId: z.int(),
  cusip: z.string(),
  result: z.enum([
    ...(['Former CUSIP', 'No line in the file', 'No nominee', 'Two amounts'] as const),
    ...(['Unexplained', 'Explained', 'No difference'] as const),
  ]),
  position: shareCount.nullable(),
  balance: shareCount,
  explained: shareCount,
  difference: shareCount,
  since: z.string().nullable(),
  isPendingLong: z.boolean(),
  items: z.array(item),
  explanation: z
    .looseObject({
      number: z.int(),
      note: z.string(),
      transactions: z.array(z.string()),
      by: z.string(),
      at: z.string(),
    })
    .nullable(),
});
