import { createServer, type Server } from 'node:http';
import { metricsType } from './metrics.ts';

/**
 * Serves the metrics on a separate port, without a token: only GET and HEAD of /metrics on 127.0.0.1. Throws an
 * Error that names `variable` when the port cannot be used. Does not keep the process alive.
 */
export async function listenForMetrics(
  { port, variable }: { port: number; variable: string },
  text: () => string | Promise<string>,
): Promise<Server> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (req, res) => {
    const requests = req.url === '/metrics' && (req.method === 'GET' || req.method === 'HEAD');
    if (!requests) return void res.writeHead(404, { 'content-length': 0 }).end();
    try {
      const body = Buffer.from(await text());
      const headers = { 'content-type': metricsType, 'cache-control': 'no-store' };
      res.writeHead(200, { ...headers, 'content-length': body.byteLength });
      res.end(req.method === 'HEAD' ? undefined : body);
    } catch {
      res.writeHead(500, { 'content-length': 0 }).end();
    }
  });
  server.maxConnections = 16;
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new Error(`${variable}: port ${port} on 127.0.0.1 cannot be used (${error.code}). Set another one.`),
      ),
    );
    server.listen(port, '127.0.0.1', done);
  });
  server.unref();
  return server;
}
