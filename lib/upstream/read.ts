// Reads the body of a response within limits of size and time.

import 'server-only';
import { type Incoming, isTransportError, TransportError } from './http-client.ts';

/** Largest accepted JSON response. */
export const jsonBytesMax = 16 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The whole body as UTF-8 text, or null when it is not UTF-8 or larger than `bytesMax`, of which `whenTooLarge`
 * is notified. A response without any framing is accepted: a truncated one does not parse. Throws
 * TransportError when the body is truncated or `byMs` passes.
 */
export function readText(
  response: Incoming,
  bytesMax: number,
  byMs: number,
  whenTooLarge?: () => void,
): Promise<string | null> {
  return readInTime(response, byMs, async (body) => {
    const bytes = await readBytes(body, bytesMax);
    if (bytes === null) whenTooLarge?.();
    return bytes && utf8.decode(bytes);
  });
}

/** The whole body, or null when it is larger than `bytesMax`. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > bytesMax) return null;
    parts.push(chunk);
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size);
}

/**
 * The result of `read` on the body; null when it throws. Throws TransportError when the body is truncated or
 * `byMs` passes.
 */
export async function readInTime<T>(
  response: Incoming,
  byMs: number,
  read: (body: AsyncIterable<Uint8Array>) => Promise<T | null>,
): Promise<T | null> {
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      response.drop();
    },
    Math.max(1, byMs - Date.now()),
  );
  try {
    return await read(response.body);
  } catch (error) {
    if (late) throw new TransportError('timeout', error);
    if (isTransportError(error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** True for application/json and +json types, whatever the parameters. */
export function isJson({ header }: Incoming): boolean {
  return /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(header('content-type') ?? '');
}
