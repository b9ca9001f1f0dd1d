// Gets and renews access tokens of the registry.

import 'server-only';
import type { Agent } from 'undici';
import { isNamed } from '../api/error.ts';
import { contract } from '../contract/index.ts';
import type { ClientPair } from '../env.ts';
import { type Incoming, isTransportError, sendRequest, type TransportErrorKind } from './http-client.ts';
import { count } from './metrics.ts';
import { isJson, readText } from './read.ts';
import { isWithin } from './token-scope.ts';

/**
 * An access token; `generation` distinguishes tokens of one source without showing them; `scope` is from the
 * token response.
 */
export type Token = { value: string; generation: number; scope: string | null };

/** `scope`: no token limited as requested is available. */
export type TokenErrorKind = TransportErrorKind | 'refused' | 'scope';

/** No token is available now. */
export class TokenUnavailable extends Error {
  readonly reason: TokenErrorKind;

  constructor(error: TokenErrorKind) {
    super(`token ${error}`);
    this.name = 'TokenUnavailable';
    this.reason = error;
  }
}

export const isTokenUnavailable = (thrown: unknown): thrown is TokenUnavailable =>
  isNamed(thrown, 'TokenUnavailable');

export type TokenSource = {
  /** The current token, or a new one; concurrent callers share one request. */
  get(): Promise<Token>;
  /** A newer token than the rejected one, or null while another request makes no sense. */
  renew(rejected: Token): Promise<Token | null>;
  /** The registry accepted this token: the count of rejections restarts. */
  accepted(token: Token): void;
};

const responseMs = 10_000;
const responseBytesMax = 64 * 1024;
const tokenLengthMax = 16_384;
const firstPauseMs = 500;
/** Together with the circuit breaker's pause, well below 30 s. */
const longestPauseMs = 10_000;

/**
 * Client credentials of one client; with `scope`, only tokens limited to it. Without a scope, a response with
 * only `access_token` is enough. Without a usable `expires_in`, a token is used until the registry rejects it.
 * After a failure, callers wait for a growing pause, with at most one request each time. Nothing is ever
 * logged.
 */
export function tokenSource(
  agent: Agent,
  base: string,
  client: ClientPair,
  scope: string | null = null,
): TokenSource {
  let current: (Token & { renewAt: number }) | null = null;
  let pending: Promise<Token> | null = null;
  let generations = 0;
  let pauseMs = firstPauseMs;
  let failed: { until: number; reason: TokenErrorKind } | null = null;
  let lastRejectedRenewal = { until: 0, pauseMs: firstPauseMs };

  function send(): Promise<Token> {
    if (pending) return pending;
    if (failed && Date.now() < failed.until) return Promise.reject(new TokenUnavailable(failed.reason));
    pending = request(agent, base, client, scope)
      .then(
        ({ value, lifeMs, shown }) => {
          generations += 1;
          count('sharebook_upstream_tokens_total', { outcome: 'ok' });
          failed = null;
          pauseMs = firstPauseMs;
          current = {
            value,
            generation: generations,
            scope: shown,
            renewAt: lifeMs === null ? Infinity : Date.now() + lifeMs * 0.9,
          };
          return current;
        },
        (error) => {
          const failure = errorKindOf(error);
          count('sharebook_upstream_tokens_total', { outcome: failure });
          failed = { until: Date.now() + pauseMs, reason: failure };
          pauseMs = Math.min(pauseMs * 2, longestPauseMs);
          throw new TokenUnavailable(failure);
        },
      )
      .finally(() => {
        pending = null;
      });
    return pending;
  }

  return {
    async get() {
      if (!current) return send();
      // A token is renewed in the background before it expires; no call waits.
      if (Date.now() >= current.renewAt) send().catch(() => undefined);
      return current;
    },
    async renew(rejected) {
      if (current && current.generation !== rejected.generation) return current;
      if (pending) return pending;
      if (Date.now() < lastRejectedRenewal.until) return null;
      // Counts as useless until a call with the new token succeeds: a registry that always answers 401 gets few
      // token requests.
      lastRejectedRenewal = {
        until: Date.now() + lastRejectedRenewal.pauseMs,
        pauseMs: Math.min(lastRejectedRenewal.pauseMs * 2, longestPauseMs),
      };
      return send();
    },
    accepted(token) {
      if (token.generation === current?.generation) lastRejectedRenewal = { until: 0, pauseMs: firstPauseMs };
    },
  };
}

function errorKindOf(error: unknown): TokenErrorKind {
  if (isTokenUnavailable(error)) return error.reason;
  return isTransportError(error) ? error.kind : 'refused';
}

async function request(agent: Agent, base: string, client: ClientPair, scope: string | null) {
  const response = await sendRequest(agent, {
    method: 'POST',
    url: new URL(base + contract.Token.path),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
      ...(scope !== null && { scope }),
    }).toString(),
    headersMs: responseMs,
  });
  if (response.status !== 200 || !isJson(response)) {
    response.drop();
    if (scope !== null && response.status === 400) throw new TokenUnavailable('scope');
    throw new Error('no token');
  }
  const text = await readText(response, responseBytesMax, Date.now() + responseMs);
  const body = JSON.parse(text ?? '') as { access_token?: unknown; expires_in?: unknown; scope?: unknown };
  const value = body?.access_token;
  if (typeof value !== 'string' || value.length > tokenLengthMax || !/^[\x21-\x7e]+$/.test(value)) {
    throw new Error('no token');
  }
  // A token that allows more than requested is not used.
  if (scope !== null && !isWithin(body.scope, scope)) throw new TokenUnavailable('scope');
  const shown = typeof body.scope === 'string' ? body.scope : null;
  const seconds = body.expires_in;
  const usable = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
  return { value, lifeMs: usable ? seconds * 1000 : null, shown };
}

/** Sends with the current token; on 401 once more with a newer one, if available. */
export async function withToken(
  source: TokenSource,
  go: (token: Token) => Promise<Incoming>,
  current?: Token,
): Promise<Incoming> {
  const token = current ?? (await source.get());
  const response = await go(token);
  if (response.status !== 401) {
    source.accepted(token);
    return response;
  }
  response.drop();
  const fresh = await source.renew(token);
  if (!fresh) return response;
  const second = await go(fresh);
  if (second.status !== 401) source.accepted(fresh);
  return second;
}
