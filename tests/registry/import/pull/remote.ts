// A proxy in front of a registry that is pulled; it may answer otherwise.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basePath, type Registry } from '#tests/registry/boot';

/** What another registry answers in the place of the real one; undefined: what the real one says. */
export type Fault = { status?: number; headers?: Record<string, string>; body?: string; cut?: boolean };

export type Remote = {
  base: URL;
  /** Paths that were asked for, in order, with their times. */
  asked: { path: string; at: number }[];
  /** Decides about each request; `text` is the body of the real response. */
  fault: (path: string, text: string, count: number) => Fault | undefined;
  stop(): Promise<void>;
};

/** A registry that stands before the running one, and may answer otherwise. */
export async function startRemote(registry: Registry): Promise<Remote> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', async () => {
      const path = request.url ?? '';
      remote.asked.push({ path, at: performance.now() });
      const count = remote.asked.filter((one) => one.path === path).length;
      const { authorization, 'content-type': type = '' } = request.headers;
      const real = await fetch(registry.origin + path, {
        method: request.method,
        headers: { 'content-type': type, ...(authorization && { authorization }) },
        body: request.method === 'POST' ? Buffer.concat(pieces) : undefined,
      });
      const text = await real.text();
      const fault = remote.fault(path, text, count);
      if (fault?.cut) {
        response.writeHead(200, { 'content-length': String(text.length) });
        response.write(text.slice(0, text.length >> 1), () => response.destroy());
        return;
      }
      response.writeHead(fault?.status ?? real.status, {
        'content-type': 'application/json',
        ...fault?.headers,
      });
      response.end(fault?.body ?? text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const remote: Remote = {
    base: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`),
    asked: [],
    fault: () => undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return remote;
}
