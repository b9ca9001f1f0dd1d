/** A completed request for log and metrics: values from closed lists, nothing of the address, the user or the body. */
export type RequestSummary = {
  id: string;
  route: string;
  operation?: string;
  method: string;
  status: number;
  /** The client disconnected, or the response was aborted. */
  cut: boolean;
  ms: number;
};

const apiRoutes = new Set(
  'account accounts audit auth batches get health holders metrics openapi.json runs upstream writes'.split(
    ' ',
  ),
);
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The route group of an address. */
export function routeOf(url: string): string {
  const [, first = '', second = '', ...rest] = url.split(/[?#]/, 1)[0]?.split('/') ?? [];
  if (first === 'api') {
    if (!apiRoutes.has(second)) return 'api';
    return /^(runs|batches)$/.test(second) && rest.at(-1) === 'file' ? `api/${second}/file` : `api/${second}`;
  }
  return first === '_next' || /\.[a-z0-9]+$/i.test(url.split(/[?#]/, 1)[0] ?? '') ? 'static' : 'page';
}

/** The method of a request, `other` when it is none that HTTP defines for us. */
export const methodOf = (method = ''): string => (methods.has(method) ? method : 'other');
