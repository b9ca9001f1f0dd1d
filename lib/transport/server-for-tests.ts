import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll } from 'vitest';

/**
 * Listens with `server` on a free port during a file's tests, after `before`; the returned function gives the
 * port.
 */
export function listening(server: Server, before: () => void): () => number {
  let port = 0;
  beforeAll(async () => {
    before();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return () => port;
}

/** Sends a Response as the framework does: at the client's pace; a disconnect cancels its source. */
export async function sendResponse(reply: Response, response: ServerResponse): Promise<void> {
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  if (!reply.body) return void response.end();
  // A failing source resets the connection, so that what has arrived never looks complete.
  await pipeline(Readable.fromWeb(reply.body as ReadableStream), response).catch(() => response.destroy());
}
