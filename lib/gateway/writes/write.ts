// Performs a write: saves it, sends it once, and recognizes repeats.

import 'server-only';
import { createHmac, randomUUID } from 'node:crypto';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import type { AuditEntry } from '#lib/audit/entry';
import { type EndpointId, isAgentOperation } from '#lib/contract/index';
import type { WriteRow } from '#lib/outbox/rows';
import { type Input, issuerOf, objectOf } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { knownIssuers } from '../known-issuers.ts';
import { changesOf, factsOfBody } from './holder-facts.ts';
import { precheckWrite, type WriteOptions } from './precheck-write.ts';
import { resolveOutcome } from './resolve-outcome.ts';
import { sendWrite, unknownOutcome } from './send-write.ts';
import { summaryOf } from './write-view.ts';

type About = {
  requestId: string;
  options: WriteOptions;
  /** Adds to the audit entry of the request. */
  note: (more: Pick<AuditEntry, 'detail' | 'before' | 'after'>) => void;
};

const attemptsMax = 5;

/**
 * Performs a write: saves it, sends it once, records the outcome. The key sent upstream is derived from user,
 * operation and the caller's own ID, so that no user can use up or probe another's; a 409 shows the caller's
 * own. A repeat of the caller's ID is answered from the saved row: 409 with the write's ID when it was recorded
 * or was another request, a new attempt when it never took effect. Throws ApiError; a lost response is
 * `outcome_unknown`.
 */
export async function performWrite(
  context: GatewayContext,
  user: User,
  id: EndpointId,
  given: Input,
  about: About,
): Promise<unknown> {
  const leave = context.limits.enter(user.id, 'read');
  try {
    const own = typeof given.idempotencyId === 'string' ? given.idempotencyId : randomUUID();
    const requested = { ...given, idempotencyId: own, keep: about.options.keep };
    let known = await context.outbox.find(user.id, id, own);
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const free = known && (await earlier(context, user, known, requested, own));
      if (free && 'response' in free) return free.response;
      const { row, mine, content } = await writeDown(context, user, id, {
        given,
        asked: requested,
        own,
        about,
        over: free?.over,
      });
      if (!mine) {
        known = row;
        continue;
      }
      try {
        about.note({ detail: { write: row.id } });
        const { response, result, repeated } = await sendWrite(context, user, row, content, true);
        about.note({ detail: detailOf(result ?? {}) });
        if (repeated) throw duplicate(own, row.id);
        return response;
      } finally {
        context.outbox.release(row.id);
      }
    }
    throw new ApiError('rate_limited', { retryAfter: 1 });
  } finally {
    leave();
  }
}

/** The result for the audit trail; of a step of several items, how many were done. */
function detailOf({ results, ...facts }: Record<string, unknown>): AuditEntry['detail'] {
  if (!Array.isArray(results)) return facts as AuditEntry['detail'];
  const done = results.filter((one) => one?.isDone === true).length;
  return { done, refused: results.length - done };
}

function duplicate(own: string, write: string, message?: string): ApiError {
  const error = new ApiError('duplicate', { message });
  return new ApiError('duplicate', {
    message,
    write,
    beside: { message: error.message, idempotencyId: own },
  });
}

/** What an existing row with the caller's ID means for this request: a response, or a row to replace. */
async function earlier(
  context: GatewayContext,
  user: User,
  known: WriteRow,
  requested: unknown,
  own: string,
): Promise<{ response: unknown } | { over: WriteRow }> {
  const row = await context.outbox.settled(known);
  // It never took effect: the form may have been corrected since, under the same ID.
  if (row.state === 'refused' || row.state === 'intent') return { over: row };
  if (!context.outbox.isSame(row, requested)) {
    throw duplicate(own, row.id, 'This request ID was already used for other values. Nothing was sent.');
  }
  if (row.state === 'done') throw duplicate(own, row.id);
  const { row: after, sent } = await resolveOutcome(context, user, row, 'unchanged');
  if (sent) return { response: sent.response };
  if (after.state === 'done') throw duplicate(own, after.id);
  if (after.state === 'refused') return { over: after };
  throw unknownOutcome(after.id);
}

type Request = { given: Input; asked: unknown; own: string; about: About; over: WriteRow | undefined };

async function writeDown(context: GatewayContext, user: User, id: EndpointId, request: Request) {
  const { given, asked: requested, own, about, over } = request;
  const issuer = issuerOf(id, given);
  // An agent operation opens no issuer, and the versions it names stand for what its user saw.
  const isAgent = isAgentOperation(id);
  if (issuer !== null && !isAgent && !about.options.confirmedNewIssuer)
    await requireKnownIssuer(context, issuer);
  const { input, before, expected } = isAgent
    ? { input: given, before: null, expected: null }
    : await precheckWrite(context, user, id, given, about.options);
  const key = createHmac('sha256', context.secret).update(`${user.id}\n${id}\n${own}`).digest('base64url');
  const content = { body: { ...input, idempotencyId: key }, before };
  if (id === 'CreateNewIssuance' || isAgent) about.note({ after: summaryOf(id, given) });
  else about.note(changesOf(before && 'facts' in before ? before.facts : null, factsOfBody(input)));
  const claim = await context.outbox.claim(
    {
      person: user.id,
      operation: id,
      ownKey: own,
      asked: requested,
      content,
      issuer,
      object: objectOf(id, given),
      expected,
      summary: summaryOf(id, given),
      requestId: about.requestId,
    },
    over,
  );
  return { ...claim, content };
}

async function requireKnownIssuer(context: GatewayContext, issuer: number): Promise<void> {
  const known = await knownIssuers(context.upstream);
  if (!known.has(issuer)) throw new ApiError('new_issuer_unconfirmed');
}
