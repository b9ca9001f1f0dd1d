import { answerHeaders, strictTransport } from '../transport/headers.ts';
import { ApiError, errorBody } from './error.ts';

const overHttps = { ...answerHeaders, 'strict-transport-security': strictTransport };

/** Headers of every answer below /api (assurance S-07); `secure` when people reach us over https. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return secure ? overHttps : answerHeaders;
}

type About = { requestId: string; secure: boolean };

/** A JSON answer from ready text. */
export function jsonText(text: string, about: About & { status?: number }): Response {
  const headers = {
    ...securityHeaders(about.secure),
    'content-type': 'application/json; charset=utf-8',
    // Known here: without it the framework writes in chunks, one packet more.
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-request-id': about.requestId,
  };
  return new Response(text, { status: about.status ?? 200, headers });
}

/** A JSON answer from a value without bigint. */
export function json(value: unknown, about: About & { status?: number }): Response {
  return jsonText(JSON.stringify(value), about);
}

/** The answer for an error; anything that is not an ApiError is `failed`, told to nobody but the log. */
export function errorAnswer(error: unknown, about: About): Response {
  const known = error instanceof ApiError ? error : new ApiError('failed');
  const answer = json(errorBody(known, about.requestId), { ...about, status: known.status });
  if (known.retryAfter !== undefined) answer.headers.set('retry-after', String(Math.ceil(known.retryAfter)));
  return answer;
}

/** Adds the security headers to an answer made elsewhere. */
export function secured(answer: Response, about: About): Response {
  for (const [name, value] of Object.entries(securityHeaders(about.secure))) answer.headers.set(name, value);
  answer.headers.set('x-request-id', about.requestId);
  return answer;
}
