import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { EndpointId } from '#lib/contract/index';
import { writeJson } from '#lib/contract/json';
import { withTransaction } from '#lib/postgres/pool';
import { Failure } from '../http/failure.ts';
import { claimKey, keepResult } from '../ledger/idempotency.ts';
import type { HolderTies } from '../ledger/known-holders.ts';
import { LedgerRefusal } from '../ledger/refusal.ts';
import type { Context } from './context.ts';

/** A twin made the same holder or issuer a moment ago; the next attempt finds it. */
const uniqueViolation = '23505';
const attemptsMax = 8;

/**
 * Runs one write in one transaction together with its idempotency key: both are kept or neither is, so that any answer
 * but 200 leaves the key unused. A used key is 409 (ruling 6). `fields` gives the wire names of the ledger's fields.
 */
export async function writing<Answer>(
  ctx: Context,
  endpoint: EndpointId,
  input: { idempotencyId?: string | null | undefined },
  fields: Readonly<Record<string, string>>,
  work: (tx: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const { idempotencyId, ...rest } = input;
  const key = idempotencyId ? { clientId: ctx.caller.clientId, endpoint, key: idempotencyId } : undefined;
  const hash = key ? createHash('sha256').update(writeJson(rest)).digest('hex') : '';
  const attempt = () =>
    withTransaction(ctx.writers, async (tx) => {
      if (key && !(await claimKey(tx, key, hash, ctx.clock.now().toISOString()))) throw duplicate(key.key);
      const answer = await work(tx);
      if (key) await keepResult(tx, key, writeJson(answer));
      return answer;
    });
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof LedgerRefusal && error.rule !== 'issuerExists') throw refused(error, fields);
      if (count >= attemptsMax || !isTwin(error)) throw error;
    }
  }
}

function isTwin(error: unknown): boolean {
  return error instanceof LedgerRefusal || (error as { code?: string }).code === uniqueViolation;
}

/** Interface, "Errors": exactly these two fields. */
function duplicate(idempotencyId: string): Failure {
  const message = 'This idempotencyId was already used; nothing was recorded again.';
  return new Failure(409, message, { body: { message, idempotencyId } });
}

/** A ledger field may carry a place, certificates[2].restriction. */
function refused(refusal: LedgerRefusal, fields: Readonly<Record<string, string>>): Failure {
  const place = /^(.*\.)?([^.]*)$/.exec(refusal.field);
  const name = fields[place?.[2] ?? ''] ?? refusal.field;
  const errors = { [`${place?.[1] ?? ''}${name}`]: [refusal.message] };
  return new Failure(400, 'The request is not valid.', { errors });
}

/**
 * A client bound to issuers knows the holders of its issuers, and those it registered itself that have no account yet;
 * any other is not to be told from absent (ruling 16).
 */
export function knows(ctx: Context, ties: HolderTies): boolean {
  const { issuers, clientId } = ctx.caller;
  if (issuers === 'all') return true;
  const { customerIssuerIds, madeBy } = ties;
  return (
    customerIssuerIds.some((id) => issuers.has(id)) || (customerIssuerIds.length === 0 && madeBy === clientId)
  );
}
