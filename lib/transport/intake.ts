import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isMetricsListener } from '../metrics/listener.ts';
import { processWide } from '../store/process-wide.ts';
import { answeredAtDoor } from './doors.ts';
import { answerHeaders } from './headers.ts';
import { endSlowSenders, type Patience } from './patience.ts';
import { refusalOf, refuse } from './refusal.ts';
import { refuseUnreadable } from './unreadable.ts';

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Next reads a page's nonce from these; only proxy.ts may set them. */
const ours = ['content-security-policy', 'content-security-policy-report-only'];

/** The headers are sent with the first chunk of the body, or at the end. */
const headWithBody = () => undefined;

type Intake = { upgrades: boolean; patience: Patience; doors?: boolean; secure?: boolean };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Runs our listener before those of a server: rejected and directly answered requests go no further. */
function readFirst(server: Server, doors: boolean): void {
  const theirs = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(request);
    if (refusal) return refuse(refusal, request.url ?? '', response);
    if (doors && answeredAtDoor(request, response)) return;
    for (const listener of theirs) listener.call(server, request, response);
  });
}

/**
 * Sets the headers of every response before anything else handles the request, so that none lacks them: build
 * files, malformed addresses, errors of the framework, unparsable bytes. Rejects requests that the framework
 * would misread or fail on (`refusalOf`), and disconnects clients that send too slowly. The framework would
 * leave an upgraded connection open forever, so with `upgrades` false such a request is handled as an ordinary
 * one. With `doors`, handlers registered by openDoor answer without the framework. Call once at startup.
 */
export function guardIntake({ upgrades, patience, doors = false, secure = false }: Intake): void {
  processWide('intake', () => {
    const known = new WeakSet<Server>();
    endSlowSenders(patience, secure);
    refuseUnreadable(secure);
    subscribe('http.server.request.start', (message) => {
      const { request, response, server } = message as Started;
      if (!upgrades) server.removeAllListeners('upgrade');
      for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
      for (const name of ours) delete request.headers[name];
      // Only report files support ranges; the framework fails on unsatisfiable ranges of its own files.
      if (!request.url?.startsWith('/api/')) delete request.headers.range;
      // The framework sends the headers alone before the first chunk: an extra packet and system call.
      response.flushHeaders = headWithBody;
      if (!known.has(server) && !isMetricsListener(server)) readFirst(server, doors);
      known.add(server);
    });
    return true;
  });
}
