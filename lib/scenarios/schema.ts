import { z } from 'zod';
import { isDate } from '#lib/format/dates';
import { fractionRules, investorsMax, type Step, stepsMax } from '#lib/register/scenarios/steps';

/** What a saved scenario may hold. Figures stay as they were typed: a step that is not complete may be saved. */

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}|\p{Cs}/u.test(text), { error: 'must not contain control characters' });

const figure = line(40);
const id = z.string().regex(/^[\w-]{1,64}$/, { error: 'must be letters, digits and hyphens' });
const className = line(120);
const holder = line(64);
const fractions = z.enum(fractionRules);
const about = { id, className };

const step: z.ZodType<Step> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...about,
    kind: z.literal('round'),
    isNew: z.boolean(),
    authorized: figure,
    by: z.enum(['price', 'preMoney']),
    price: figure,
    preMoney: figure,
    base: className,
    investors: z.array(z.strictObject({ id, holder, name: line(300), amount: figure })).max(investorsMax),
  }),
  z.strictObject({
    ...about,
    kind: z.literal('pool'),
    reserve: line(300),
    by: z.enum(['shares', 'percent']),
    shares: figure,
    percent: figure,
  }),
  z.strictObject({
    ...about,
    kind: z.literal('conversion'),
    to: className,
    give: figure,
    per: figure,
    holder,
    reserve: line(300),
    fractions,
    price: figure,
  }),
  z.strictObject({
    ...about,
    kind: z.literal('buyback'),
    holder,
    shares: figure,
    price: figure,
    into: z.enum(['treasury', 'retired']),
  }),
  z.strictObject({
    ...about,
    kind: z.literal('split'),
    give: figure,
    per: figure,
    fractions,
    price: figure,
  }),
]);

/** A save: over which version, and what. Version 0 makes the scenario. */
export const scenarioSave = z.strictObject({
  issuer: z.int().positive(),
  version: z.int().min(0).max(1_000_000_000),
  name: line(120).refine((text) => text.trim() !== '', { error: 'is required' }),
  asOf: z.string().refine(isDate, { error: 'must be a date, yyyy-mm-dd' }).nullable(),
  steps: z.array(step).max(stepsMax),
});

/** Most scenarios of an issuer. */
export const scenariosMax = 200;
