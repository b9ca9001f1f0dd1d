// Compresses large JSON answers. Next compresses pages, but not the answers of route handlers.

import 'server-only';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Smaller answers gain nothing that a user notices. */
const bytesMin = 16_384;

/** RFC 9110, section 12.5.3: `gzip` is listed, and not with the weight 0. */
const acceptsGzip = (headers: Headers) =>
  /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0\.[0-9]*[1-9]))/i.test(headers.get('accept-encoding') ?? '');

/** The JSON answer, as gzip where it is large and the caller accepts that; compressed outside the main thread. */
export async function compressLarge(response: Response, asked: Headers): Promise<Response> {
  if (Number(response.headers.get('content-length')) < bytesMin) return response;
  const headers = new Headers(response.headers);
  // Whoever stores it must not give it to a caller that accepts other encodings.
  headers.set('vary', 'Accept-Encoding');
  if (!acceptsGzip(asked)) return new Response(response.body, { status: response.status, headers });
  const body = await compress(await response.arrayBuffer());
  headers.set('content-encoding', 'gzip');
  headers.set('content-length', String(body.byteLength));
  return new Response(body, { status: response.status, headers });
}
