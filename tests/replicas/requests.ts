// Requests to dashboards and registries in tests of several replicas, and samples of their metrics.

import { buyToken } from '../registry/boot.ts';
import { origin, type Program } from './replicas-fixture.ts';

export type TestResponse = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

async function read(response: Response): Promise<TestResponse> {
  const text = await response.text();
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(text);
  } catch {
    // The body is a file, or empty.
  }
  return { status: response.status, headers: response.headers, text, body };
}

/** A dashboard request as its own pages send it. */
export async function request(
  { url }: Program,
  path: string,
  { cookie, body, headers = {} }: { cookie: string; body?: unknown; headers?: Record<string, string> },
): Promise<TestResponse> {
  const own = { 'x-sharebook': '1', origin, 'content-type': 'application/json' };
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, ...(body !== undefined && own), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return read(response);
}

/** A registry request with a token of its own, or the given one. */
export async function call(
  { url }: Program,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const bearer = token ?? (await buyToken(url, 'demo-agent'));
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return read(response);
}

/** Every sample of a metrics exposition, by series; throws if the text is not one. */
export function samples(text: string): Map<string, number> {
  const found = new Map<string, number>();
  const kinds = new Map<string, string>();
  if (!text.endsWith('\n')) throw new Error('The text does not end with a line.');
  for (const line of text.slice(0, -1).split('\n')) {
    const type = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram)$/.exec(line);
    if (type?.[1] && type[2]) kinds.set(type[1], type[2]);
    if (line === '' || line.startsWith('# HELP ') || type) continue;
    const sample = /^([a-z_:][a-z0-9_:]*)(\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})? (-?[0-9.e+-]+)$/.exec(
      line,
    );
    if (!sample) throw new Error(`No sample: ${line}`);
    const [, name = '', labels = '', value] = sample;
    const family = name.replace(/_(bucket|sum|count)$/, '');
    if (!kinds.has(name) && kinds.get(family) !== 'histogram') throw new Error(`No type: ${line}`);
    if (found.has(name + labels)) throw new Error(`Twice: ${line}`);
    found.set(name + labels, Number(value));
  }
  return found;
}
