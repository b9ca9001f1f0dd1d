// Encodes the input of an operation as the request that is sent to a registry.

import type { z } from 'zod';
import type { Endpoint, RequestOf, UploadedFile } from '../endpoint.ts';
import { mayBeAbsent, metaOf } from '../shape.ts';
import type { MediaType, partType } from '../upload-limits.ts';
import { writeJson } from './json.ts';

/** A request as sent: `path` below {base_url} with escaped parameters; `search` empty or starting with '?'. */
export type Encoded = {
  method: 'GET' | 'POST';
  path: string;
  search: string;
  body?: string;
  /** The body of an upload instead. */
  file?: Buffer;
  contentType: 'application/json' | 'application/x-www-form-urlencoded' | MediaType | typeof partType;
};

export type EncodeOptions = {
  /** One of the endpoint's path forms; default `path`. */
  path?: string;
  /** Use the second spelling, after a 400 (`retryOn400`). */
  retry?: boolean;
};

type Fields = Record<string, unknown>;

/**
 * The exact spelling sent upstream: names as the interface writes them, null present where a field is required
 * and nullable (empty in a query), duplicate fields filled, absent optional fields left out. `input` comes from
 * decodeRequest. Throws RangeError for a path parameter that cannot be a segment.
 */
export function encodeRequest<E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  options: EncodeOptions = {},
): Encoded {
  const given = input as Fields;
  const { method } = endpoint;
  const path = encodePath(options.path ?? endpoint.path, given);
  const form = endpoint.kind === 'token';
  const fields = (schema: z.ZodObject | undefined) =>
    wireFields(endpoint, schema, given, options.retry ?? false);
  const search = endpoint.query ? queryString(fields(endpoint.query)) : '';
  if (endpoint.kind === 'upload') {
    const { body, mediaType } = input as unknown as UploadedFile;
    return { method, path, search, file: body, contentType: mediaType };
  }
  const body =
    endpoint.body && (form ? queryString(fields(endpoint.body)).slice(1) : writeJson(fields(endpoint.body)));
  return {
    method,
    path,
    search,
    // The interface requires the JSON content type on every call, GET included.
    contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(body === undefined ? {} : { body }),
  };
}

/** Path forms in the order to try them; the next one after 404 or 405. */
export function pathForms(endpoint: Endpoint): readonly string[] {
  return [endpoint.path, ...(endpoint.aliases ?? [])];
}

function encodePath(path: string, given: Fields): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const text = String(given[name] ?? '');
    if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
      throw new RangeError(`${name} cannot be part of a path`);
    }
    return encodeURIComponent(text);
  });
}

function wireFields(
  endpoint: Endpoint,
  schema: z.ZodObject | undefined,
  given: Fields,
  retry: boolean,
): Fields {
  const fields: Fields = {};
  const aliasOf = new Map<string, string>();
  for (const { names, send } of endpoint.fieldAliases ?? []) {
    for (const name of names) aliasOf.set(name, send.includes(name) ? names[0] : '');
  }
  for (const [name, field] of Object.entries(schema?.shape ?? {}) as [string, z.ZodType][]) {
    if (metaOf(field).registryOnly) continue;
    const source = aliasOf.get(name) ?? name;
    if (source === '') continue;
    const value = given[source];
    if (value !== undefined) fields[name] = value;
    else if (!mayBeAbsent(field)) fields[name] = null;
  }
  const sent = endpoint.send ? endpoint.send(fields) : fields;
  return retry && endpoint.retryOn400 ? endpoint.retryOn400(sent) : sent;
}

/** Children of an object are written `FilterSecurityType.SecurityTypeCode`. */
function pascal(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function queryString(fields: Fields): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && typeof value === 'object') {
      for (const [child, text] of Object.entries(value)) {
        search.append(`${pascal(name)}.${pascal(child)}`, String(text ?? ''));
      }
    } else if (value !== undefined) search.append(name, String(value ?? ''));
  }
  const text = search.toString();
  return text && `?${text}`;
}
