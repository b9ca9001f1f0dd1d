import type { Tx } from './book.ts';

/** One accepted request of one client; the issuer takes no part, so the key is unique before it is known (ruling 6). */
export type RequestKey = { clientId: string; endpoint: string; key: string };

/**
 * Takes the key for good, in the caller's transaction: it is kept exactly when the effect is. Waits for a twin that is
 * under way. False when the key is used; nothing was done then.
 */
export async function claimKey(
  tx: Tx,
  { clientId, endpoint, key }: RequestKey,
  requestHash: string,
  claimedAt: string,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'claim key',
    text: `insert into idempotency_key (client_id, endpoint, key, request_hash, result, created_at)
           values ($1, $2, $3, $4, '', $5) on conflict (client_id, endpoint, key) do nothing`,
    values: [clientId, endpoint, key, requestHash, claimedAt],
  });
  return rowCount === 1;
}

/** Notes what the request was answered, for people who look into a lost answer later. */
export async function keepResult(
  tx: Tx,
  { clientId, endpoint, key }: RequestKey,
  result: string,
): Promise<void> {
  await tx.query({
    name: 'keep result',
    text: 'update idempotency_key set result = $4 where client_id = $1 and endpoint = $2 and key = $3',
    values: [clientId, endpoint, key, result],
  });
}
