import { createServer, type ServerResponse } from 'node:http';

/** A registry with one report of `bytes`, sent as fast as it is read. */
export type Large = {
  base: string;
  /** Path of the file below `base`. */
  path: string;
  /** Resolves when a reader of the held call has disconnected, with the time (performance.now). */
  left: () => Promise<number>;
  stop: () => Promise<void>;
};

const head = Buffer.from('%PDF-1.7\n');
const end = Buffer.from('\nstartxref\n9\n%%EOF\n');
const piece = Buffer.alloc(64 * 1024, 'books and records ');

function whenWritable(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      done();
    };
    response.on('drain', go).on('close', go);
  });
}

async function stream(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': bytes });
  response.write(head);
  for (let left = bytes - head.length - end.length; left > 0 && !response.destroyed; left -= piece.length) {
    const more = response.write(left < piece.length ? piece.subarray(0, left) : piece);
    if (!more) await whenWritable(response);
  }
  response.end(end);
}

/** Starts it on a free port. GetIssuerSecurityTypes is never answered, so that a caller can disconnect. */
export async function startLargeReport(bytes: number): Promise<Large> {
  const path = '/Api/v1/Report/DownloadReport/file-code/Report.pdf/access-code';
  let base = '';
  let gone = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const json = (value: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    request.resume();
    if (url.endsWith('/connect/token')) json({ access_token: 'bench-token', expires_in: 3600 });
    else if (url.endsWith(path)) stream(response, bytes).catch(() => response.destroy());
    else if (request.method === 'POST') json({ downloadUrl: base + path });
    else response.on('close', () => gone.resolve(performance.now()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    base,
    path,
    left() {
      gone = Promise.withResolvers();
      return gone.promise;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
