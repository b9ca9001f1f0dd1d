import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
