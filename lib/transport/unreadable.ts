import { subscribe } from 'node:diagnostics_channel';
import { Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerHeaders, strictTransport } from './headers.ts';

/** The server's internal field for the response on a connection; Node itself decides by it. */
type Talking = Socket & { server?: unknown; _httpMessage?: ServerResponse | null };

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** A complete response with the usual headers and `text` as its body, for a connection that is then closed. */
export function bareAnswer(status: string, secure: boolean, text = ''): string {
  const headers = {
    ...answerHeaders,
    ...(secure ? { 'strict-transport-security': strictTransport } : {}),
    'cache-control': 'no-store',
    ...(text && { 'content-type': 'text/plain; charset=utf-8' }),
    'content-length': `${Buffer.byteLength(text)}`,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`;
}

/**
 * Answers bytes that are not HTTP, and headers that are too long, as Node would, but with our headers. Where a
 * response has begun, the connection is cut, because more bytes would read as part of it. Call once at startup.
 */
export function refuseUnreadable(secure: boolean): void {
  const known = new WeakSet<Server>();
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Talking }).socket;
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    // Without a listener, Node closes such a connection without a response.
    server.on('connect', (_request, socket) => {
      socket.end(bareAnswer('400 Bad Request', secure, 'This server is no proxy.\n'), () => socket.destroy());
    });
    server.on('clientError', (error: Error & { code?: string }, socket: Talking) => {
      if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
      const status = statuses[error.code ?? ''] ?? '400 Bad Request';
      socket.end(bareAnswer(status, secure, 'This request cannot be read.\n'), () => socket.destroy());
    });
  });
}
