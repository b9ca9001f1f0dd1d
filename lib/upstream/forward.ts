import 'server-only';
import { Agent, fetch } from 'undici';

/** How a call failed below HTTP: no connection, no answer in time, or an answer that broke off. */
export type FaultKind = 'connect' | 'timeout' | 'cut';

export class TransportFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, cause?: unknown) {
    super(`upstream ${kind}`, { cause });
    this.name = 'TransportFault';
    this.kind = kind;
  }
}

/** One request to the registry; the address is already built from the contract or passed the link guard. */
export type Outgoing = {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds to the answer's headers. */
  headersMs: number;
  /** The caller's own end: the request is dropped at once. */
  signal?: AbortSignal;
};

/** An answer whose body is still on its way; read it to the end or call `drop`. */
export type Incoming = {
  status: number;
  headers: Headers;
  /** Chunks as they come; throws TransportFault when they stop for 15 s or break off. */
  body: AsyncIterable<Uint8Array>;
  drop: () => void;
};

const connectMs = 2_000;
export const idleBodyMs = 15_000;

/** One pool of connections per registry. Our own timers rule; undici's would cut slow reports (stack §0.3). */
export function openAgent(): Agent {
  return new Agent({ connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0, connections: 64 });
}

/**
 * The only place where the server talks to the registry. Never follows a redirect, never decides on its own where to
 * go. Throws TransportFault.
 */
export async function send(agent: Agent, request: Outgoing): Promise<Incoming> {
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      stop.abort();
    },
    Math.max(1, request.headersMs),
  );
  const release = follow(request.signal, stop);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body,
      redirect: 'manual',
      dispatcher: agent,
      signal: stop.signal,
    });
    const headers = response.headers as unknown as Headers;
    const drop = () => {
      release();
      stop.abort();
    };
    // Taken at once: undici ends a body that nobody has begun to read, without an error, when the Response is collected.
    const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
    return { status: response.status, headers, body: chunks(reader, stop, release), drop };
  } catch (error) {
    release();
    throw new TransportFault(late ? 'timeout' : kindOf(error), error);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends `stop` with the caller's signal until released; AbortSignal.any costs more than the rest of a call. */
function follow(signal: AbortSignal | undefined, stop: AbortController): () => void {
  if (!signal) return () => undefined;
  const end = () => stop.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

const connectCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;

function kindOf(error: unknown): FaultKind {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (connectCodes.test((at as { code?: string }).code ?? '')) return 'connect';
  }
  return 'cut';
}

async function* chunks(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  stop: AbortController,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  if (!reader) return release();
  let idle = false;
  let whole = false;
  try {
    for (;;) {
      // Only the registry's silence counts, not the time our own reader takes between pieces.
      const timer = setTimeout(() => {
        idle = true;
        stop.abort();
      }, idleBodyMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      whole = done;
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new TransportFault(idle ? 'timeout' : 'cut', error);
  } finally {
    release();
    if (!whole) stop.abort();
  }
}
