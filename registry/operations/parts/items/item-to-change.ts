import type { PoolClient } from 'pg';
import { HttpError, notFound } from '#registry/http/http-error';
import { type Item, lockIssuer } from '#registry/items/item';
import type { StepName } from '#registry/items/steps';
import { itemForStep, StepRefused } from '#registry/items/take-steps';

/**
 * Locks the issuer and reads an item that may take a step. Throws 404 for an unknown item, 409 when it was changed
 * since it was read or is in another stage.
 */
export async function itemToChange(
  tx: PoolClient,
  issuerId: bigint,
  { itemId, version }: { itemId: number; version: number },
  step: StepName,
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  return itemForStep(tx, issuerId, BigInt(itemId), version, step).catch(refusedAsConflict);
}

const absent: Readonly<Record<string, string>> = { unknownItem: 'The item', unknownFile: 'The file' };

/** Throws a step that was refused as 404 or 409, and any other error as it is. */
export function refusedAsConflict(error: unknown): never {
  if (!(error instanceof StepRefused)) throw error;
  const what = absent[error.code];
  throw what ? notFound(what) : new HttpError(409, error.message);
}
