import { z } from 'zod';

export type Control = 'issuer' | 'date' | 'securityType' | 'holder' | 'choice' | 'toggle' | 'text' | 'number';

export type Choice = { value: string | boolean; title: string; help?: string };

/** What people are told about a request field; wizard label, OpenAPI text and error sentences read it. */
export type FieldMeta = {
  title: string;
  description?: string;
  control?: Control;
  choices?: readonly Choice[];
  group?: 'Who' | 'When' | 'What' | 'Show' | 'Format' | 'Order';
  /** What the form starts with where the wire has no default. */
  initial?: string | boolean | number;
  /** The registry takes it; the gateway refuses it and never sends it (assurance T-03, T-08; ruling 17). */
  registryOnly?: boolean;
  /** Taken and sent, but no form draws it. */
  hidden?: boolean;
};

/** Adds `meta` to a schema; keys set before and not named again stay. */
export function field<S extends z.ZodType>(schema: S, meta: Partial<FieldMeta>): S {
  return schema.meta(meta) as S;
}

/** A closed list of wire values, each with a title and, where it helps, a sentence. */
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

/** Share count on the wire: an exact JSON integer; beyond 2^53 the reader keeps the digits as text (domain §11). */
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

/** The calendar date as written of yyyy-mm-dd or an ISO 8601 date-time; null for anything else. Years 0001 to 9999. */
export function calendarDate(text: string): string | null {
  const parts = isoDate.exec(text);
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 1 && day >= 1 && day <= days ? text.slice(0, 10) : null;
}

/** A date in a request: in goes yyyy-mm-dd or a date-time, out comes 'yyyy-mm-dd' (decisions, "As of"). */
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

/** Interface, "Address object": all strings, empty when absent; read tolerantly. */
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
  description: 'The issuer, by the id its transfer agent gave it.',
  control: 'issuer',
  group: 'Who',
});

/** For the operations whose answers name the issuer on every row: null asks for all the client may see (ruling 4). */
export const anyIssuerId = field(customerIssuerId, {
  description: 'The issuer, by the id its transfer agent gave it; null for all issuers.',
}).nullable();

export const systemControlIssuerId = z.int().positive().meta({
  title: 'Registry issuer id',
  description: "The registry's own key of the issuer, in place of the issuer id.",
  registryOnly: true,
});

export const customerShareholderId = z.string().min(1).max(255).meta({
  title: 'Shareholder',
  description: 'One account only, by its account id. Left out: every account.',
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

/** A yes/no option that is off unless asked for. */
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

/** Interface, "Download link object". */
export const downloadLink = z.looseObject({ downloadUrl: z.string() });
