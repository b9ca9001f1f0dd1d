import 'server-only';
import type { z } from 'zod';
import type { FieldMeta } from '#lib/contract/fields';
import type { Choices } from '../holder-record/holder-draft.ts';

/** The values of a list in the contract with their titles, for a select. */
export function choicesOf(schema: z.ZodType): Choices {
  const { choices = [] } = (schema.meta() ?? {}) as Partial<FieldMeta>;
  return choices.map(({ value, title }) => ({ value: `${value}`, label: title }));
}
