// Claims idempotency keys of requests and stores their responses.

import { arrayText, insertRows, sendAll } from '../db/insert.ts';
import { queryPrepared } from '../db/query-prepared.ts';
import type { Tx } from './core/unit-of-work.ts';

/**
 * One accepted request of one client. The issuer is not part of the key, so uniqueness can be checked before
 * the issuer is known.
 */
export type RequestKey = { clientId: string; endpoint: string; key: string };

/**
 * The client under whose name every bulk sheet claims the keys of its rows: the same sheet has one effect, whoever
 * sends it. The endpoint is no operation, so that no request of a client has such a key.
 */
export const bulkClient = 'bulk sheets';
export const bulkEndpoint = 'BulkRow';

/** A key and a hash of the request sent with it. */
export type KeyedRequest = RequestKey & { hash: string };

/**
 * Claims the keys permanently in the caller's transaction, so they are stored exactly when the effects are.
 * Waits for concurrent requests with the same key. Returns the keys claimed; any other was used before or
 * occurs twice here, and nothing may be done for it.
 */
export async function claimKeys(
  tx: Tx,
  requests: readonly KeyedRequest[],
  claimedAt: string,
): Promise<Set<KeyedRequest>> {
  if (requests.length === 0) return new Set();
  // Sorted, so that two transactions cannot deadlock on each other's keys. One statement a key, sent without waiting: Citus
  // takes a hundred times as long for a statement that writes keys of several shards.
  const sorted = requests.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const taken = new Set<string>();
  await sendAll(
    tx,
    sorted.map(({ clientId, endpoint, key, hash }) => async () => {
      const row = {
        client_id: clientId,
        endpoint,
        key,
        request_hash: hash,
        result: '',
        created_at: claimedAt,
      };
      const written = await insertRows(tx, 'idempotency_key', columns, [row], ifFree);
      if (written.length > 0) taken.add(nameOf({ clientId, endpoint, key }));
    }),
  );
  // Of requests with the same key, the first one has it.
  return new Set(requests.filter((one) => taken.delete(nameOf(one))));
}

const ifFree = 'on conflict (client_id, endpoint, key) do nothing returning key';
const columns = {
  client_id: 'text',
  endpoint: 'text',
  key: 'text',
  request_hash: 'text',
  result: 'text',
  created_at: 'timestamptz',
} as const;

function nameOf({ clientId, endpoint, key }: RequestKey): string {
  return JSON.stringify([clientId, endpoint, key]);
}

/** Stores the responses, so that staff can look up a response that got lost. */
export async function keepResults(
  tx: Tx,
  responded: readonly { request: RequestKey; result: string }[],
): Promise<void> {
  const [only, another] = responded;
  if (!only) return;
  if (!another) {
    const { clientId, endpoint, key } = only.request;
    await queryPrepared(
      tx,
      'update idempotency_key set result = $4 where client_id = $1 and endpoint = $2 and key = $3',
      [clientId, endpoint, key, only.result],
    );
    return;
  }
  // The keys are named once more, so that Citus sends it to their shards only.
  await queryPrepared(
    tx,
    `update idempotency_key k set result = u.result
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as u (client_id, endpoint, key, result)
      where k.client_id = u.client_id and k.endpoint = u.endpoint and k.key = u.key
        and k.key = any($3::text[])`,
    [
      arrayText(responded.map(({ request }) => request.clientId)),
      arrayText(responded.map(({ request }) => request.endpoint)),
      arrayText(responded.map(({ request }) => request.key)),
      arrayText(responded.map(({ result }) => result)),
    ],
  );
}
