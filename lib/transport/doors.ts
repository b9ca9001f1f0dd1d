import type { IncomingMessage, ServerResponse } from 'node:http';
import { processWide } from '../store/process-wide.ts';
import { type Plain, pour, say } from './say.ts';

/** What a door is asked; a `Request` is one. */
export type Asked = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'body'>;

type Door = {
  form: RegExp;
  answer: (asked: Asked, parts: readonly string[]) => Promise<Plain | Response>;
};

const doors = () => processWide<Map<string, Door>>('doors', () => new Map());

/**
 * Lets plain GETs whose target has this form be answered by `answer` on the server itself, with what its groups matched.
 * Called by the route that answers all others of the same address, as it is loaded: both are one module, one check, one
 * policy. The framework's way to a route and back takes longer than the whole of such a read (docs/decisions/doors.md).
 */
export function openDoor(name: string, form: RegExp, answer: Door['answer']): void {
  doors().set(name, { form, answer });
}

/** Answers a request by an open door; false where there is none for it, and the framework has it. */
export function answeredAtDoor(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', method, headers } = request;
  // A body is the framework's to take in, and whatever is unusual is its to refuse.
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
  // The host is the client's own word and nobody's business.
  return { method: 'GET', url: `http://door${url}`, headers, signal: left.signal, body: null };
}

async function answerWith(answer: () => Promise<Plain | Response>, response: ServerResponse): Promise<void> {
  try {
    const given = await answer();
    if (given instanceof Response) await pour(given, response);
    else say(given, response);
  } catch (error) {
    // Doors answer their own errors: this is one of the program, told to the log alone.
    console.error(error);
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'cache-control': 'no-store' }).end();
  }
}
