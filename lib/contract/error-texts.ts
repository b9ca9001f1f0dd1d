// Turns validation errors of zod into texts for users, by field.

import { z } from 'zod';
import { coreOf, itemOf, metaOf, objectOf } from './shape.ts';

/** Wire field path → error texts for users. */
export type FieldErrors = Record<string, string[]>;

/** `certificates[0].shares` from zod's path. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
}

const errorsMax = 50;

/** Adds one text about a field; beyond fifty fields nothing more is added. */
export function addError(errors: FieldErrors, name: string, text: string): void {
  if (Object.keys(errors).length >= errorsMax) return;
  // A map of errors must not be reachable through a name like `__proto__`.
  const own = Object.hasOwn(errors, name) ? errors[name] : undefined;
  if (own) own.push(text);
  else Object.defineProperty(errors, name, { value: [text], enumerable: true, configurable: true });
}

/** The title of the field at a path, or its last name. */
export function titleAt(schema: z.ZodType, path: readonly PropertyKey[]): string {
  let here: z.ZodType | undefined = schema;
  let title = '';
  for (const part of path) {
    here = typeof part === 'number' ? here && itemOf(here) : here && objectOf(here)?.shape[String(part)];
    title = metaOf(here).title ?? (typeof part === 'number' ? title : String(part));
  }
  return title;
}

const expected: Record<string, string> = {
  string: 'must be text',
  int: 'must be a whole number',
  number: 'must be a number',
  bigint: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

type Issue = z.core.$ZodIssue;

function listed(values: readonly unknown[]): string {
  const named = values.map((value) => (value === '' ? 'empty' : String(value)));
  if (named.length > 24) return 'is not a known value';
  return named.length === 1 ? `must be ${named[0]}` : `must be one of ${named.join(', ')}`;
}

function bound(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const small = issue.code === 'too_small';
  const limit = small ? issue.minimum : issue.maximum;
  if (issue.origin === 'string') {
    if (small && Number(limit) === 1) return 'must not be empty';
    return small ? `must have at least ${limit} characters` : `must have at most ${limit} characters`;
  }
  if (issue.origin === 'array')
    return small ? `must have at least ${limit} items` : `must have at most ${limit} items`;
  if (!small && Number(limit) >= Number.MAX_SAFE_INTEGER) return 'is out of range';
  if (issue.inclusive) return small ? `must be at least ${limit}` : `must be at most ${limit}`;
  return small ? `must be more than ${limit}` : `must be less than ${limit}`;
}

/** Whether a field is a count or an ID: zod reports 'number' for a text given for either. */
function wholeOnly(schema: z.ZodType | undefined): boolean {
  const core = schema && coreOf(schema);
  if (core instanceof z.ZodUnion) return core.options.some((each) => wholeOnly(each as z.ZodType));
  return core instanceof z.ZodNumber && core.format === 'safeint';
}

function about(issue: Issue, value: unknown, schema: z.ZodType | undefined): string {
  if (value === undefined) return 'is required';
  if (value === null) return 'must not be null';
  switch (issue.code) {
    case 'invalid_type':
      return expected[wholeOnly(schema) ? 'int' : issue.expected] ?? 'has the wrong form';
    case 'invalid_value':
      return listed(issue.values);
    case 'too_small':
    case 'too_big':
      return bound(issue);
    case 'invalid_union':
      return schema && 'options' in coreOf(schema).def
        ? unionText(issue, value, schema)
        : 'has the wrong form';
    case 'custom':
    case 'invalid_format':
      return issue.message;
    default:
      return 'has the wrong form';
  }
}

function unionText(issue: Issue & { code: 'invalid_union' }, value: unknown, schema: z.ZodType): string {
  const first = issue.errors.find((errors) => errors.some((error) => error.code !== 'invalid_type'));
  const inside = (first ?? issue.errors[0])?.[0];
  return inside ? about(inside as Issue, value, schema) : 'has the wrong form';
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined,
    input,
  );
}

function fieldAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>(
    (here, part) => here && (typeof part === 'number' ? itemOf(here) : objectOf(here)?.shape[String(part)]),
    schema,
  );
}

/** One text per zod issue, each with the field's title; `input` is the parsed value. */
export function fieldErrors(schema: z.ZodType, issues: readonly Issue[], input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const title = titleAt(schema, issue.path) || 'The request';
    const field = fieldAt(schema, issue.path);
    const { accepted } = metaOf(field);
    const text = about(issue, valueAt(input, issue.path), field);
    addError(errors, pathText(issue.path), `${title} ${text}${accepted ? `; ${accepted}` : ''}.`);
  }
  return errors;
}
