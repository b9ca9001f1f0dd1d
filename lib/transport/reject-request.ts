import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHere } from './trace.ts';

/** Why a request is rejected. The text is one of a fixed list and repeats nothing of the request. */
export type Rejection = { status: 400 | 405 | 414; text: string };

type Head = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headersDistinct'>;

/** Characters of a request target. */
const targetMax = 8192;
/** Characters and nested segments of a router state; the framework has the same limit on characters. */
const stateMax = 40_000;
const stateDepthMax = 100;

const rejected = (text: string, status: Rejection['status'] = 400): Rejection => ({ status, text });

/**
 * Why this request is rejected before the framework sees it, or null. The framework answers 500 to some of
 * these and misreads others: targets that are not paths, undecodable paths, no Host or several, invalid router
 * headers, and onward addresses outside this site.
 */
export function rejectionOf({ method, url = '', httpVersion, headersDistinct }: Head): Rejection | null {
  // The framework has no representation of it and would answer 500.
  if (method === 'TRACE') return rejected('This method is not supported.', 405);
  return (
    rejectedTarget(url) ?? rejectedHost(headersDistinct.host, httpVersion) ?? rejectedRouter(headersDistinct)
  );
}

/** Rejects anything but a decodable path that starts with one slash and uses only URL characters. */
function rejectedTarget(target: string): Rejection | null {
  if (target.length > targetMax) return rejected('The address is too long.', 414);
  if (!target.startsWith('/') || target.startsWith('//'))
    return rejected('The address has to be a path that starts with one slash.');
  if (!/^[\x21-\x7e]*$/.test(target))
    return rejected('The address has characters in it that have to be percent-encoded.');
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  if (path.includes('\\')) return rejected('The address has a backslash in it.');
  if (!isDecodable(path))
    return rejected('This address cannot be read: it has a percent sign that encodes nothing.');
  return at < 0 ? null : rejectedOnward(new URLSearchParams(target.slice(at + 1)));
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Characters that browsers drop or read as a slash, or that headers cannot carry. */
const strange = /[\p{Cc}\p{Cs}\u2028\u2029\\]/u;

/** Whether a text may name the address to go to after a form: empty, or a path of this site. */
export function isOnward(text: string): boolean {
  return text === '' || (text.startsWith('/') && !text.startsWith('//') && !strange.test(text));
}

/**
 * Parameters that become part of an onward address. next-auth checks the origin of a `callbackUrl` itself, but
 * fails on characters that a header cannot carry, there and in the `error` that it passes on.
 */
function rejectedOnward(query: URLSearchParams): Rejection | null {
  const passedOn = [...query.getAll('callbackUrl'), ...query.getAll('error')];
  if (query.getAll('next').every(isOnward) && passedOn.every((text) => /^[\x20-\x7e]*$/.test(text)))
    return null;
  return rejected('The address to continue to is not on this site.');
}

function rejectedHost(hosts: readonly string[] = [], httpVersion: string): Rejection | null {
  if (hosts.length === 0 && httpVersion === '1.0') return null;
  const [host = '', ...more] = hosts;
  if (more.length > 0 || !/^[\w.:[\]-]+$/.test(host) || host.length > 255)
    return rejected('Send one Host header with a name or an address.');
  return null;
}

/** Headers by which the framework's router requests parts of a page, with a validator for each. */
const routerHeaders: Readonly<Record<string, (value: string) => boolean>> = {
  rsc: (value) => value === '1',
  'next-router-prefetch': (value) => /^[1-3]$/.test(value),
  'next-router-segment-prefetch': (value) => value.length <= targetMax && /^\/[\x21-\x7e]*$/.test(value),
  'next-url': (value) => rejectedTarget(value) === null,
  'next-router-state-tree': isRouterState,
};

function rejectedRouter(headers: Head['headersDistinct']): Rejection | null {
  for (const [name, isReadable] of Object.entries(routerHeaders)) {
    const [value, ...more] = headers[name] ?? [];
    if (value === undefined) continue;
    if (more.length > 0 || !isReadable(value))
      return rejected('A header with which pages ask for their parts cannot be read. Load the page again.');
  }
  return null;
}

function isRouterState(value: string): boolean {
  if (value.length > stateMax) return false;
  try {
    return isTree(JSON.parse(decodeURIComponent(value)), stateDepthMax);
  } catch {
    return false;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const absent = (value: unknown): boolean => value === undefined || value === null;
const kindsOfParam = /^(c|oc|d|[cd]i\((\.|\.\.|\.\.\.|\.\.\)\(\.\.)\))$/;

/** `[segment, { name: tree }, refresh?, marker?, bits?, …]`, as the framework requires. */
function isTree(value: unknown, depth: number): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 6 || depth === 0) return false;
  const [segment, children, refresh, marker, bits, more] = value;
  return (
    isSegment(segment) &&
    typeof children === 'object' &&
    children !== null &&
    !Array.isArray(children) &&
    Object.values(children).every((child) => isTree(child, depth - 1)) &&
    (absent(refresh) || (isTexts(refresh) && refresh.length === 2)) &&
    (absent(marker) || ['refetch', 'inside-shared-layout', 'metadata-only'].includes(marker)) &&
    (absent(bits) || typeof bits === 'number') &&
    (more === undefined || isText(more))
  );
}

/** A name, or a parameter: its name, value and kind, and the names beside it. */
function isSegment(value: unknown): boolean {
  if (isText(value)) return true;
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [name, given, kind, beside] = value;
  return (
    isText(name) &&
    isText(given) &&
    isText(kind) &&
    kindsOfParam.test(kind) &&
    (beside === null || isTexts(beside))
  );
}

const page = (
  text: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Address not readable · Sharebook</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>This address cannot be read</h1><p>${text} It may have been cut off or changed on its way.</p>
<p><a href="/">Go to home</a></p></main></body></html>`;

/** Answers a rejected request and closes its connection: JSON below /api, else a small page. */
export function reject({ status, text }: Rejection, target: string, response: ServerResponse): void {
  const requestId = requestIdHere();
  const data = /^\/api(?:[/?]|$)/i.test(target);
  response.writeHead(status, {
    'content-type': data ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(data ? JSON.stringify({ error: { code: 'invalid', message: text, requestId } }) : page(text));
}
