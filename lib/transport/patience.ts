import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bareAnswer } from './unreadable.ts';

/** Longest time for the headers of a connection's first request, and for the body of any request, to arrive. */
export type Patience = { headMs: number; bodyMs: number };

/** Closes a connection: with 408 if nothing was sent on it yet, else by a reset. */
function endSlow(socket: Socket, begun: boolean, secure: boolean): void {
  if (begun || !socket.writable || socket.bytesRead === 0) socket.destroy();
  else socket.end(bareAnswer('408 Request Timeout', secure), () => socket.destroy());
}

/**
 * Waits, then processes bytes that arrived while the process was busy, and acts unless they changed the state.
 */
function afterAll(waitMs: number, open: () => boolean, act: () => void): () => void {
  const timer = setTimeout(() => setImmediate(() => open() && act()), waitMs);
  timer.unref();
  return () => clearTimeout(timer);
}

/**
 * Closes connections of clients that occupy them by sending almost nothing. The framework's server waits a
 * minute for headers and five for a body. Slow readers of a file are not affected. Later headers on a
 * connection are left to Node's own limit, so that keep-alive works. Call once at startup.
 */
export function endSlowSenders({ headMs, bodyMs }: Patience, secure = false): void {
  const waiting = new WeakMap<Socket, () => void>();

  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } };
    if (!(socket.server instanceof Server)) return;
    const settle = afterAll(
      headMs,
      () => waiting.has(socket),
      () => endSlow(socket, false, secure),
    );
    waiting.set(socket, settle);
    socket.once('close', settle);
  });

  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { socket } = request;
    waiting.get(socket)?.();
    waiting.delete(socket);
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length === '0' && coding === undefined) return;
    const settle = afterAll(
      bodyMs,
      () => !request.complete,
      () => endSlow(socket, response.headersSent, secure),
    );
    request.once('end', settle);
    request.once('close', settle);
  });
}
