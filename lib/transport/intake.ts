import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { processWide } from '../store/process-wide.ts';
import { answerHeaders } from './headers.ts';

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Next reads the nonce of a page from these; only proxy.ts may set them. */
const ours = ['content-security-policy', 'content-security-policy-report-only'];

/**
 * Gives every answer its headers before anything else sees the request, so that none is without: files of the build,
 * malformed addresses, errors of the framework. Nothing here speaks over an upgraded connection, which the framework
 * would leave open for good (assurance B-106): with `upgrades` false such a request is one like any other. Call once at
 * start-up.
 */
export function guardIntake({ upgrades }: { upgrades: boolean }): void {
  processWide('intake', () => {
    subscribe('http.server.request.start', (message) => {
      const { request, response, server } = message as Started;
      if (!upgrades) server.removeAllListeners('upgrade');
      for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
      for (const name of ours) delete request.headers[name];
    });
    return true;
  });
}
