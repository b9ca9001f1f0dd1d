// Finds the operation of a request by method and path.

import { contract, type EndpointId, endpointIds, endpointOf } from './index.ts';

export type Match = { id: EndpointId; params: Record<string, string> };

type Route = { id: EndpointId; method: string; segments: readonly string[] };

const routes: readonly Route[] = endpointIds.flatMap((id) => {
  const { method, path, aliases = [] } = endpointOf(id);
  return [path, ...aliases].map((form) => ({ id, method, segments: form.split('/').slice(1) }));
});

const parameter = /^\{(\w+)\}$/;

/** Text of one path parameter; null when it cannot be decoded or could be read as several segments. */
function parameterText(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return text === '' || text === '.' || text === '..' || /[/\\\p{Cc}]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

function paramsOf(
  route: Route,
  segments: readonly string[],
  anyCase: boolean,
): Record<string, string> | null {
  if (route.segments.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of route.segments.entries()) {
    const given = segments[index] as string;
    const name = parameter.exec(expected)?.[1];
    if (name) {
      const text = parameterText(given);
      if (text === null) return null;
      params[name] = text;
    } else if (anyCase ? expected.toLowerCase() !== given.toLowerCase() : expected !== given) return null;
  }
  return params;
}

function find(
  method: string,
  path: string,
  candidates: readonly Route[],
  anyCase: boolean,
): Match | 'method-not-allowed' | null {
  if (!path.startsWith('/')) return null;
  const segments = path.slice(1).split('/');
  let known = false;
  for (const route of candidates) {
    const params = paramsOf(route, segments, anyCase);
    if (!params) continue;
    if (route.method === method) return { id: route.id, params };
    known = true;
  }
  return known ? 'method-not-allowed' : null;
}

/**
 * The operation at a raw (still percent-encoded) path below {base_url}, in any letter case (`/Api/v1` is
 * documented). No trailing or doubled slash, no dot segment, no escaped letters outside parameters. The method
 * is case-sensitive.
 */
export function match(method: string, path: string): Match | 'method-not-allowed' | null {
  return find(method, path, routes, true);
}

const callable = routes.filter(({ id }) => contract[id].kind !== 'download' && contract[id].kind !== 'token');

/** As `match`, for the gateway: documented spellings only, without the token call and the download paths. */
export function matchExact(method: string, path: string): Match | 'method-not-allowed' | null {
  return find(method, path, callable, false);
}
