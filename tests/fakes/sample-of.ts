// Makes a small response from the schema of an operation.

import { z } from 'zod';

/** A JSON schema, as far as it decides on a smallest value. */
type Schema = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  minimum?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
};

/** A small response of this shape: null where it may be, no rows in a list, required fields only. */
export const sampleOf = (response: z.ZodType): unknown =>
  smallest(
    z.toJSONSchema(response, {
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema instanceof z.ZodBigInt) jsonSchema.type = 'integer';
      },
    }) as Schema,
  );

function smallest(schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) {
    const isNullable = schema.anyOf.some(({ type }) => type === 'null');
    return isNullable ? null : smallest(schema.anyOf[0] ?? {});
  }
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, smallest(schema.properties?.[name] ?? {})]),
    );
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  // A date is also a text; not every field of dates says so in its schema.
  if (schema.type === 'string') return '2026-11-20';
  return null;
}
