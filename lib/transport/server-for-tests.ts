import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** Has `server` listen on a free port while a file's tests run, after `before`; the answer tells the port then. */
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
