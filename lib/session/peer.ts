import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { processWide } from '../store/process-wide.ts';
import { strictTransport } from '../transport/headers.ts';

const header = 'x-sharebook-peer';
const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
];

/** What a client cannot know: without it the header is somebody's own invention. */
const seal = () => processWide('peer seal', () => randomBytes(16).toString('hex'));

/** Addresses and networks ("10.0.0.0/8") as one list to ask. */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** The nearest address on the way here that is not a proxy of ours; what stands left of it is hearsay. */
function clientOf(request: IncomingMessage, proxies: BlockList): string {
  const ours = (address: string) => proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  let nearest = plain(request.socket.remoteAddress ?? '');
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  while (isIP(nearest) !== 0 && ours(nearest)) {
    const hop = plain(hops.pop()?.trim() ?? '');
    if (isIP(hop) === 0) break;
    nearest = hop;
  }
  return nearest;
}

const plain = (address: string) => address.replace(/^::ffff:/, '');

/**
 * Makes every request carry the address of the socket it came from, or the one a proxy among `trustedProxies` gives:
 * Next passes on a client's own X-Forwarded-For unchanged, which must steer neither throttle nor audit (assurance S-26).
 * With `secure` every answer, pages and files of the build included, also binds browsers to https: the address is known
 * only when we start, not when we are built (decisions, ruling 13). Call once at start-up.
 */
export function watchPeers(secure: boolean, trustedProxies: readonly string[] = []): void {
  processWide('peer watch', () => {
    const mark = seal();
    const proxies = listOf(trustedProxies);
    subscribe('http.server.request.start', (message) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (secure) response.setHeader('strict-transport-security', strictTransport);
      const relayed = forwarding.some((name) => request.headers[name] !== undefined);
      const client = clientOf(request, proxies);
      for (const name of forwarding) delete request.headers[name];
      // Next cannot even represent TRACE and would answer 500; nobody serves DELETE, so that is refused (assurance S-03).
      if (request.method === 'TRACE') request.method = 'DELETE';
      request.headers[header] = `${mark} ${client}${relayed ? ' relayed' : ''}`;
    });
    return true;
  });
}

function read(headers: Headers): { address: string | null; relayed: boolean } {
  const [mark, address, relayed] = (headers.get(header) ?? '').split(' ');
  if (mark !== seal() || !address) return { address: null, relayed: true };
  return { address, relayed: relayed !== undefined };
}

/** Address a request came from, of its socket or as a trusted proxy gave it; null when unknown. */
export function peerOf(headers: Headers): string | null {
  return read(headers).address;
}

/** True only for a request known to come straight from this machine, not through a proxy on it. */
export function isLocal(headers: Headers): boolean {
  const { address, relayed } = read(headers);
  return !relayed && address !== null && (address === '::1' || /^127\./.test(address));
}
