// Sends one HTTP request to another registry, with limits on time and size.

import { type Dispatcher, request } from 'undici';
import { TooLarge } from './errors.ts';

/** Limits of one request. */
export type HttpLimits = {
  /** Milliseconds until the headers, between two pieces of the body, and for the whole response. */
  headersMs: number;
  pieceMs: number;
  wholeMs: number;
  bytesMax: number;
};

export const usualLimits: HttpLimits = {
  headersMs: 60_000,
  pieceMs: 30_000,
  wholeMs: 10 * 60_000,
  bytesMax: 128 * 1024 ** 2,
};

export type HttpResponse = { status: number; retryAfter: string | null; text: string };

/** A request that got no whole response: no connection, silence, or a cut line. */
export class NoResponse extends Error {}

/** A longer text of another status than 200 is not read. */
const rejectionBytesMax = 64 * 1024;

/**
 * Sends one request to another registry and reads its response as text. Redirects are not followed, and nothing is
 * decompressed, so that the bytes counted are the bytes held.
 */
export async function send(
  dispatcher: Dispatcher,
  url: URL,
  { method, headers, body }: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  limits: HttpLimits,
  stop?: AbortSignal,
): Promise<HttpResponse> {
  const inTime = AbortSignal.timeout(limits.wholeMs);
  const signal = stop ? AbortSignal.any([inTime, stop]) : inTime;
  try {
    const response = await request(url, {
      dispatcher,
      method,
      headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
      body,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.pieceMs,
      signal,
    });
    const isGood = response.statusCode === 200;
    const max = isGood ? limits.bytesMax : rejectionBytesMax;
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of response.body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > max) {
        response.body.destroy();
        if (isGood) throw new TooLarge(`A response has more than ${max} bytes.`);
        break;
      }
      pieces.push(piece);
    }
    const { 'retry-after': retryAfter } = response.headers;
    return {
      status: response.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      text: Buffer.concat(pieces).toString('utf8'),
    };
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    const { code, message } = (inTime.aborted ? { message: 'it took too long' } : error) as {
      code?: string;
      message: string;
    };
    throw new NoResponse(code ?? message, { cause: error });
  }
}
