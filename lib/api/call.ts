import type { EndpointId } from '#lib/contract/index';
import { ApiError, readError } from './error.ts';
import type { Answer, Input, Wire } from './wire.ts';

export type Sent = {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON, text as the JSON it is, or as a form when it is URLSearchParams. */
  body?: unknown;
  signal?: AbortSignal;
  /** Why a full tax id or access code is needed; goes into the audit trail (rulings 2 and 8). */
  reason?: string;
  /** What a form says about a write besides its body, by header name. */
  about?: Readonly<Record<string, string>>;
};

const away = 'Sharebook could not be reached. Check the connection and try again.';

/**
 * The one place where the browser talks to a server, and only to our own. Answers are parsed with exact integers
 * (beyond 2^53 as digits). Throws ApiError for every refusal, AbortError when the signal said so.
 */
export async function request(
  path: string,
  { method = 'GET', body, signal, reason, about }: Sent = {},
): Promise<unknown> {
  const form = body instanceof URLSearchParams;
  const headers: Record<string, string> = { ...about, accept: 'application/json' };
  // A header no foreign form can set; the server refuses writes without it (decisions, "HTTP of the dashboard").
  if (method !== 'GET') headers['x-sharebook'] = '1';
  if (reason) headers['x-sharebook-reason'] = encodeURIComponent(reason);
  if (body !== undefined && !form) headers['content-type'] = 'application/json';
  try {
    const answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : form || typeof body === 'string' ? body : JSON.stringify(body),
      signal,
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
    });
    const json = await parsed(await answer.text());
    if (!answer.ok) throw refusal(answer.status, json, answer.headers.get('x-request-id') ?? '');
    if (json === undefined) throw new ApiError('upstream_unreadable');
    return json;
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause;
    throw new ApiError('upstream_unavailable', { message: away });
  }
}

/** Sign-in is next-auth's own and answers too many attempts without our envelope. */
function refusal(status: number, json: unknown, requestId: string): ApiError {
  const error = readError(status, json, requestId);
  return status === 429 && error.code === 'upstream_unreadable'
    ? new ApiError('throttled', { requestId })
    : error;
}

const longDigits = /\d{16}/;

/** The exact reader is fetched by the first answer that needs it: few registers have numbers that long. */
async function parsed(text: string): Promise<unknown> {
  try {
    if (!longDigits.test(text)) return JSON.parse(text.replace(/^\ufeff/, ''));
    const { readJson } = await import('#lib/contract/json');
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** Calls an operation of the interface through the gateway: `call('GetIssuerBalance', { CustomerIssuerId: 1001 })`. */
export type Call = <Id extends EndpointId>(
  id: Id,
  input: Input<Id>,
  options?: Pick<Sent, 'signal' | 'reason' | 'about'>,
) => Promise<Answer<Id>>;

/** The caller for the operations in `wire`. GET inputs travel as query, nested ones with a dot; the others as JSON. */
export function makeCall(wire: Wire): Call {
  return async (id, input, options) => {
    const operation = wire[id];
    if (!operation) throw new Error(`${id} is not among the operations this page was given`);
    const { method, path } = operation;
    const address = `/api/upstream${path}`;
    const answer =
      method === 'GET'
        ? await request(address + queryText(input as Record<string, unknown>), options)
        : await request(address, { ...options, method, body: input });
    return answer as Answer<typeof id>;
  };
}

/** `?a=1&b.c=2`; what is null, undefined or empty is left out. */
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
