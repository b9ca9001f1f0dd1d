// Sends one HTTP request to the registry; the time limits of an operation are in call.ts.

import 'server-only';
import { Agent, type Dispatcher } from 'undici';
import { isNamed } from '../api/error.ts';
import { tracedId } from '../transport/trace.ts';
import { openBody } from './body.ts';

/** How a call failed below HTTP: no connection, no response in time, or a truncated response. */
export type TransportErrorKind = 'connect' | 'timeout' | 'cut';

export class TransportError extends Error {
  readonly kind: TransportErrorKind;

  constructor(kind: TransportErrorKind, cause?: unknown) {
    super(`upstream ${kind}`, { cause });
    this.name = 'TransportError';
    this.kind = kind;
  }
}

export const isTransportError = (thrown: unknown): thrown is TransportError =>
  isNamed(thrown, 'TransportError');

/** One request to the registry; the address was built from the contract or has passed the link check. */
export type Outgoing = {
  method: 'GET' | 'POST';
  url: Pick<URL, 'origin' | 'pathname' | 'search'>;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds until the response's headers. */
  headersMs: number;
  /** Milliseconds that the body may be silent; default 15,000. */
  silentMs?: number;
  /** The caller's disconnect: the request is aborted at once. */
  signal?: AbortSignal;
};

/** A response whose body is still arriving; read it to the end or call `drop`. */
export type Incoming = {
  status: number;
  /** A header by its lower-case name, or null. */
  header: (name: string) => string | null;
  /** Chunks as they arrive; throws TransportError when none arrives for `silentMs` or the body is truncated. */
  body: AsyncIterable<Uint8Array>;
  drop: () => void;
};

const connectMs = 2_000;
const silentMsDefault = 15_000;

/** One connection pool per registry. Our own timeouts apply; undici's would cut slow reports. */
export function openAgent(): Agent {
  return new Agent({ connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0, connections: 64 });
}

/**
 * The only place where the server calls the registry. Never follows redirects, never decompresses, never
 * chooses an address itself. undici's `fetch` costs three times as much as the rest of a call. Throws
 * TransportError.
 */
export function sendRequest(agent: Agent, request: Outgoing): Promise<Incoming> {
  const { promise, resolve, reject } = Promise.withResolvers<Incoming>();
  let controller: Dispatcher.DispatchController | undefined;
  let error: TransportError | undefined;
  const stop = (kind: TransportErrorKind) => end(new TransportError(kind));
  const timer = setTimeout(() => stop('timeout'), Math.max(1, request.headersMs));
  const leave = () => stop('cut');
  const body = openBody({
    silentMs: request.silentMs ?? silentMsDefault,
    stop,
    resume: () => controller?.resume(),
  });

  function settle(): void {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', leave);
  }

  /** Ends the call from either side, once: rejects whoever waits, and closes the connection. */
  function end(why: TransportError): void {
    if (error || body.isWhole()) return;
    error = why;
    settle();
    controller?.abort(why);
    reject(why);
    body.fail(why);
  }

  if (request.signal?.aborted) {
    leave();
    return promise;
  }
  request.signal?.addEventListener('abort', leave, { once: true });
  const { origin, pathname, search } = request.url;
  const id = tracedId();
  agent.dispatch(
    {
      origin,
      path: pathname + search,
      method: request.method,
      body: request.body,
      // The registry writes the request ID into its own log and responses.
      headers: { ...request.headers, 'accept-encoding': 'identity', ...(id && { 'x-request-id': id }) },
    },
    {
      onRequestStart(started) {
        controller = started;
        // Aborted while it waited for a connection.
        if (error) started.abort(error);
      },
      onResponseStart(_controller, status, headers) {
        if (status < 200) return;
        clearTimeout(timer);
        const header = (name: string) => String(headers[name] ?? '') || null;
        resolve({ status, header, body: body.chunks, drop: leave });
      },
      onResponseData(arriving, chunk) {
        if (!body.take(chunk)) arriving.pause();
      },
      onResponseEnd() {
        settle();
        body.finish();
      },
      onResponseError(_controller, error) {
        end(new TransportError(kindOf(error), error));
      },
    },
  );
  return promise;
}

const connectCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;

function kindOf(error: unknown): TransportErrorKind {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (connectCodes.test((at as { code?: string }).code ?? '')) return 'connect';
  }
  return 'cut';
}
