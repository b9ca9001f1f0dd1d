import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StalledReaders } from '../net/stalled-readers.ts';
import { isDraining } from './drain.ts';
import { securityHeaders } from './headers.ts';
import type { OpenResponses } from './open-responses.ts';
import { reject, rejectionOf } from './reject-request.ts';
import { methodOf, type RequestSummary, routeOf } from './request-summary.ts';
import { startTrace } from './trace.ts';

/** Further connections are closed without a response: file descriptors must last for files and the store. */
const connectionsMax = 4_000;

/** Next reads a page's nonce from these; only proxy.ts may set them. */
const policyHeaders = ['content-security-policy', 'content-security-policy-report-only'];

/** Node's error codes for requests it cannot read, with their status line; any other is 400. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export type HttpServerOptions = {
  /** Answers a request that was accepted. */
  handle: (request: IncomingMessage, response: ServerResponse) => unknown;
  /** Longest time for the headers of a request, and for the whole request with its body, to arrive. */
  headMs: number;
  requestMs: number;
  /** HSTS on every response. */
  secure?: boolean;
  /** Whether a connection may become a WebSocket; only the development server uses them. */
  upgrades?: boolean;
  /** Called before a request is checked: sets the address of its client. */
  identify?: (request: IncomingMessage) => void;
  /** Called when a response has ended. */
  ended?: (summary: RequestSummary) => void;
  readers?: StalledReaders;
  open?: OpenResponses;
};

/**
 * How long an idle connection stays open, in milliseconds. Longer than the 60 s of usual proxies and clients: a server
 * that closes first can cut off a request that is on its way.
 */
const keepAliveTimeout = 65_000;

/**
 * The HTTP server in front of Next's request handler. Every response has the security headers and a request id,
 * also errors of the framework and build files. Requests that the framework misreads or fails on are refused
 * (`rejectionOf`). Clients that send too slowly get 408, clients that stop reading and responses whose right has
 * ended are cut. The work of a request runs in its trace.
 */
export function createHttpServer(options: HttpServerOptions): Server {
  const { handle, headMs, requestMs, secure = false, upgrades = false, identify, ended } = options;
  const { readers, open } = options;
  const always = Object.entries(securityHeaders(secure));
  /** The last request of a connection. */
  const last = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  /** Whether more bytes on a connection would read as part of a response, or as a second one. */
  const isBegun = (socket: Socket) => {
    const { request, response } = last.get(socket) ?? {};
    return response?.headersSent && !(request?.complete && response.writableFinished);
  };
  const server = createServer(
    {
      headersTimeout: headMs,
      requestTimeout: requestMs,
      keepAliveTimeout,
      connectionsCheckingInterval: Math.min(headMs, 4_000) / 4,
      // Otherwise an upgraded connection would stay open forever; so it is a request like any other.
      shouldUpgradeCallback: () => upgrades,
    },
    (request, response) =>
      startTrace((trace) => {
        const startedAt = performance.now();
        const { url = '', socket } = request;
        last.set(socket, { request, response });
        readers?.watch(socket);
        open?.watch(response, trace);
        response.once('close', () => {
          ended?.({
            id: trace.id,
            route: routeOf(url),
            operation: trace.operation,
            method: methodOf(request.method),
            status: response.statusCode,
            cut: !response.writableFinished,
            ms: performance.now() - startedAt,
          });
        });
        for (const [name, value] of always) response.setHeader(name, value);
        response.setHeader('x-request-id', trace.id);
        if (isDraining()) response.setHeader('connection', 'close');
        for (const name of policyHeaders) delete request.headers[name];
        // Only report files support ranges; the framework fails on unsatisfiable ranges of its own files.
        if (!url.startsWith('/api/')) delete request.headers.range;
        identify?.(request);
        const rejection = rejectionOf(request);
        if (rejection) return reject(rejection, url, response);
        handle(request, response);
      }),
  );
  server.maxConnections = connectionsMax;
  readers?.handleTimeouts(server);
  // Without a listener, Node closes such a connection without a response.
  server.on('connect', (_request, socket) => {
    socket.end(bareResponse('400 Bad Request', secure, 'This server is no proxy.\n'), () => socket.destroy());
  });
  // As Node would answer, but with our headers.
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (!socket.writable || socket.bytesRead === 0 || isBegun(socket)) return void socket.destroy();
    const status = statuses[error.code ?? ''] ?? '400 Bad Request';
    socket.end(bareResponse(status, secure, 'This request cannot be read.\n'), () => socket.destroy());
  });
  return server;
}

/** A complete response with the default headers and `text` as its body, for a connection that is then closed. */
export function bareResponse(status: string, secure: boolean, text = ''): string {
  const headers = {
    ...securityHeaders(secure),
    'cache-control': 'no-store',
    ...(text && { 'content-type': 'text/plain; charset=utf-8' }),
    'content-length': `${Buffer.byteLength(text)}`,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`;
}
