// Responses of route handlers with their headers: JSON and errors.

import { securityHeaders } from '../transport/headers.ts';
import { ApiError, errorBody, isApiError } from './error.ts';

type About = { requestId: string; secure: boolean };

/** A JSON response from serialized text, with all its headers. */
export function jsonText(text: string, about: About & { status?: number }): Response {
  return new Response(text, {
    status: about.status ?? 200,
    headers: {
      ...securityHeaders(about.secure),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-request-id': about.requestId,
    },
  });
}

/** A JSON response from a value without bigint. */
export function json(value: unknown, about: About & { status?: number }): Response {
  return jsonText(JSON.stringify(value), about);
}

/**
 * The response for an error. Anything that is not an ApiError becomes `failed`; its details only reach the log.
 */
export function errorResponse(error: unknown, about: About): Response {
  const known = isApiError(error) ? error : new ApiError('failed');
  const response = json(errorBody(known, about.requestId), { ...about, status: known.status });
  if (known.retryAfter !== undefined)
    response.headers.set('retry-after', String(Math.ceil(known.retryAfter)));
  return response;
}

/** Adds the security headers to a response created elsewhere. */
export function secured(response: Response, about: About): Response {
  for (const [name, value] of Object.entries(securityHeaders(about.secure)))
    response.headers.set(name, value);
  response.headers.set('x-request-id', about.requestId);
  return response;
}
