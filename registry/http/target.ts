/** What a request asks for, below {base_url}; still percent-encoded. */
export type Target = { path: string; query: string };

/**
 * Whether a request target is a path, as clients of a server that is no proxy send it. A path that starts with two
 * slashes is one: no operation has it.
 */
export const isPath = (url: string): boolean => url.startsWith('/');

/** Path and query of a request target. `prefix` is the path of {base_url}, served beside the root. */
export function requestTarget(url: string, prefix: string): Target {
  const at = url.indexOf('?');
  const whole = at < 0 ? url : url.slice(0, at);
  const path = prefix && whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : whole;
  return { path: path === '' ? '/' : path, query: at < 0 ? '' : url.slice(at + 1) };
}
