// Serves responses over real HTTP, for tests of open and aborted downloads.

import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { watchOpenResponses } from '#lib/transport/open-responses';
import { sendResponse } from '#lib/transport/server-for-tests';
import { startTrace } from '#lib/transport/trace';

type RespondTo = (request: Request) => Promise<Response>;

export type Served = {
  /** Requests a path; resolves when the response headers are there. */
  request(path: string, cookie: string): Promise<Response>;
  /** How many responses were cut so far. */
  cut(): number;
  stop(): Promise<void>;
};

/**
 * Serves over real HTTP as the dashboard's own server does: each response in its own async context, watched
 * while it is open. Access is checked every `checkEveryMs`.
 */
export async function serve(respond: RespondTo, checkEveryMs = 100): Promise<Served> {
  let cut = 0;
  const open = watchOpenResponses({ cut: () => (cut += 1), checkEveryMs });
  const server = createServer((incoming, response) =>
    startTrace(async (trace) => {
      open.watch(response, trace);
      const left = new AbortController();
      response.once('close', () => response.writableFinished || left.abort());
      const headers = incoming.headers as Record<string, string>;
      const request = new Request(`http://127.0.0.1:3000${incoming.url}`, { headers, signal: left.signal });
      await sendResponse(await respond(request), response);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    request: (path, cookie) => requestAlone(base + path, { cookie }),
    cut: () => cut,
    async stop() {
      open.stop();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/**
 * A GET on its own connection; resolves when the headers are there and follows redirects. A connection that was
 * read quickly before has a buffer of many megabytes, which would hold a whole response.
 */
export async function requestAlone(url: string, headers: Record<string, string>): Promise<Response> {
  const request = get(url, { agent: false, headers });
  const [incoming] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => undefined);
  const { statusCode: status = 0 } = incoming;
  const { location } = incoming.headers;
  if (!location) return new Response(Readable.toWeb(incoming) as ReadableStream, { status });
  incoming.resume();
  return requestAlone(new URL(location, url).href, headers);
}

/** Reads one piece, then the rest with pauses; returns the bytes received and whether the end was clean. */
export async function readOn(response: Response, afterFirst: () => Promise<unknown>, restMs = 0) {
  const reader = response.body?.getReader();
  if (!reader) throw new Error('The answer has no body.');
  let size = (await reader.read()).value?.byteLength ?? 0;
  await afterFirst();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { size, clean: true };
      size += value.byteLength;
      if (restMs > 0) await new Promise((rested) => setTimeout(rested, restMs));
    }
  } catch {
    return { size, clean: false };
  }
}
