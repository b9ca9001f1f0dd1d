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

/** Next reads the nonce of a page from these; only proxy.ts may set them. */
const ours = ['content-security-policy', 'content-security-policy-report-only'];

/** The head leaves with the first piece of the body, or at the end. */
const headWithBody = () => undefined;

type Intake = { upgrades: boolean; patience: Patience; doors?: boolean; secure?: boolean };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Puts a listener of ours before those of a server: a refused request goes no further, nor what a door answers. */
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
 * Gives every answer its headers before anything else sees the request, so that none is without: files of the build,
 * malformed addresses, errors of the framework, bytes that are no request. Requests that the framework would
 * misread or fail over are refused here (`refusalOf`), and clients that send too slowly are let go. Nothing here speaks over an
 * upgraded connection, which the framework would leave open for good (assurance B-106): with `upgrades` false such a
 * request is one like any other. With `doors` what openDoor named is answered without the framework. Call once at
 * start-up.
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
      // Only files of runs are sent in parts; the framework fails over ranges of its own files that it cannot satisfy.
      if (!request.url?.startsWith('/api/')) delete request.headers.range;
      // The framework sends the head alone before the first piece of every answer: a packet and a system call too many.
      response.flushHeaders = headWithBody;
      if (!known.has(server) && !isMetricsListener(server)) readFirst(server, doors);
      known.add(server);
    });
    return true;
  });
}
