import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

const bodyBytesMax = 1_048_576;

/**
 * The request body as text, for the given media type, at most 1 MB of valid UTF-8. Wrong type, charset,
 * encoding or bytes: 400. Too long: 413, and the connection is closed after the response.
 */
export async function readBody(req: IncomingMessage, mediaType: string): Promise<string> {
  const [given = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  if (given.trim() !== mediaType) throw new HttpError(400, `The Content-Type must be ${mediaType}.`);
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.trim().split('=');
    if (name === 'charset' && !/^"?utf-?8"?$/.test(value))
      throw new HttpError(400, 'The charset must be utf-8.');
  }
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpError(400, 'A compressed body is not accepted.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (Number(req.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLong();
  try {
    // Destroying the stream would also destroy the socket, before the error response is sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) throw tooLong();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The request ended before its body did.', { headers: { connection: 'close' } });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.');
  }
}

function tooLong(): HttpError {
  return new HttpError(413, 'The body is larger than 1 MB.', { headers: { connection: 'close' } });
}
