import type { z } from 'zod';
import { addError, type FieldErrors } from './sentences.ts';
import { itemOf, metaOf, objectOf } from './shape.ts';

export type Mode = 'registry' | 'gateway';

const namesByLower = new WeakMap<z.ZodObject, ReadonlyMap<string, string>>();

/** Finds the exact wire name for any letter case; undefined for names the interface does not have. */
export function wireName(schema: z.ZodObject, given: string): string | undefined {
  let names = namesByLower.get(schema);
  if (!names) {
    names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
    namesByLower.set(schema, names);
  }
  return names.get(given.toLowerCase());
}

const cutoffs = ['cutoff', 'cutoffdate'];

/** The date a request is about under this operation's name for it, where another operation's name came (assurance B-032). */
function cutoffMeant(schema: z.ZodObject, given: string): string | undefined {
  if (!cutoffs.includes(given.toLowerCase())) return undefined;
  return Object.keys(schema.shape).find((name) => cutoffs.includes(name.toLowerCase()));
}

/**
 * Whether this side reads the field at all; what the gateway refuses is noted. The registry leaves out what it does not
 * know, except a date under another operation's name: the figures of today would pass for those of that day.
 */
export function taken(
  schema: z.ZodObject,
  name: string | undefined,
  place: string,
  mode: Mode,
  errors: FieldErrors,
): name is string {
  if (mode === 'registry') {
    const meant = name === undefined && cutoffMeant(schema, place);
    if (meant) addError(errors, meant, `This operation calls its date ${meant}, not ${place}.`);
    return name !== undefined;
  }
  if (name !== undefined && !metaOf(schema.shape[name]).registryOnly) return true;
  addError(errors, place.slice(0, 64), 'This field is not known here.');
  return false;
}

/**
 * A copy of a JSON value with every name spelt as the interface spells it. A name that comes twice, in whatever
 * letter case and with whatever values, is an error (decisions; assurance T-04, B-006, B-013).
 */
export function named(
  schema: z.ZodType,
  value: unknown,
  mode: Mode,
  errors: FieldErrors,
  place: string,
): unknown {
  if (Array.isArray(value)) {
    const item = itemOf(schema);
    return item ? value.map((each, index) => named(item, each, mode, errors, `${place}[${index}]`)) : value;
  }
  const object = objectOf(schema);
  if (value === null || typeof value !== 'object' || !object) return value;
  const result: Record<string, unknown> = {};
  for (const [given, child] of Object.entries(value)) {
    const name = wireName(object, given);
    const at = place ? `${place}.${name ?? given}` : (name ?? given);
    if (!taken(object, name, at, mode, errors)) continue;
    if (Object.hasOwn(result, name))
      addError(errors, at, `${metaOf(object.shape[name]).title ?? name} is given twice.`);
    else result[name] = named(object.shape[name] as z.ZodType, child, mode, errors, at);
  }
  return result;
}
