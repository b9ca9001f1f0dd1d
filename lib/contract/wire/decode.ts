// Decodes query and body of a request into the typed input of its operation.

import type { z } from 'zod';
import type { Endpoint, RequestOf } from '../endpoint.ts';
import { addError, type FieldErrors, fieldErrors, titleAt } from '../error-texts.ts';
import { type Mode, named } from '../names.ts';
import { queryTree, unreadableText } from './query-text.ts';

export type Decoded<T> = { ok: true; value: T } | { ok: false; fields: FieldErrors };

/** Who enters a record. The gateway takes it from the session and overwrites what the caller sent. */
export type Author = { email: string; firstName: string; lastName: string };

export type DecodeOptions = {
  /** 'registry' ignores unknown fields; 'gateway' refuses them (FieldMeta.registryOnly). */
  mode: Mode;
  author?: Author;
};

type Raw = Record<string, unknown>;
type Rules = Pick<Endpoint, 'fieldAliases' | 'oneOf' | 'author'>;

/**
 * Typed input from the parameters of a query. Names match in any letter case. A repeated name is rejected
 * whatever its values. Whole numbers must be plain digits. Empty is null where null is allowed.
 */
export function decodeQuery<S extends z.ZodObject>(
  schema: S,
  query: URLSearchParams,
  options: DecodeOptions,
  rules: Rules = {},
): Decoded<z.output<S>> {
  const errors: FieldErrors = {};
  const tree = queryTree(schema, query, options.mode, errors);
  return finish(schema, tree, options, rules, errors);
}

/** Typed input from a parsed JSON body: the same rules for names, JSON types for values. */
export function decodeBody<S extends z.ZodObject>(
  schema: S,
  body: unknown,
  options: DecodeOptions,
  rules: Rules = {},
): Decoded<z.output<S>> {
  if (!isObject(body)) return { ok: false, fields: { '': ['The body must be a JSON object.'] } };
  const errors: FieldErrors = {};
  const tree = named(schema, body, options.mode, errors, '') as Raw;
  return finish(schema, tree, options, rules, errors);
}

/**
 * The whole request of an endpoint: params, query and body, checked and merged for handlers. `body` comes from
 * parseJson, or is URLSearchParams for the form-encoded token call.
 */
export function decodeRequest<E extends Endpoint>(
  endpoint: E,
  given: { params?: Record<string, string>; query?: URLSearchParams; body?: unknown },
  options: DecodeOptions,
): Decoded<RequestOf<E>> {
  const parts: Decoded<Raw>[] = [];
  if (endpoint.params) parts.push(decodeBody(endpoint.params, given.params ?? {}, options));
  const query = given.query ?? new URLSearchParams();
  if (endpoint.query) parts.push(decodeQuery(endpoint.query, query, options, endpoint));
  else if (options.mode === 'gateway' && query.size > 0) parts.push(unexpectedQuery(query));
  if (endpoint.body) {
    parts.push(
      given.body instanceof URLSearchParams
        ? decodeQuery(endpoint.body, given.body, options, endpoint)
        : decodeBody(endpoint.body, given.body, options, endpoint),
    );
  }
  const fields: FieldErrors = {};
  const value: Raw = {};
  for (const part of parts) {
    if (part.ok) Object.assign(value, part.value);
    else
      for (const [name, texts] of Object.entries(part.fields))
        for (const text of texts) addError(fields, name, text);
  }
  return parts.every((part) => part.ok) ? { ok: true, value: value as RequestOf<E> } : { ok: false, fields };
}

function unexpectedQuery(query: URLSearchParams): Decoded<Raw> {
  const fields: FieldErrors = {};
  for (const name of query.keys()) addError(fields, name.slice(0, 64), 'This operation takes no query.');
  return { ok: false, fields };
}

function isObject(value: unknown): value is Raw {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function finish<S extends z.ZodObject>(
  schema: S,
  tree: Raw,
  options: DecodeOptions,
  rules: Rules,
  errors: FieldErrors,
): Decoded<z.output<S>> {
  joinAliases(schema, tree, rules, errors);
  needOneOf(schema, tree, rules, errors);
  if (options.author) stamp(schema, tree, rules.author ?? [], options.author);
  for (const name of unreadableText(tree))
    addError(errors, name, 'This text holds a character that is not allowed.');
  if (Object.keys(errors).length > 0) return { ok: false, fields: errors };
  const parsed = schema.safeParse(tree);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, fields: fieldErrors(schema, parsed.error.issues, tree) };
}

/** Fields that mean the same must agree; the first name then holds the value. */
function joinAliases(schema: z.ZodObject, tree: Raw, rules: Rules, errors: FieldErrors): void {
  for (const { names } of rules.fieldAliases ?? []) {
    const given = names.filter((name) => tree[name] !== undefined && tree[name] !== null);
    const [first, ...others] = given;
    if (first === undefined) continue;
    const other = others.find((name) => tree[name] !== tree[first]);
    if (other) addError(errors, other, `${titleAt(schema, [other])} must be the same as ${first}.`);
    tree[names[0]] = tree[first];
    // A null beside a value counts as absent.
    for (const name of names) if (tree[name] === null) delete tree[name];
  }
}

function needOneOf(schema: z.ZodObject, tree: Raw, rules: Rules, errors: FieldErrors): void {
  for (const names of rules.oneOf ?? []) {
    if (names.some((name) => tree[name] !== undefined && tree[name] !== null)) continue;
    const first = names[0] as string;
    addError(errors, first, `${titleAt(schema, [first])} is required.`);
  }
}

function stamp(schema: z.ZodObject, tree: Raw, paths: readonly string[], author: Author): void {
  if (schema.shape.actor) tree.actor = { ...author };
  // An upload, whose body is a file.
  if (schema.shape.actorEmail) {
    const { email, firstName, lastName } = author;
    Object.assign(tree, { actorEmail: email, actorFirstName: firstName, actorLastName: lastName });
  }
  const fields = {
    createdByEmail: author.email,
    createdByFirstName: author.firstName,
    createdByLastName: author.lastName,
  };
  for (const path of paths) {
    const [outer, nested] = path.split('[].');
    const target = outer ? tree[outer] : tree;
    const targets = nested && Array.isArray(target) ? target.map((item) => item?.[nested]) : [target];
    for (const each of targets) if (isObject(each)) Object.assign(each, fields);
  }
}
