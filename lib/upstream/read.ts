import 'server-only';
import { type Incoming, TransportFault } from './forward.ts';

/** Largest JSON answer taken in (assurance F-25). */
export const jsonBytesMax = 16 * 1024 * 1024;

/**
 * The whole body as UTF-8 text, or null when it is larger than `bytesMax` or not UTF-8. An answer without any framing
 * is read as well: a cut one does not parse. Throws TransportFault when it breaks off or `byMs` passes.
 */
export async function readText(answer: Incoming, bytesMax: number, byMs: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      answer.drop();
    },
    Math.max(1, byMs - Date.now()),
  );
  try {
    for await (const chunk of answer.body) {
      size += chunk.byteLength;
      if (size > bytesMax) return null;
      parts.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts, size));
  } catch (error) {
    if (late) throw new TransportFault('timeout', error);
    if (error instanceof TransportFault) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** True for application/json and its +json kin, whatever the parameters. */
export function isJson(headers: Headers): boolean {
  return /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '');
}
