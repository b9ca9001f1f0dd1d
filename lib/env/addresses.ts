import { isIP } from 'node:net';

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** An address, or a network as "10.0.0.0/8". */
export function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const width = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
}

/** An http or https address without a password, query or fragment. Throws Error that names the variable. */
export function parseUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${name} must be an http or https address.`);
  if (url.username || url.password) throw new Error(`${name} must not contain a user name or password.`);
  if (url.search || url.hash) throw new Error(`${name} must not contain a query or fragment.`);
  return url;
}

/** The origin of an address without a path. Throws Error that names the variable. */
export function originOf(name: string, value: string): string {
  const url = parseUrl(name, value);
  if (url.pathname !== '/') throw new Error(`${name} must be an address without a path.`);
  return url.origin;
}

/** A registry's {base_url}, which may have a path, without a slash at its end. Throws Error that names the variable. */
export function baseOf(value: string): string {
  const url = parseUrl('REGISTRY_BASE_URL', value);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** A server bound to every interface is reached through loopback (decisions, ruling 22: never "localhost"). */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
