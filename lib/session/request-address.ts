import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientAddress, networkList } from '../net/client-address.ts';
import { type ForwardingWatch, forwardingHeaders, forwardingWatch } from '../net/forwarding-watch.ts';
import { processWide } from '../store/process-wide.ts';

const header = 'x-sharebook-peer';

/** A secret that clients cannot know; without it they could forge the header. */
const peerSecret = () => processWide('peer secret', () => randomBytes(16).toString('hex'));

const noticed = () =>
  processWide<{ watch: ForwardingWatch | null }>('untrusted proxies', () => ({ watch: null }));

/**
 * Returns what sets on a request the address of its socket, or the one that a proxy among `trustedProxies`
 * gives: Next passes on a client's X-Forwarded-For unchanged, which must not affect throttling or audit.
 * `untrusted` is called for requests with forwarding headers from an address that is not trusted.
 */
export function identifyPeers(
  trustedProxies: readonly string[] = [],
  untrusted: (seen: 'first' | 'again') => void = () => undefined,
): (request: IncomingMessage) => void {
  const mark = peerSecret();
  const proxies = networkList(trustedProxies);
  const watch = forwardingWatch('TRUSTED_PROXIES', proxies);
  noticed().watch = watch;
  return (request) => {
    const seen = watch.see(request.socket.remoteAddress, request.headers);
    if (seen !== 'none') untrusted(seen);
    const forwardedFor = String(request.headers['x-forwarded-for'] ?? '');
    const client = clientAddress(request.socket.remoteAddress, forwardedFor, proxies);
    for (const name of forwardingHeaders) delete request.headers[name];
    request.headers[header] = `${mark} ${client}`;
  };
}

/** Warnings about proxies for the operator; none when all is well. */
export function proxyWarnings(): string[] {
  const warning = noticed().watch?.warning();
  return warning ? [warning] : [];
}

/** The client address of a request, from its socket or a trusted proxy; null when unknown. */
export function clientAddressOf(headers: Headers): string | null {
  const [mark, address] = (headers.get(header) ?? '').split(' ');
  return mark === peerSecret() && address ? address : null;
}
