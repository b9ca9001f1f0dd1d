import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { processWide } from '../store/process-wide.ts';

const header = 'x-sharebook-peer';
const strictTransport = 'max-age=31536000; includeSubDomains';
const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
];

/** What a client cannot know: without it the header is somebody's own invention. */
const seal = () => processWide('peer seal', () => randomBytes(16).toString('hex'));

/**
 * Makes every request carry the address of the socket it came from: Next passes on a client's own
 * X-Forwarded-For unchanged, which must steer neither throttle nor audit (assurance S-26). With `secure` every answer,
 * pages and files of the build included, also binds browsers to https: the address is known only when we start, not
 * when we are built (decisions, ruling 13). Call once at start-up.
 */
export function watchPeers(secure: boolean): void {
  processWide('peer watch', () => {
    const mark = seal();
    subscribe('http.server.request.start', (message) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (secure) response.setHeader('strict-transport-security', strictTransport);
      const relayed = forwarding.some((name) => request.headers[name] !== undefined);
      for (const name of forwarding) delete request.headers[name];
      // Next cannot even represent TRACE and would answer 500; nobody serves DELETE, so that is refused (assurance S-03).
      if (request.method === 'TRACE') request.method = 'DELETE';
      request.headers[header] = `${mark} ${request.socket.remoteAddress ?? ''}${relayed ? ' relayed' : ''}`;
    });
    return true;
  });
}

function read(headers: Headers): { address: string | null; relayed: boolean } {
  const [mark, address, relayed] = (headers.get(header) ?? '').split(' ');
  if (mark !== seal() || !address) return { address: null, relayed: true };
  return { address: address.replace(/^::ffff:/, ''), relayed: relayed !== undefined };
}

/** Address of the socket a request came from, or null when unknown. */
export function peerOf(headers: Headers): string | null {
  return read(headers).address;
}

/** True only for a request known to come straight from this machine, not through a proxy on it. */
export function isLocal(headers: Headers): boolean {
  const { address, relayed } = read(headers);
  return !relayed && address !== null && (address === '::1' || /^127\./.test(address));
}
