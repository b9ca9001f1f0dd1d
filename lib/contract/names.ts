// Finds the exact wire name of a field given in any letter case.

import type { z } from 'zod';
import { addError, type FieldErrors } from './error-texts.ts';
import { itemOf, metaOf, objectOf } from './shape.ts';

export type Mode = 'registry' | 'gateway';

const namesByLower = new WeakMap<z.ZodObject, ReadonlyMap<string, string>>();

/** The exact wire name for a name in any letter case; undefined for names that the interface does not have. */
export function wireName(schema: z.ZodObject, given: string): string | undefined {
  let names = namesByLower.get(schema);
  if (!names) {
    names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
    namesByLower.set(schema, names);
  }
  return names.get(given.toLowerCase());
}

const cutoffs = ['cutoff', 'cutoffdate'];

/** This operation's name for the as-of date, when another operation's name was given. */
function cutoffMeant(schema: z.ZodObject, given: string): string | undefined {
  if (!cutoffs.includes(given.toLowerCase())) return undefined;
  return Object.keys(schema.shape).find((name) => cutoffs.includes(name.toLowerCase()));
}

/**
 * Whether this side reads the field; the gateway records an error for unknown ones. The registry ignores
 * unknown fields, except a date under another operation's name: current figures would be taken for those of
 * that date.
 */
export function taken(
  schema: z.ZodObject,
  name: string | undefined,
  path: string,
  mode: Mode,
  errors: FieldErrors,
): name is string {
  if (mode === 'registry') {
    const meant = name === undefined && cutoffMeant(schema, path);
    if (meant) addError(errors, meant, `This operation calls its date ${meant}, not ${path}.`);
    return name !== undefined;
  }
  if (name !== undefined && !metaOf(schema.shape[name]).registryOnly) return true;
  addError(errors, path.slice(0, 64), 'Unknown field.');
  return false;
}

/**
 * A copy of a JSON value with every name as the interface spells it. A repeated name, in whatever letter case
 * and with whatever values, is an error.
 */
export function named(
  schema: z.ZodType,
  value: unknown,
  mode: Mode,
  errors: FieldErrors,
  path: string,
): unknown {
  if (Array.isArray(value)) {
    const item = itemOf(schema);
    return item ? value.map((each, index) => named(item, each, mode, errors, `${path}[${index}]`)) : value;
  }
  const object = objectOf(schema);
  if (value === null || typeof value !== 'object' || !object) return value;
  const result: Record<string, unknown> = {};
  for (const [given, child] of Object.entries(value)) {
    const name = wireName(object, given);
    const at = path ? `${path}.${name ?? given}` : (name ?? given);
    if (!taken(object, name, at, mode, errors)) continue;
    if (Object.hasOwn(result, name))
      addError(errors, at, `${metaOf(object.shape[name]).title ?? name} is given twice.`);
    else result[name] = named(object.shape[name] as z.ZodType, child, mode, errors, at);
  }
  return result;
}
