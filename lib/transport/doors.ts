import type { IncomingMessage, ServerResponse } from 'node:http';
import { processWide } from '../store/process-wide.ts';
import { type Plain, pour, say } from './say.ts';

/** The request as such a handler sees it; a `Request` fits. */
export type Asked = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'body'>;

type Door = {
  form: RegExp;
  answer: (asked: Asked, parts: readonly string[]) => Promise<Plain | Response>;
};

const doors = () => processWide<Map<string, Door>>('doors', () => new Map());

/**
 * Lets the HTTP server itself answer plain GETs whose target matches this form, by calling `answer` with the
 * matched groups. Called when the route for the same address is loaded: both use the same module, check and
 * policy. The framework's routing takes longer than the whole of such a read (docs/decisions/doors.md).
 */
export function openDoor(name: string, form: RegExp, answer: Door['answer']): void {
  doors().set(name, { form, answer });
}

/** Answers a request by a registered handler; false where there is none, and the framework handles it. */
export function answeredAtDoor(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', method, headers } = request;
  // The framework parses bodies, and rejects anything unusual.
  if (
    method !== 'GET' ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  )
    return false;
  for (const { form, answer } of doors().values()) {
    const parts = form.exec(url);
    if (!parts) continue;
    answerWith(() => answer(askedBy(request, response, url), parts.slice(1)), response);
    return true;
  }
  return false;
}

function askedBy(request: IncomingMessage, response: ServerResponse, url: string): Asked {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const headers = new Headers();
  for (const name in request.headers) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  // The Host header is set by the client and is not used.
  return { method: 'GET', url: `http://door${url}`, headers, signal: left.signal, body: null };
}

async function answerWith(answer: () => Promise<Plain | Response>, response: ServerResponse): Promise<void> {
  try {
    const given = await answer();
    if (given instanceof Response) await pour(given, response);
    else say(given, response);
  } catch (error) {
    // Handlers answer their own errors, so this is a bug; only the log gets it.
    console.error(error);
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'cache-control': 'no-store' }).end();
  }
}
