import type { PoolClient } from 'pg';
import { badField, notFound } from '#registry/http/http-error';
import { differenceForChange } from '#registry/queries/facts/record-differences';

/** A record difference of an issuer that is not resolved, locked until the transaction ends; else a 404 or 400. */
export async function openDifference(tx: PoolClient, issuerId: bigint, differenceId: bigint) {
  const found = await differenceForChange(tx, issuerId, differenceId);
  if (!found) throw notFound('The record difference');
  if (found.resolved_on !== null)
    throw badField('recordDifferenceId', `was already resolved on ${found.resolved_on}`);
  return found;
}
