import type { IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { decodeRequest } from '#lib/contract/decode';
import { contract } from '#lib/contract/index';
import { writeJson } from '#lib/contract/json';
import type { Clock } from '../clock.ts';
import { Failure } from '../http/failure.ts';
import { readBody } from '../http/read-body.ts';
import { jsonType, type Reply } from '../http/reply.ts';
import { secretHashOf } from './clients.ts';
import { rateLimit } from './rate.ts';
import { digest, secretCheck } from './secrets.ts';
import { issueToken, tokenLifetimeSeconds } from './tokens.ts';

export type TokenCall = (
  req: IncomingMessage,
  query: string,
  traceId: string,
) => Promise<{ reply: Reply; clientId?: string }>;

/**
 * The token request (interface, "Authentication"; RFC 6749 §5). Guesses are limited per client id and all together, apart
 * from the API's own limit; a caller whose secret was right before is never slowed down by other people's guesses.
 */
export function tokenCall(pool: Pool, clock: Clock): TokenCall {
  const secrets = secretCheck();
  // Keyed by 16 bits of a digest: names a guesser makes up cannot fill the memory.
  const perClient = rateLimit({ perSecond: 0.5, burst: 10 });
  const overall = rateLimit({ perSecond: 20, burst: 100 });

  return async (req, query, traceId) => {
    if (query !== '') return refusal(400, 'invalid_request', 'The token call takes no query.', traceId);
    let form: URLSearchParams;
    try {
      form = new URLSearchParams(await readBody(req, 'application/x-www-form-urlencoded'));
    } catch (error) {
      if (error instanceof Failure && error.status === 400) {
        return refusal(400, 'invalid_request', error.message, traceId);
      }
      throw error;
    }
    const decoded = decodeRequest(contract.Token, { body: form }, { mode: 'registry' });
    if (!decoded.ok) {
      const grant = form.getAll('grant_type');
      const other = grant.length === 1 && grant[0] !== '' && grant[0] !== 'client_credentials';
      return other
        ? refusal(400, 'unsupported_grant_type', 'The grant_type must be client_credentials.', traceId)
        : refusal(400, 'invalid_request', 'Give grant_type, client_id and client_secret once each.', traceId);
    }
    const { client_id: clientId, client_secret: secret } = decoded.value;
    const stored = await secretHashOf(pool, clientId);
    const slot = digest(clientId).slice(0, 4);
    if (!secrets.seen(clientId, stored, secret)) {
      // Counted before the secret is looked at, or parallel guesses would all slip through.
      const wait = perClient.take(slot) || overall.take('all');
      if (wait > 0) {
        const busy = refusal(429, 'slow_down', 'Too many wrong attempts. Try again later.', traceId);
        busy.reply.headers['retry-after'] = String(wait);
        return busy;
      }
    }
    if (!(await secrets.verify(clientId, stored, secret))) {
      return refusal(401, 'invalid_client', 'The client id or secret is wrong.', traceId);
    }
    const token = await issueToken(pool, clientId, clock.now());
    const answer = { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds };
    return {
      reply: { status: 200, headers: { 'content-type': jsonType }, body: writeJson(answer) },
      clientId,
    };
  };
}

function refusal(status: number, error: string, message: string, traceId: string): { reply: Reply } {
  const body = writeJson({ error, error_description: message, message, traceId });
  return { reply: { status, headers: { 'content-type': jsonType }, body } };
}
