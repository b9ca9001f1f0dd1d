import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress, networkList } from '../net/client-address.ts';
import { type ForwardingWatch, forwardingHeaders, forwardingWatch } from '../net/forwarding-watch.ts';
import { processWide } from '../store/process-wide.ts';
import { strictTransport } from '../transport/headers.ts';

const header = 'x-sharebook-peer';

/** What a client cannot know: without it the header is somebody's own invention. */
const seal = () => processWide('peer seal', () => randomBytes(16).toString('hex'));

const noticed = () =>
  processWide<{ watch: ForwardingWatch | null }>('untrusted proxies', () => ({ watch: null }));

/**
 * Makes every request carry the address of the socket it came from, or the one a proxy among `trustedProxies` gives:
 * Next passes on a client's own X-Forwarded-For unchanged, which must steer neither throttle nor audit (assurance S-26).
 * With `secure` every answer, pages and files of the build included, also binds browsers to https: the address is known
 * only when we start, not when we are built (decisions, ruling 13). Call once at start-up.
 * `untrusted` hears of requests with forwarding headers from an address that is not trusted.
 */
export function watchPeers(
  secure: boolean,
  trustedProxies: readonly string[] = [],
  untrusted: (seen: 'first' | 'again') => void = () => undefined,
): void {
  processWide('peer watch', () => {
    const mark = seal();
    const proxies = networkList(trustedProxies);
    const watch = forwardingWatch('TRUSTED_PROXIES', proxies);
    noticed().watch = watch;
    subscribe('http.server.request.start', (message) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (secure) response.setHeader('strict-transport-security', strictTransport);
      const seen = watch.see(request.socket.remoteAddress, request.headers);
      if (seen !== 'none') untrusted(seen);
      const forwardedFor = String(request.headers['x-forwarded-for'] ?? '');
      const client = clientAddress(request.socket.remoteAddress, forwardedFor, proxies);
      for (const name of forwardingHeaders) delete request.headers[name];
      // Next cannot even represent TRACE and would answer 500; nobody serves DELETE, so that is refused (assurance S-03).
      if (request.method === 'TRACE') request.method = 'DELETE';
      request.headers[header] = `${mark} ${client}`;
    });
    return true;
  });
}

/** What whoever runs this should know of the proxies in front of it: sentences, none when all is well. */
export function proxyWarnings(): string[] {
  const warning = noticed().watch?.warning();
  return warning ? [warning] : [];
}

/** Address a request came from, of its socket or as a trusted proxy gave it; null when unknown. */
export function peerOf(headers: Headers): string | null {
  const [mark, address] = (headers.get(header) ?? '').split(' ');
  return mark === seal() && address ? address : null;
}
