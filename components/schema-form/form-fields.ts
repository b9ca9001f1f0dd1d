import type { z } from 'zod';
import type { Endpoint } from '#lib/contract/endpoint';
import type { Choice, Control, FieldMeta } from '#lib/contract/fields';
import { metaOf } from '#lib/contract/shape';

export type Sensitive = keyof NonNullable<Endpoint['privileged']>;

/** What a person may ask for beyond the plain report (roles, rulings 2 and 9). */
export type Allowed = Readonly<Record<Sensitive, boolean>>;

/** A request field as a form needs it: plain data, so that no schema travels to the browser. */
export type FormField = {
  /** The wire's spelling; errors of a 400 come back under it. */
  name: string;
  title: string;
  help: string;
  control: Control;
  choices: readonly Choice[];
  group: NonNullable<FieldMeta['group']>;
  /** What the form starts with; 'today' for a date, null = left out of the request. */
  initial: string | boolean | null;
  /** What the option brings into the file that not everybody may have. */
  sensitive: Sensitive | null;
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

/** The fields of an operation's body that this person may send, in the contract's order. Server only: reads schemas. */
export function formFields({ body, privileged = {} }: Endpoint, allowed: Allowed): FormField[] {
  return Object.entries((body?.shape ?? {}) as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const meta = metaOf(schema);
    const sensitive =
      (Object.keys(privileged) as Sensitive[]).find((kind) => privileged[kind]?.includes(name)) ?? null;
    if (meta.registryOnly || meta.hidden || (sensitive && !allowed[sensitive])) return [];
    return {
      name,
      title: meta.title ?? name,
      help: meta.description ?? '',
      control: meta.control ?? 'text',
      choices: meta.choices ?? [],
      group: meta.group ?? 'What',
      initial: initialOf(meta, schema),
      sensitive,
    };
  });
}
