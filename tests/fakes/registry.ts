// A fake registry over real HTTP; each test defines its responses.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call a fake registry received, token calls excluded. */
export type Received = { method: string; path: string; search: string; body: string; authorization: string };

type Send = { status?: number; type?: string; headers?: Record<string, string>; body?: string | Buffer };
export type Handler = (
  call: Received,
  response: ServerResponse,
  base: string,
) => Send | undefined | Promise<Send | undefined>;

export type StandIn = {
  base: string;
  calls: Received[];
  tokenRequests: number;
  /** Currently accepted tokens; clear it to invalidate all issued ones without notice. */
  live: Set<string>;
  /** Users that requests named (X-Acting-User). */
  actingUsers: string[];
  handle: Handler;
  token: (response: ServerResponse, form: URLSearchParams) => Send | undefined | Promise<Send | undefined>;
  stop(): Promise<void>;
};

export const jsonType = 'application/json; charset=utf-8';

/** A fake third-party registry, over real HTTP, below a path prefix; each test defines its behavior. */
export async function startStandIn(options: { prefix?: string; handle?: Handler } = {}): Promise<StandIn> {
  const prefix = options.prefix ?? '';
  let issued = 0;
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  const standIn: StandIn = {
    base: '',
    calls: [],
    actingUsers: [],
    tokenRequests: 0,
    live: new Set(),
    handle: options.handle ?? (() => ({ status: 404, body: '{"message":"none"}' })),
    token: () => {
      issued += 1;
      const value = `token-${issued}`;
      standIn.live.add(value);
      return { body: JSON.stringify({ access_token: value }) };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', standIn.base);
    let body = '';
    for await (const part of request) body += part;
    if (url.pathname === `${prefix}/connect/token`) {
      standIn.tokenRequests += 1;
      return write(response, await standIn.token(response, new URLSearchParams(body)));
    }
    const authorization = request.headers.authorization ?? '';
    const path = url.pathname.startsWith(prefix)
      ? url.pathname.slice(prefix.length)
      : `outside:${url.pathname}`;
    const call = { method: request.method ?? '', path, search: url.search, body, authorization };
    standIn.calls.push(call);
    const user = request.headers['x-acting-user'];
    if (user !== undefined) standIn.actingUsers.push(String(user));
    if (!standIn.live.has(authorization.replace(/^Bearer /, '')))
      return write(response, { status: 401, body: '{}' });
    write(response, await standIn.handle(call, response, standIn.base));
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  standIn.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  return standIn;
}

function write(response: ServerResponse, send: Send | undefined): void {
  if (!send) return;
  response.writeHead(send.status ?? 200, { 'content-type': send.type ?? jsonType, ...send.headers });
  response.end(send.body ?? '');
}

/** A small complete PDF, padded to about `bytes`. */
export function samplePdf(bytes = 2000): Buffer {
  const head = Buffer.from('%PDF-1.7\n');
  const end = Buffer.from('\nstartxref\n9\n%%EOF\n');
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length - end.length), 'x'), end]);
}
