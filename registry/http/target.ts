/** What a request asks for, below {base_url}; still percent-encoded. */
export type Target = { path: string; query: string };

/**
 * Path and query of a request target. The absolute form is taken like the other (RFC 9112 §3.2.2): we answer for every
 * name we are reached by, so its host decides nothing. `prefix` is the path of {base_url}, served beside the root.
 */
export function requestTarget(url: string, prefix: string): Target {
  const rest = url.replace(/^https?:\/\/[^/?]*/i, '');
  const at = rest.indexOf('?');
  const whole = at < 0 ? rest : rest.slice(0, at);
  const path = prefix && whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : whole;
  return { path: path === '' ? '/' : path, query: at < 0 ? '' : rest.slice(at + 1) };
}
