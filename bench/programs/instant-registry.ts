import { createServer, type Socket } from 'node:net';

/** A registry that answers every GET at once, from memory, with the same bytes, and the token call as well. */
export type Instant = { base: string; requests: () => number; stop: () => Promise<void> };

const end = Buffer.from('\r\n\r\n');

const responseOf = (body: string) =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

/** Starts it on a free port. Writes to the socket directly: node:http would cost more than what is measured. */
export async function startInstantRegistry(bodyOf: (path: string) => string): Promise<Instant> {
  const ready = new Map<string, Buffer>();
  const token = responseOf('{"access_token":"bench-token","expires_in":3600}');
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    let held: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      held = held.byteLength > 0 ? Buffer.concat([held, chunk]) : chunk;
      for (let at = held.indexOf(end); at >= 0; at = held.indexOf(end)) {
        const head = held.subarray(0, at).toString('latin1');
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        if (held.byteLength < at + 4 + length) return;
        held = held.subarray(at + 4 + length);
        const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/'));
        if (head.startsWith('POST')) socket.write(token);
        else {
          requests += 1;
          if (!ready.has(path)) ready.set(path, responseOf(bodyOf(path)));
          socket.write(ready.get(path) as Buffer);
        }
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    base: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
