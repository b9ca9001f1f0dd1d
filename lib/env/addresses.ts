import { isOnLoopback } from '../net/exposure.ts';

/** Whether the host name of an address, an IPv6 one in brackets, is this machine's loopback. */
const isLoopback = (hostname: string): boolean => isOnLoopback(hostname.replace(/^\[|\]$/g, ''));

/** An http or https address without a password, query or fragment. Throws Error that names the variable. */
export function parseUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${name} must be an http or https address.`);
  if (url.username || url.password) throw new Error(`${name} must not contain a user name or password.`);
  if (url.search || url.hash) throw new Error(`${name} must not contain a query or fragment.`);
  return url;
}

/** An address that uses TLS or is on this machine. Throws Error that names the variable. */
export function secureUrl(name: string, value: string): URL {
  const url = parseUrl(name, value);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new Error(`${name} must be an https address; plain http is for one on this machine.`);
  return url;
}

/** The address of a mail server: smtp or smtps, with a user and password where it needs them. Throws Error that names the variable. */
export function mailUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(
      `${name} must be an smtp or smtps address, such as smtps://user:password@mail.example:465.`,
    );
  if (url.search || url.hash || !['', '/'].includes(url.pathname))
    throw new Error(`${name} must be an address without a path or query.`);
  return url;
}

/** The origin of an address without a path. Throws Error that names the variable. */
export function originOf(name: string, value: string): string {
  const url = parseUrl(name, value);
  if (url.pathname !== '/') throw new Error(`${name} must be an address without a path.`);
  return url.origin;
}

/**
 * A registry's {base_url}, possibly with a path, without a trailing slash. Throws Error that names the
 * variable.
 */
export function baseOf(value: string): string {
  const url = parseUrl('REGISTRY_BASE_URL', value);
  return url.origin + url.pathname.replace(/^(.*[^/])?\/*$/s, '$1');
}

/**
 * A server bound to all interfaces is reached through loopback. Never "localhost", which may resolve to an IPv6
 * address.
 */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
