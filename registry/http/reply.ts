// HTTP replies and how they are sent: text, JSON in pieces, streams with back-pressure.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** JSON written in pieces: a long list is never one string and does not block the event loop. */
export type JsonText = { jsonText: Iterable<string> | AsyncIterable<string> };

export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | JsonText | { stream: () => AsyncIterable<Uint8Array> };
};

export const jsonType = 'application/json; charset=utf-8';

/**
 * Writes a reply with back-pressure. A body that fails midway destroys the connection, so that a partial file
 * never looks complete. Returns the bytes written.
 */
export async function send(res: ServerResponse, reply: Reply, headOnly: boolean): Promise<number> {
  const { body } = reply;
  // The client disconnected before the response was ready.
  if (res.destroyed) return 0;
  const whole = typeof body === 'string' ? Buffer.from(body) : Buffer.isBuffer(body) ? body : undefined;
  // A 304 has no body; a content-length would be read as the length of the file.
  const length = whole && reply.status !== 304 ? { 'content-length': String(whole.length) } : {};
  res.writeHead(reply.status, { ...baseHeaders, ...reply.headers, ...length });
  if (headOnly) {
    res.end();
    return 0;
  }
  if (whole) {
    res.end(whole);
    return whole.length;
  }
  return sendPieces(res, 'jsonText' in (body as object) ? (body as JsonText).jsonText : pieces(body));
}

function pieces(body: Reply['body']): AsyncIterable<Uint8Array> {
  return (body as { stream: () => AsyncIterable<Uint8Array> }).stream();
}

async function sendPieces(
  res: ServerResponse,
  source: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<number> {
  let bytes = 0;
  try {
    for await (const piece of source) {
      bytes += piece.length;
      if (res.destroyed) return bytes;
      if (!res.write(piece)) await drained(res);
      else await breath();
    }
    if (!res.destroyed) res.end();
  } catch (error) {
    res.destroy();
    throw error;
  }
  return bytes;
}

/** Waits until the socket accepts more data or closes. */
async function drained(res: ServerResponse): Promise<void> {
  if (res.destroyed || !res.writableNeedDrain) return;
  const stop = new AbortController();
  try {
    await Promise.race([
      once(res, 'drain', { signal: stop.signal }),
      once(res, 'close', { signal: stop.signal }),
    ]).catch(() => undefined);
  } finally {
    stop.abort();
  }
}

/** Lets other requests run between two pieces. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Responses are data: if a browser opens one, it must not run or frame it. The docs page overrides this. */
const baseHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
