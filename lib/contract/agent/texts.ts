import { z } from 'zod';

/** Texts and numbers that items and requests have in common. */

/** A price per share, at most six decimals. */
export const amountPerShare = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,6})?$/, { error: 'must be a price such as 12.50' })
  .meta({ title: 'Price per share', description: 'Dollars, at most six decimals.', control: 'text' });

/** Several lines of text. */
export function paragraph(title: string, max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*(?:[\t\r\n][^\p{Cc}]*)*$/u, { error: 'must not contain control characters' })
    .meta({ title, control: 'text' });
}

/** The registry's number of an object; below 2^53. */
export const objectId = (title: string) => z.int().positive().meta({ title });
