// Reads metadata and object fields of a schema through its optional and nullable wrappers.

import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { FieldMeta } from './fields.ts';

type Wrapper = { innerType?: z.ZodType; in?: z.ZodType };

function inner(schema: z.ZodType): z.ZodType | undefined {
  const def = schema.def as Wrapper;
  return def.innerType ?? def.in;
}

/** The metadata of a field, found below optional, nullable, default and pipe; `{}` when there is none. */
export function metaOf(schema: z.ZodType | undefined): Partial<FieldMeta> & Record<string, unknown> {
  for (let each = schema; each; each = inner(each)) {
    const meta = each.meta();
    if (meta) return meta as Partial<FieldMeta>;
  }
  return {};
}

/** The schema of the value itself, below optional, nullable, default and pipe. */
export function coreOf(schema: z.ZodType): z.ZodType {
  let core = schema;
  for (let next = inner(core); next; next = inner(core)) core = next;
  return core;
}

/** The object schema of a field, also inside unions; undefined where the field holds no object. */
export function objectOf(schema: z.ZodType): z.ZodObject | undefined {
  const core = coreOf(schema);
  if (core instanceof z.ZodObject) return core;
  if (core instanceof z.ZodUnion) {
    for (const option of core.options) {
      const found = objectOf(option as z.ZodType);
      if (found) return found;
    }
  }
  return undefined;
}

/** The item schema of an array field, also inside unions. */
export function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const core = coreOf(schema);
  if (core instanceof z.ZodArray) return core.element as z.ZodType;
  if (core instanceof z.ZodUnion) {
    for (const option of core.options) {
      const found = itemOf(option as z.ZodType);
      if (found) return found;
    }
  }
  return undefined;
}

/** Whether a field may be left out of a request. */
export function mayBeAbsent(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

/** Whether a field may be null in a request. */
export function mayBeNull(schema: z.ZodType): boolean {
  for (let each: z.ZodType | undefined = schema; each; each = inner(each)) {
    if (each instanceof z.ZodNullable) return true;
  }
  return false;
}

/** The request fields of an endpoint by exact wire name: params, query and body together. */
export function requestFields(endpoint: Endpoint): Record<string, z.ZodType> {
  return { ...endpoint.params?.shape, ...endpoint.query?.shape, ...endpoint.body?.shape } as Record<
    string,
    z.ZodType
  >;
}
