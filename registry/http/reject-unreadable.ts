import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { jsonType } from './reply.ts';

/**
 * Answers invalid HTTP, too long headers and requests that time out with our own error body, then closes the
 * connection. Responses to earlier complete requests are sent first. A response that has begun for a broken
 * request is cut, because more bytes would be read as part of it.
 */
export function rejectUnreadable(http: Server): void {
  const open = new WeakMap<object, Set<ServerResponse>>();
  const note = ({ socket }: IncomingMessage, res: ServerResponse) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(res));
    res.once('close', () => responses.delete(res));
  };
  http.on('request', note).on('checkExpectation', note);
  // CONNECT is for proxies. By default Node closes such a connection without a response.
  http.on('connect', (_req, socket) => reject(socket as Socket));
  http.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const responses = [...(open.get(socket) ?? [])];
    const [broken, ...requested] = responses.reverse();
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (broken?.req.complete) broken.once('close', () => socket.destroySoon());
    else if (requested.length > 0 || broken?.headersSent) socket.destroy();
    else reject(socket, error.code);
  });
}

const statuses: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['400 Bad Request', 'The request did not end in time.'],
};

function reject(socket: Socket, code = ''): void {
  const [status, message] = statuses[code] ?? ['400 Bad Request', 'The request could not be read.'];
  const body = JSON.stringify({ message, traceId: randomUUID() });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${jsonType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
