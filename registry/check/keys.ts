// Checks stored idempotency keys: each was accepted once, and its effect exists.

import type { PoolClient } from 'pg';
import { streamRows } from '#lib/postgres/pool';
import { SPAN } from '../db/ids.ts';
import { bulkClient, bulkEndpoint } from '../ledger/idempotency.ts';
import type { Finding } from './subject.ts';

/** The registry's own id in a stored response. */
const named = (field: string) => `substring(result from '"${field}": *([0-9]{1,16})[,}]')::bigint`;

/**
 * Invariant 40: a key was accepted once per client and endpoint, its effect exists, and no other key had the
 * same effect. Keys do not belong to an issuer, so they are checked once. Rows of bulk sheets have keys without a client.
 */
export async function* keyFindings(client: PoolClient): AsyncGenerator<Finding> {
  const rows = streamRows<{ object: string; sentence: string }>(
    client,
    `with k as (
       select *, 'key ' || key || ' of ' || client_id || ' at ' || endpoint as object,
              case endpoint when 'CreateNewIssuance' then ${named('controlTransactionId')}
                            when 'CreateOrUpdate' then ${named('systemShareholderId')}
                            when $3 then ${named('transaction')} end as effect
         from idempotency_key)
     select object, 'It was accepted ' || count(*) || ' times' as sentence from k group by object having count(*) > 1
     union all
     select k.object, case when c.id is null then 'There is no such client' else 'Its request was not kept' end
       from k left join api_client c on c.id = k.client_id
      where (c.id is null and (k.client_id, k.endpoint) <> ($2, $3)) or k.request_hash = '' or k.key = ''
     union all
     select k.object, 'Its issuance ' || coalesce(k.effect::text, '') || ' is not there'
       from k left join txn t on t.issuer_id = k.effect / $1::bigint and t.id = k.effect and t.kind = 'N'
      where k.endpoint = 'CreateNewIssuance' and t.id is null
     union all
     select k.object, 'Its holder ' || coalesce(k.effect::text, '') || ' is not there'
       from k left join holder h on h.id = k.effect where k.endpoint = 'CreateOrUpdate' and h.id is null
     union all
     select k.object, 'Its transaction ' || k.effect || ' is not there'
       from k left join (select id as number from txn union select customer_id from txn) as t on t.number = k.effect
      where k.endpoint = $3 and k.effect is not null and t.number is null
     union all
     select 'issuance ' || effect, 'It answers ' || count(distinct object) || ' keys'
       from k where endpoint = 'CreateNewIssuance' group by effect having count(distinct object) > 1`,
    [SPAN, bulkClient, bulkEndpoint],
  );
  for await (const { object, sentence } of rows) yield { number: 40, object, sentence };
}
