import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { processWide } from '../store/process-wide.ts';
import { answerHeaders } from './headers.ts';

/** Next reads the nonce of a page from these; only proxy.ts may set them. */
const ours = ['content-security-policy', 'content-security-policy-report-only'];

/**
 * Gives every answer its headers before anything else sees the request, so that none is without: files of the build,
 * malformed addresses, errors of the framework. Call once at start-up.
 */
export function guardIntake(): void {
  processWide('intake', () => {
    subscribe('http.server.request.start', (message) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
      for (const name of ours) delete request.headers[name];
    });
    return true;
  });
}
