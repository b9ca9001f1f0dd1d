import type { BlockList } from 'node:net';
import { isListed, unmapped } from './client-address.ts';

/** Headers in which a proxy names the client. */
export const forwardingHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'forwarded',
] as const;

const hourMs = 3_600_000;

export type ForwardingWatch = {
  /**
   * Checks the headers of one request. `none`: no such header, or a trusted proxy sent it. Else `first` once an
   * hour, for a log line, otherwise `again`.
   */
  see(
    socketAddress: string | undefined,
    headers: Readonly<Record<string, unknown>>,
  ): 'none' | 'first' | 'again';
  /** A warning for the operator if such a request came within the last hour; else null. */
  warning(): string | null;
};

/**
 * Detects a proxy that is not configured: requests with forwarding headers from an address outside `proxies`.
 * `setting` is the variable that lists proxies. Keeps two times, and nothing of a request.
 */
export function forwardingWatch(
  setting: string,
  proxies: BlockList,
  now: () => number = Date.now,
): ForwardingWatch {
  let lastSeen: number | null = null;
  let lastFirst: number | null = null;
  const isRecent = (at: number | null) => at !== null && now() - at < hourMs;
  return {
    see(socketAddress, headers) {
      if (!forwardingHeaders.some((name) => headers[name] !== undefined)) return 'none';
      if (isListed(unmapped(socketAddress ?? ''), proxies)) return 'none';
      lastSeen = now();
      if (isRecent(lastFirst)) return 'again';
      lastFirst = lastSeen;
      return 'first';
    },
    warning: () =>
      isRecent(lastSeen)
        ? `Requests carry X-Forwarded-For or a similar header from an address that is not in ${setting}. ` +
          'If a proxy stands in front, name it there; otherwise a client sends the header itself, and it is ignored.'
        : null,
  };
}
