import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isMetricsListener } from '../metrics/listener.ts';
import type { StalledReaders } from '../net/stalled-readers.ts';
import { processWide } from '../store/process-wide.ts';
import type { OpenAnswers } from './open-answers.ts';
import { beginTrace } from './trace.ts';

type Started = { request: IncomingMessage; response: ServerResponse<IncomingMessage>; server: Server };

/** Further connections are closed without a response: file descriptors must last for files and the store. */
const connectionsMax = 4_000;

/** A completed request: values from closed lists, nothing of the address, the user or the body. */
export type Ended = {
  id: string;
  route: string;
  operation?: string;
  method: string;
  status: number;
  /** The client disconnected, or the response was aborted. */
  cut: boolean;
  ms: number;
};

const doors = new Set(
  'account accounts audit auth batches get health holders metrics openapi.json runs upstream writes'.split(
    ' ',
  ),
);
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The route group of an address. */
export function routeOf(url: string): string {
  const [, first = '', second = '', ...rest] = url.split(/[?#]/, 1)[0]?.split('/') ?? [];
  if (first === 'api') {
    if (!doors.has(second)) return 'api';
    return /^(runs|batches)$/.test(second) && rest.at(-1) === 'file' ? `api/${second}/file` : `api/${second}`;
  }
  return first === '_next' || /\.[a-z0-9]+$/i.test(url.split(/[?#]/, 1)[0] ?? '') ? 'static' : 'page';
}

/**
 * Gives every request an ID, in the response's X-Request-Id and in its trace, reports how it ended, and has it
 * watched for a client that stalls or loses the right to it. Excludes requests to the metrics listener. Call
 * once at startup.
 */
export function watchRequests(
  tell: (ended: Ended) => void,
  readers: StalledReaders,
  open: OpenAnswers,
): void {
  processWide('request watch', () => {
    const known = new WeakSet<Server>();
    subscribe('http.server.request.start', (message) => {
      const { request, response, server } = message as Started;
      if (isMetricsListener(server)) return;
      server.maxConnections = connectionsMax;
      if (!known.has(server)) readers.handleTimeouts(server);
      known.add(server);
      readers.watch(request.socket);
      const startedAt = performance.now();
      const trace = beginTrace();
      open.watch(response, trace);
      const { url = '', method = '' } = request;
      response.setHeader('x-request-id', trace.id);
      response.once('close', () => {
        tell({
          id: trace.id,
          route: routeOf(url),
          operation: trace.operation,
          method: methods.has(method) ? method : 'other',
          status: response.statusCode,
          cut: !response.writableFinished,
          ms: performance.now() - startedAt,
        });
      });
    });
    return true;
  });
}
