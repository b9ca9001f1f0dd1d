/** The requested path and query below {base_url}; still percent-encoded. */
export type Target = { path: string; query: string };

/**
 * True when the request target is a path, as HTTP clients send it to a server that is no proxy. A path with two
 * leading slashes is a path too; no operation matches it.
 */
export const isPath = (url: string): boolean => url.startsWith('/');

/** Path and query of a request target. `prefix` is the path of {base_url}; the root is served too. */
export function requestTarget(url: string, prefix: string): Target {
  const at = url.indexOf('?');
  const whole = at < 0 ? url : url.slice(0, at);
  const path = prefix && whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : whole;
  return { path: path === '' ? '/' : path, query: at < 0 ? '' : url.slice(at + 1) };
}
