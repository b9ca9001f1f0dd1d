// Sends requests from the browser to our own server and reads the responses.

import type { EndpointId, InputFor, ResponseFor } from '../contract/index.ts';
import { ApiError, isApiError, readError } from './error.ts';
import { headerOf } from './headers.ts';
import type { Wire } from './wire.ts';

export type Sent = {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON; a string is sent as JSON text as it is, URLSearchParams as a form, a file as it is. */
  body?: unknown;
  signal?: AbortSignal;
  /** Why a full tax ID or access code is needed. Recorded in the audit trail. */
  reason?: string;
  /** Additional information about a write, by header name. */
  about?: Readonly<Record<string, string>>;
  /** Sent although the page is being left. */
  keepalive?: boolean;
  /** Receives the headers of a successful response. */
  onHeaders?: (headers: Headers) => void;
};

export const unreachableText = 'Sharebook could not be reached. Check the connection and try again.';

/**
 * The only place where the browser calls a server, and only our own. Responses are parsed with exact integers
 * (beyond 2^53 as digits). Throws ApiError for every error response, AbortError when the signal is aborted.
 */
export async function request(
  path: string,
  { method = 'GET', body, signal, reason, about, keepalive, onHeaders }: Sent = {},
): Promise<unknown> {
  const form = body instanceof URLSearchParams;
  const file = body instanceof Blob;
  const headers: Record<string, string> = { ...about, accept: 'application/json' };
  // A form of another site cannot set this header; the server rejects writes without it.
  if (method !== 'GET') headers['x-sharebook'] = '1';
  if (reason) headers[headerOf.reason] = encodeURIComponent(reason);
  if (body !== undefined && !form) headers['content-type'] = file ? body.type : 'application/json';
  const sent: RequestInit = {
    method,
    headers,
    body:
      body === undefined || form || file || typeof body === 'string'
        ? (body as BodyInit | undefined)
        : JSON.stringify(body),
    signal,
    keepalive,
  };
  return receive(path, sent, async (response) => {
    const json = await parsed(await response.text());
    if (json === undefined) throw new ApiError('upstream_unreadable');
    onHeaders?.(response.headers);
    return json;
  });
}

/** A successful response as `read` gives it. Throws as `request`. */
export async function receive<T>(
  path: string,
  sent: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const response = await fetch(path, {
      ...sent,
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
    });
    if (response.ok) return await read(response);
    throw rejectionOf(response.status, await parsed(await response.text()), requestIdOf(response));
  } catch (cause) {
    if (isApiError(cause) || sent.signal?.aborted) throw cause;
    throw new ApiError('upstream_unavailable', { message: unreachableText });
  }
}

export const requestIdOf = ({ headers }: Response): string => headers.get('x-request-id') ?? '';

/** The bytes of a file, for display. Throws as `request`; too large a file is `upstream_too_large`. */
export const requestFile = (path: string, bytesMax: number, signal?: AbortSignal): Promise<Blob> =>
  receive(path, { signal }, async (response) => {
    if (Number(response.headers.get('content-length') ?? 0) > bytesMax)
      throw new ApiError('upstream_too_large', { requestId: requestIdOf(response) });
    return response.blob();
  });

/** Sign-in endpoints belong to next-auth, whose error for too many attempts has no envelope of ours. */
function rejectionOf(status: number, json: unknown, requestId: string): ApiError {
  const error = readError(status, json, requestId);
  return status === 429 && error.code === 'upstream_unreadable'
    ? new ApiError('throttled', { requestId })
    : error;
}

/** A number of sixteen digits or more; digits in a text, such as those of a digest, have a quote or a letter before them. */
const longNumber = /(?:^|[:[,\s-])\d{16}/;

/** The exact parser is loaded only when a response needs it: few registers have numbers that long. */
export async function parsed(text: string): Promise<unknown> {
  try {
    if (!longNumber.test(text)) return JSON.parse(text.replace(/^\ufeff/, ''));
    const { readJson } = await import('../contract/wire/json.ts');
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** Calls an operation through the gateway: `call('GetIssuerBalance', { CustomerIssuerId: 1001 })`. */
export type Call = <Id extends EndpointId>(
  id: Id,
  input: InputFor<Id>,
  options?: Pick<Sent, 'signal' | 'reason' | 'about' | 'onHeaders'>,
) => Promise<ResponseFor<Id>>;

/**
 * The caller for the operations in `wire`. GET inputs are sent as a query, nested ones with a dot; others as
 * JSON; an upload as its `file`, with the rest as a query.
 */
export function makeCall(wire: Wire): Call {
  return async (id, input, options) => {
    const operation = wire[id];
    if (!operation) throw new Error(`${id} is not among the operations this page was given`);
    const { method, path } = operation;
    const address = `/api/upstream${path}`;
    const fields = input as Record<string, unknown>;
    const { file } = fields;
    const response =
      method === 'GET'
        ? await request(address + issuerText(fields), options)
        : file instanceof Blob
          ? await request(address + queryText({ ...fields, file: null }), { ...options, method, body: file })
          : await request(address, { ...options, method, body: input });
    return response as ResponseFor<typeof id>;
  };
}

/** The address of a GET operation, for a link to a file. Throws when the page was not given the operation. */
export function addressOf<Id extends EndpointId>(wire: Wire, id: Id, input: InputFor<Id>): string {
  const operation = wire[id];
  if (!operation) throw new Error(`${id} is not among the operations this page was given`);
  return `/api/upstream${operation.path}${queryText(input as Record<string, unknown>)}`;
}

/** The query; all issuers, which is null, is sent as an empty value, because a missing one is refused. */
function issuerText(input: Record<string, unknown>): string {
  const text = queryText(input);
  if (input.customerIssuerId !== null) return text;
  return `${text ? `${text}&` : '?'}customerIssuerId=`;
}

/** `?a=1&b.c=2`; null, undefined and empty values are left out. */
export function queryText(input: Record<string, unknown>): string {
  const search = new URLSearchParams();
  const add = (name: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return;
    if (typeof value === 'object')
      for (const [key, part] of Object.entries(value)) add(`${name}.${key}`, part);
    else search.set(name, String(value));
  };
  for (const [name, value] of Object.entries(input)) add(name, value);
  const text = search.toString();
  return text && `?${text}`;
}
