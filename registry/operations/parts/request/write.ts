// Runs a write with its idempotency key in one transaction, and retries conflicts.

import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { EndpointId } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import { withTransaction } from '#lib/postgres/pool';
import { HttpError } from '#registry/http/http-error';
import type { HolderTies } from '#registry/ledger/core/known-holders';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import { claimKeys, type KeyedRequest, keepResults } from '#registry/ledger/idempotency';
import type { Context } from '../context.ts';

/** A concurrent request created the same holder or issuer; the next attempt finds it. */
const uniqueViolation = '23505';
const attemptsMax = 8;

/** Field names in the request for the fields of ledger errors. */
type FieldNames = Readonly<Record<string, string>>;

/**
 * Runs one write and stores its idempotency key in the same transaction, so any response but 200 leaves the key
 * unused. A used key is 409. `fields` maps the ledger's field names to those of the request.
 */
export async function writing<Result>(
  ctx: Context,
  endpoint: EndpointId,
  input: { idempotencyId?: string | null | undefined },
  fields: FieldNames,
  work: (tx: PoolClient) => Promise<Result>,
): Promise<Result> {
  const request = requestOf(ctx, endpoint, input);
  return settled(fields, () =>
    withTransaction(ctx.writers, async (tx) => {
      if (request && !(await claimKeys(tx, [request], ctx.clock.now().toISOString())).has(request))
        throw usedKey(request.key);
      const response = await work(tx);
      if (request) await keepResults(tx, [{ request, result: writeJson(response) }]);
      return response;
    }),
  );
}

/** The request as stored under its idempotency key; undefined without a key. */
export function requestOf(
  ctx: Context,
  endpoint: EndpointId,
  input: { idempotencyId?: string | null | undefined },
): KeyedRequest | undefined {
  const { idempotencyId, ...rest } = input;
  if (!idempotencyId) return undefined;
  const hash = createHash('sha256').update(writeJson(rest)).digest('hex');
  return { clientId: ctx.caller.clientId, endpoint, key: idempotencyId, hash };
}

/** Retries a write when a concurrent request created the same holder or issuer. A ledger error is 400. */
export async function settled<Result>(fields: FieldNames, attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof LedgerError && error.rule !== 'issuerExists') throw rejected(error, fields);
      if (count >= attemptsMax || !isAlias(error)) throw error;
    }
  }
}

function isAlias(error: unknown): boolean {
  return error instanceof LedgerError || (error as { code?: string }).code === uniqueViolation;
}

/** The 409 has exactly these two fields. */
export function usedKey(idempotencyId: string): HttpError {
  const message = 'This idempotencyId was already used; nothing was recorded again.';
  return new HttpError(409, message, { body: { message, idempotencyId } });
}

/** A ledger field may include a path: certificates[2].restriction. */
function rejected(rejection: LedgerError, fields: FieldNames): HttpError {
  const place = /^(.*\.)?([^.]*)$/.exec(rejection.field);
  const name = fields[place?.[2] ?? ''] ?? rejection.field;
  const errors = { [`${place?.[1] ?? ''}${name}`]: [rejection.message] };
  return new HttpError(400, 'The request is not valid.', { errors });
}

/**
 * A client bound to issuers may use the holders of its issuers, and holders it registered that have no account
 * yet, unless its token names issuers. Any other holder looks the same as an absent one.
 */
export function knows(ctx: Context, ties: HolderTies): boolean {
  const { issuers, clientId, isNarrowed } = ctx.caller;
  if (issuers === 'all') return true;
  const { customerIssuerIds, madeBy } = ties;
  if (customerIssuerIds.some((id) => issuers.has(id))) return true;
  return customerIssuerIds.length === 0 && madeBy === clientId && !isNarrowed;
}
