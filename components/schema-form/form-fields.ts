// Turns the request schema of a report into plain form fields that the user may fill in.

import type { z } from 'zod';
import type { Endpoint } from '#lib/contract/endpoint';
import { type Choice, type Control, customerIssuerId, type FieldMeta } from '#lib/contract/fields';
import { mayBeAbsent, mayBeNull, metaOf } from '#lib/contract/shape';

export type Sensitive = keyof NonNullable<Endpoint['privileged']>;

/** Sensitive data this user's role may request beyond the plain report. */
export type Allowed = Readonly<Record<Sensitive, boolean>> & {
  /** Whether a form may offer all issuers at once; the interface takes null for all, where it allows that. */
  everyIssuer?: boolean;
};

/** The contract's control types, and the objects of an issuer that a report can be about. */
export type FormControl = Control | 'proxy' | 'dividend' | 'transaction';

/** A request field as plain data, so that no schema is sent to the browser. */
export type FormField = {
  /** Wire name; errors of a 400 response use it. */
  name: string;
  title: string;
  help: string;
  control: FormControl;
  choices: readonly Choice[];
  group: NonNullable<FieldMeta['group']>;
  /** Initial value; 'today' for a date, null = left out of the request. */
  initial: string | boolean | null;
  /** Sensitive data the option adds to the file. */
  sensitive: Sensitive | null;
  /** First or last day of a period. */
  period: 'from' | 'to' | null;
  /** Required in the request. */
  required: boolean;
  /** An issuer field that accepts all issuers. */
  every: boolean;
  /** Only used to choose another field's value; never sent. */
  unsent: boolean;
  /** Not available to this user, but required in the request: sent with its initial value, never shown. */
  withheld: boolean;
};

type Def = { innerType?: z.ZodType; defaultValue?: unknown };
const defOf = (schema: z.ZodType) => schema.def as Def;

function defaultOf(schema: z.ZodType): unknown {
  const { defaultValue, innerType } = defOf(schema);
  return defaultValue !== undefined ? defaultValue : innerType && defaultOf(innerType);
}

function initialOf(meta: Partial<FieldMeta>, schema: z.ZodType): string | boolean | null {
  const value = meta.initial ?? defaultOf(schema);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

const periods: Readonly<Record<string, FormField['period']>> = { startDate: 'from', endDate: 'to' };
const issuerField = 'customerIssuerId';

function fieldOf(name: string, schema: z.ZodType, more: Partial<FormField>): FormField {
  const meta = metaOf(schema);
  return {
    name,
    title: meta.title ?? name,
    help: meta.description ?? '',
    control: meta.control ?? 'text',
    choices: meta.choices ?? [],
    group: meta.group ?? 'What',
    initial: initialOf(meta, schema),
    sensitive: null,
    period: periods[name] ?? null,
    required: !mayBeAbsent(schema),
    every: false,
    unsent: false,
    withheld: false,
    ...more,
  };
}

/**
 * The body fields of an operation that this user may send, in the contract's order. When the body names only an
 * object of an issuer, an issuer field comes first, to choose the object with. Server only: reads schemas.
 */
export function formFields({ body, issuer, privileged = {} }: Endpoint, allowed: Allowed): FormField[] {
  const object = issuer.by === 'object' ? issuer : null;
  const own = Object.entries((body?.shape ?? {}) as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const meta = metaOf(schema);
    const sensitive =
      (Object.keys(privileged) as Sensitive[]).find((kind) => privileged[kind]?.includes(name)) ?? null;
    const rejected = sensitive !== null && !allowed[sensitive];
    if (meta.registryOnly || meta.hidden || (rejected && mayBeAbsent(schema))) return [];
    const isObject = object?.field === name && object.object !== 'holder';
    return fieldOf(name, schema, {
      sensitive,
      withheld: rejected,
      ...(isObject ? { control: object.object as FormControl, group: 'Who' as const } : {}),
      ...(meta.control === 'issuer'
        ? { every: allowed.everyIssuer === true && mayBeNull(schema), required: true, help: '' }
        : {}),
    });
  });
  if (!object) return own;
  const chooser = fieldOf(issuerField, customerIssuerId, { unsent: true, required: false, help: '' });
  return [chooser, ...own];
}
