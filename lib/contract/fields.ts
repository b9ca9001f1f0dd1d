// Schemas and texts of request fields that many operations share.

import { z } from 'zod';

export type Control = 'issuer' | 'date' | 'securityType' | 'holder' | 'choice' | 'toggle' | 'text' | 'number';

export type Choice = { value: string | boolean; title: string; help?: string };

/** Texts about a request field, used by wizard labels, OpenAPI and error texts. */
export type FieldMeta = {
  title: string;
  description?: string;
  control?: Control;
  choices?: readonly Choice[];
  group?: 'Who' | 'When' | 'What' | 'Show' | 'Format' | 'Order';
  /** The form's initial value where the wire has no default. */
  initial?: string | boolean | number;
  /** The registry accepts it; the gateway rejects it and never sends it. */
  registryOnly?: boolean;
  /** Accepted and sent, but not shown in forms. */
  hidden?: boolean;
  /** What is accepted beside the listed values, said at the end of an error about the value. */
  accepted?: string;
};

/** Adds `meta` to a schema; keys set earlier and not given again stay. */
export function field<S extends z.ZodType>(schema: S, meta: Partial<FieldMeta>): S {
  return schema.meta(meta) as S;
}

/** A closed list of wire values, each with a title and, where useful, a description. */
export function choice<const T extends Record<string, string | readonly [string, string]>>(
  meta: FieldMeta,
  options: T,
): z.ZodEnum<{ [K in keyof T & string]: K }> {
  const values = Object.keys(options) as (keyof T & string)[];
  const choices = Object.entries(options).map(
    ([value, text]): Choice =>
      typeof text === 'string' ? { value, title: text } : { value, title: text[0], help: text[1] },
  );
  const schema = z.enum(values as [string, ...string[]]).meta({ control: 'choice', choices, ...meta });
  return schema as unknown as z.ZodEnum<{ [K in keyof T & string]: K }>;
}

/** Share count on the wire: an exact JSON integer; beyond 2^53 the parser keeps the digits as text. */
export const shareCount = z.union([z.int(), z.string().regex(/^-?\d+$/)]);

/** A number of shares in a request: positive, at most 2^63 - 1, exact. */
export const shareInput = z
  .union([z.int(), z.bigint()])
  .transform((count) => BigInt(count))
  .refine((count) => count > 0n && count <= 9_223_372_036_854_775_807n, {
    error: 'must be a whole number of shares, at least 1',
  })
  .meta({ title: 'Shares', description: 'Number of shares, at least 1.', control: 'number' });

const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/;

/**
 * The calendar date of yyyy-mm-dd or an ISO 8601 date-time, as written; null for anything else. Years 0001 to
 * 9999.
 */
export function calendarDate(text: string): string | null {
  const parts = isoDate.exec(text);
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 1 && day >= 1 && day <= days ? text.slice(0, 10) : null;
}

/** A date in a request: accepts yyyy-mm-dd or a date-time, gives 'yyyy-mm-dd' (the date as written). */
export const dateString = z
  .string()
  .transform((text, ctx) => {
    const date = calendarDate(text);
    if (date) return date;
    ctx.addIssue({ code: 'custom', message: 'must be an existing date written yyyy-mm-dd' });
    return z.NEVER;
  })
  .meta({ title: 'Date', control: 'date', format: 'date', examples: ['2026-11-20'] });

export const asOfDate = field(dateString, {
  title: 'As of',
  description: 'Positions at the end of this day.',
  group: 'When',
});
export const fromDate = field(dateString, {
  title: 'From',
  description: 'First day of the period, included.',
  group: 'When',
});
export const toDate = field(dateString, {
  title: 'To',
  description: 'Last day of the period, included.',
  group: 'When',
});

/** All strings, empty when absent; parsed tolerantly. */
export const address = z.looseObject({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country2Code: z.string(),
  email: z.string(),
  phone: z.string(),
  secondaryPhone: z.string(),
  country: z.string(),
});

export const customerIssuerId = z.int().positive().meta({
  title: 'Issuer',
  description: 'The issuer, by the ID its transfer agent gave it.',
  control: 'issuer',
  group: 'Who',
});

/**
 * For operations whose responses name the issuer in every row: null requests all issuers the client may see.
 */
export const anyIssuerId = field(customerIssuerId, {
  description: 'The issuer, by the ID its transfer agent gave it; null for all issuers.',
}).nullable();

export const systemControlIssuerId = z.int().positive().meta({
  title: 'Registry issuer ID',
  description: "The registry's own key of the issuer, in place of the issuer ID.",
  registryOnly: true,
});

export const customerShareholderId = z.string().min(1).max(255).meta({
  title: 'Shareholder',
  description: 'One account only, by its account ID. Left out: every account.',
  control: 'holder',
  group: 'Who',
});

export const isPDF = z.boolean().meta({
  title: 'Format',
  description: 'PDF to read and print, Excel to work with the figures.',
  control: 'choice',
  choices: [
    { value: true, title: 'PDF', help: 'Paginated, for reading and printing.' },
    { value: false, title: 'Excel', help: 'A spreadsheet with real numbers and dates.' },
  ],
  group: 'Format',
  initial: true,
});

/** A yes/no option, off by default. */
export function toggle(title: string, description: string, group: FieldMeta['group'] = 'Show') {
  return z.boolean().default(false).meta({ title, description, control: 'toggle', group });
}

export const pageStart = z
  .int()
  .min(0)
  .meta({ title: 'Start', description: 'Index of the first row, from 0.', control: 'number' });

export const pageRows = z
  .int()
  .min(1)
  .max(1000)
  .meta({ title: 'Rows', description: 'Number of rows, 1 to 1,000.', control: 'number', initial: 100 });

/** The link that report operations return. */
export const downloadLink = z.looseObject({ downloadUrl: z.string() });
