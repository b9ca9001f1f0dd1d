import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bareAnswer } from './unreadable.ts';

/** Longest that the head of a connection's first request, and the body of any, may take to arrive. */
export type Patience = { headMs: number; bodyMs: number };

/** Ends a connection: with 408 where nothing was said on it yet, else by breaking off. */
function endSlow(socket: Socket, begun: boolean, secure: boolean): void {
  if (begun || !socket.writable || socket.bytesRead === 0) socket.destroy();
  else socket.end(bareAnswer('408 Request Timeout', secure), () => socket.destroy());
}

/** Waits; then lets bytes in that have come while the process was busy, and acts unless they changed the matter. */
function afterAll(waitMs: number, open: () => boolean, act: () => void): () => void {
  const timer = setTimeout(() => setImmediate(() => open() && act()), waitMs);
  timer.unref();
  return () => clearTimeout(timer);
}

/**
 * Closes connections of clients that hold a place by sending hardly anything (assurance S-19). The framework's own server
 * waits a minute for a head and five for a body. A reader who takes a file slowly is not meant: that is what the line is
 * like. Heads after the first are left to Node's own limit, so that a kept connection may rest. Call once at start-up.
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
