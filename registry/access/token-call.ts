// Handles the OAuth token request (client credentials) and limits guesses of secrets.

import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { Pool } from 'pg';
import { contract } from '#lib/contract/index';
import { decodeRequest } from '#lib/contract/wire/decode';
import { writeJson } from '#lib/contract/wire/json';
import { clientAddress, sourceOf } from '#lib/net/client-address';
import type { Clock } from '../clock.ts';
import { HttpError } from '../http/http-error.ts';
import { readBody } from '../http/read-body.ts';
import { jsonType, type Reply } from '../http/reply.ts';
import { sourceNotes } from './client-sources.ts';
import { storedClient } from './clients.ts';
import { rateLimit, takeOfEach } from './rate.ts';
import { secretCheck } from './secrets.ts';
import { hasAll, type Rights, readScope, rightsUnder, scopeText } from './token-scope.ts';
import { issueToken, tokenLifetimeSeconds } from './tokens.ts';

export type TokenCall = (
  req: IncomingMessage,
  query: string,
  traceId: string,
) => Promise<{ reply: Reply; clientId?: string }>;

export type TokenGiven = {
  pool: Pool;
  clock: Clock;
  /** Key of the digests of correct secrets (`markKey`). */
  key: string;
  /** Trusted proxies: their X-Forwarded-For is used. */
  proxies: BlockList;
  /** Milliseconds, for the guess limits; default: the system clock. */
  now?: () => number;
  /** False: demo clients are treated as unknown. */
  demoClients: boolean;
};

/**
 * The token request (RFC 6749 §5). The registry adds `scope`: a client may request less than it has
 * (token-scope.ts), and every response says what the token allows. Wrong secrets are limited per source and
 * client, per source, per client and in total, apart from the API rate limit. A source that has sent a client's
 * correct secret has a limit of its own, so that others cannot block it; a secret that was correct from that
 * source does not count as a guess.
 */
export function tokenCall({ pool, clock, key, proxies, now, demoClients }: TokenGiven): TokenCall {
  const secrets = secretCheck(key);
  const noteSource = sourceNotes(pool);
  const perPair = rateLimit({ perSecond: 0.5, burst: 10 }, now);
  const perSource = rateLimit({ perSecond: 1, burst: 50 }, now);
  const perClient = rateLimit({ perSecond: 5, burst: 100 }, now);
  const overall = rateLimit({ perSecond: 20, burst: 100 }, now);
  const known = rateLimit({ perSecond: 2, burst: 20 }, now);

  return async (req, query, traceId) => {
    if (query !== '') return rejectionOf(400, 'invalid_request', 'The token call takes no query.', traceId);
    let form: URLSearchParams;
    try {
      form = new URLSearchParams(await readBody(req, 'application/x-www-form-urlencoded'));
    } catch (error) {
      if (error instanceof HttpError && error.status === 400) {
        return rejectionOf(400, 'invalid_request', error.message, traceId);
      }
      throw error;
    }
    const scopes = form.getAll('scope');
    if (scopes.length > 1) return rejectionOf(400, 'invalid_request', 'Give scope once.', traceId);
    const decoded = decodeRequest(contract.Token, { body: form }, { mode: 'registry' });
    if (!decoded.ok) {
      const grant = form.getAll('grant_type');
      const other = grant.length === 1 && grant[0] !== '' && grant[0] !== 'client_credentials';
      return other
        ? rejectionOf(400, 'unsupported_grant_type', 'The grant_type must be client_credentials.', traceId)
        : rejectionOf(
            400,
            'invalid_request',
            'Give grant_type, client_id and client_secret once each.',
            traceId,
          );
    }
    const { client_id: clientId, client_secret: secret } = decoded.value;
    const source = sourceOf(
      clientAddress(req.socket.remoteAddress, req.headersDistinct['x-forwarded-for']?.join(','), proxies),
    );
    const client = await storedClient(pool, { clientId, source, demoClients });
    if (!secrets.seen(clientId, client?.secretHash, secret, client?.sourceMark)) {
      const pair = JSON.stringify([source, clientId]);
      // Counted before the secret is verified; otherwise parallel guesses would all be verified.
      const wait =
        client?.sourceMark === undefined
          ? takeOfEach([
              [perPair, pair],
              [perSource, source],
              [perClient, clientId],
              [overall, ''],
            ])
          : known.take(pair);
      if (wait > 0) {
        const busy = rejectionOf(429, 'slow_down', 'Too many wrong attempts. Try again later.', traceId);
        busy.reply.headers['retry-after'] = String(wait);
        return busy;
      }
    }
    if (!(await secrets.verify(clientId, client?.secretHash, secret)) || !client) {
      return rejectionOf(401, 'invalid_client', 'The client id or secret is wrong.', traceId);
    }
    await noteSource(clientId, source, secrets.markOf(clientId, client.secretHash, secret), clock.now());
    // A field without a value counts as left out (RFC 6749 §3.2).
    const requested = scopes[0] || null;
    const given = rightsGiven(client.rights, requested);
    if ('refused' in given) return rejectionOf(400, 'invalid_scope', given.refused, traceId);
    const response = {
      access_token: await issueToken(pool, clientId, requested, clock.now()),
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
      scope: scopeText(given),
    };
    return {
      reply: { status: 200, headers: { 'content-type': jsonType }, body: writeJson(response) },
      clientId,
    };
  };
}

/** The rights of a token with this scope, or the reason why it cannot be issued. */
function rightsGiven(client: Rights, requested: string | null): Rights | { refused: string } {
  if (requested === null) return client;
  const read = readScope(requested);
  if (!read.ok) return { refused: read.reason };
  if (!hasAll(client, read.scope)) return { refused: 'The scope is more than this client may do.' };
  return rightsUnder(client, read.scope);
}

function rejectionOf(status: number, error: string, message: string, traceId: string): { reply: Reply } {
  const body = writeJson({ error, error_description: message, message, traceId });
  return { reply: { status, headers: { 'content-type': jsonType }, body } };
}
