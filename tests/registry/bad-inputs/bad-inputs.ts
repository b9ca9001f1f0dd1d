// Type of a row of the list of bad inputs, and helpers that make its requests.

import { connect } from 'node:net';
import { expect } from 'vitest';
import { type EndpointId, endpointOf, interfaceIds } from '#lib/contract/index';
import { encodeRequest } from '#lib/contract/wire/index';
import { isServed } from '#registry/operations/index';
import type { CallOptions, Registry, TestResponse } from '../boot.ts';

/** One request and its expected response; `field` is the wire name that must be in the response's `errors`. */
export type RequestOptions = {
  path: string;
  options: CallOptions;
  status: number;
  field?: string | undefined;
};

/** A row of the list of bad inputs. */
export type Row = {
  id: number;
  about: string;
  /** For the dashboard's gateway only; where it is tested. */
  gateway?: string;
  /** Why the response differs from the listed one. */
  why?: string;
  requests?: readonly RequestOptions[];
  /** Checks that need more than one request. */
  also?: (registry: Registry) => Promise<void>;
};

/** Reports that nobody downloads are ordered of this issuer: later rows wait for them. */
export const smallIssuer = 1009;

/** The example of an operation, which works against the demo, with other fields; undefined omits a field. */
export function post(
  id: EndpointId,
  changes: object,
  status: number,
  field?: string,
  options: CallOptions = {},
): RequestOptions {
  const { example, path } = endpointOf(id);
  return { path, options: { body: { ...example.request, ...changes }, ...options }, status, field };
}

/** A POST with exactly this text as its body. */
export function send(
  id: EndpointId,
  body: string,
  status: number,
  options: CallOptions = {},
): RequestOptions {
  return { path: endpointOf(id).path, options: { method: 'POST', body, ...options }, status };
}

/** A GET with exactly this query, or the example's if omitted. */
export function read(
  id: EndpointId,
  query: string | undefined,
  status: number,
  field?: string,
): RequestOptions {
  return { path: pathOf(id, query), options: {}, status, field };
}

/** The example's query with its issuer replaced by raw text, where {issuer} is the parameter's name. */
export function issuerQuery(id: EndpointId, raw: string): string {
  const { issuer } = endpointOf(id);
  const name = issuer.by === 'field' ? issuer.field : 'customerIssuerId';
  const others = exampleQuery(id)
    .split('&')
    .filter((pair) => !pair.toLowerCase().startsWith(`${name.toLowerCase()}=`));
  return [...others, raw.replaceAll('{issuer}', name)].join('&');
}

export function exampleQuery(id: EndpointId): string {
  const endpoint = endpointOf(id);
  return encodeRequest(endpoint, endpoint.example.request ?? {}).search.slice(1);
}

function pathOf(id: EndpointId, query = exampleQuery(id)): string {
  return `${endpointOf(id).path}?${query}`;
}

export const issuerReads = interfaceIds.filter((id) => {
  const { kind, issuer, query } = endpointOf(id);
  return kind === 'read' && issuer.by === 'field' && query !== undefined;
});

/** Every operation that takes a JSON body. */
export const jsonPosts = interfaceIds.filter((id) => endpointOf(id).body && id !== 'Token' && isServed(id));

const words = /^[A-Za-z][^\n]{3,400}[.:]?[^\n]*$/;
const inside =
  /node_modules|registry\/|\/work|\/tmp\/|\.ts\b|\bat \S+ \(|\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b|violates|relation "|pg_/i;

/**
 * Error bodies have a fixed shape, and no response reveals the registry's internals. A 409 of the interface is a repeat;
 * one of the agent's operations may also say why nothing was done.
 */
export function wellSpoken(response: Pick<TestResponse, 'status' | 'text' | 'body'>, isAgent = false): void {
  expect(response.status).not.toBe(500);
  if (response.status < 400) return;
  expect(response.text).not.toMatch(inside);
  const body = response.body as Record<string, unknown>;
  const names = Object.keys(body).sort().join(' ');
  if (response.status === 409 && !(isAgent && names === 'message traceId'))
    expect(names).toBe('idempotencyId message');
  else {
    expect(names).toMatch(/^(errors )?message traceId$|^error error_description message traceId$/);
    expect(body.traceId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(body.message).toMatch(words);
  for (const texts of Object.values((body.errors ?? {}) as Record<string, unknown>)) {
    expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
  }
}

/** Sends the request and checks status, field and form of the response. */
export async function request(
  registry: Registry,
  { path, options, status, field }: RequestOptions,
): Promise<TestResponse> {
  const response = await registry.call(path, options);
  const text = `${options.method ?? ''} ${path.slice(0, 200)} ${JSON.stringify(options.body)?.slice(0, 300)}`;
  expect([text, response.status, status === response.status || response.text.slice(0, 300)]).toEqual([
    text,
    status,
    true,
  ]);
  wellSpoken(response);
  if (field !== undefined) {
    const { errors = {} } = response.body as { errors?: object };
    expect([text, Object.keys(errors)]).toEqual([text, expect.arrayContaining([field])]);
  }
  return response;
}

/**
 * Writes bytes to the registry's port and reads until it closes. Returns the head of the first response, and
 * everything received.
 */
export function raw(
  registry: Registry,
  bytes: string | Buffer,
): Promise<Pick<TestResponse, 'status' | 'text' | 'body'> & { head: string; all: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(registry.server.port, '127.0.0.1');
    let all = '';
    // A peer that closes while we still write has refused, too: what it sent counts.
    socket.on('error', (error) => (all === '' ? reject(error) : undefined));
    socket.setEncoding('utf8').on('data', (chunk) => {
      all += chunk;
    });
    socket.on('close', () => {
      const [head = '', ...rest] = all.split('\r\n\r\n');
      const text = rest.join('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, text, all, body: json(text) });
    });
    socket.write(bytes);
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The head of a request over a plain connection that the registry is to close after its response. */
export async function head(
  registry: Registry,
  line: string,
  headers: readonly string[] = [],
  as: CallOptions['as'] = 'demo-agent',
): Promise<string> {
  const bearer = as ? [`Authorization: Bearer ${await registry.tokenFor(as)}`] : [];
  return [line, 'Host: registry.example', 'Connection: close', ...bearer, ...headers, '', ''].join('\r\n');
}
