// Turns query parameters into typed values with wire names.

import { z } from 'zod';
import { addError, type FieldErrors } from '../error-texts.ts';
import { type Mode, taken, wireName } from '../names.ts';
import { coreOf, mayBeNull, metaOf, objectOf } from '../shape.ts';

const wholeNumber = /^(?:0|-?[1-9]\d*)$/;

/**
 * Text of a query parameter as the value its schema expects. Text that does not convert stays text and fails
 * validation.
 */
function fromText(schema: z.ZodType, text: string): unknown {
  const core = coreOf(schema);
  if (text === '' && mayBeNull(schema)) return null;
  if (core instanceof z.ZodNumber) return wholeNumber.test(text) ? Number(text) : text;
  if (core instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** Query parameters as an object of wire names, nested ones from `FilterSecurityType.SecurityTypeCode`. */
export function queryTree(
  schema: z.ZodObject,
  query: URLSearchParams,
  mode: Mode,
  errors: FieldErrors,
): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [given, text] of query) {
    const dot = given.indexOf('.');
    const outer = wireName(schema, dot < 0 ? given : given.slice(0, dot));
    if (!taken(schema, outer, given, mode, errors)) continue;
    const field = schema.shape[outer] as z.ZodType;
    const title = metaOf(field).title ?? outer;
    if (dot < 0) {
      if (Object.hasOwn(tree, outer)) addError(errors, outer, `${title} is given twice.`);
      else tree[outer] = fromText(field, text);
      continue;
    }
    const object = objectOf(field);
    const name = object && wireName(object, given.slice(dot + 1));
    if (!object || !taken(object, name, given, mode, errors)) {
      if (!object && mode === 'gateway') addError(errors, given.slice(0, 64), 'Unknown field.');
      continue;
    }
    const path = `${outer}.${name}`;
    const nested = Object.hasOwn(tree, outer) ? tree[outer] : {};
    if (nested === null || typeof nested !== 'object' || Object.hasOwn(nested, name)) {
      addError(errors, path, `${title} is given twice.`);
    } else {
      tree[outer] = { ...nested, [name]: fromText(object.shape[name] as z.ZodType, text) };
    }
  }
  return tree;
}

/**
 * Paths of texts that no register may hold: NUL, lone surrogates, and the replacement character left by broken
 * UTF-8.
 */
export function unreadableText(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    return value.includes('\0') || value.includes('\ufffd') || !value.isWellFormed() ? [path] : [];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, child]) =>
    unreadableText(child, Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name),
  );
}
