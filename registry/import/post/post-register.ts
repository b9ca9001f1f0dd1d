// Posts a checked register in one transaction and proves its books.

import type { PoolClient } from 'pg';
import { writeJson } from '#lib/contract/wire/json';
import { formatDate } from '#lib/format/dates';
import { analyzeFilled } from '#registry/db/analyze-filled';
import { analyzedTables } from '#registry/db/analyzed-tables';
import { issuerScopedId, takeIds } from '#registry/db/ids';
import { runNamed } from '#registry/db/run-named';
import { violations } from '#registry/ledger/invariants/run';
import { openIssuer } from '#registry/ledger/issuers';
import { booksFrom } from '../check/books-from.ts';
import type { Checked } from '../check/check-register.ts';
import { countLinked } from '../check/known-registrations.ts';
import { computedRows } from './computed-rows.ts';
import { openingRows } from './opening-rows.ts';
import type { Statement } from './statement.ts';
import { conversionTitle } from './title.ts';

export type PostOptions = {
  fileName: string;
  /** Why the warnings are accepted; '' where there are none. */
  accepted: string;
  now: Date;
  /** Done in the same transaction, after everything is written and proven. */
  also?: (client: PoolClient, posted: Posted) => Promise<void>;
  onStep?: (what: string) => void;
};

export type Posted = { issuerId: bigint; conversionId: bigint; title: string };

/** A register that cannot be posted; nothing was written. */
export class CannotPost extends Error {}

type Source = { as_of: string; name: string; certified_by: string; certified_on: string };
type Issuer = Record<
  | 'name'
  | 'kind'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country'
  | 'country_name'
  | 'email'
  | 'phone',
  string | null
> & { customer_id: bigint; name: string; kind: string };

/**
 * Writes the register that this connection has staged and checked, in one transaction: either the whole register is
 * there and proven, or nothing. Rows go from the staged tables to the books inside the database.
 */
export async function postRegister(
  client: PoolClient,
  checked: Checked,
  options: PostOptions,
): Promise<Posted> {
  await client.query('begin isolation level read committed');
  try {
    const posted = await post(client, checked, options);
    await options.also?.(client, posted);
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error(`The register was not posted: the server answered ${command}.`);
    return posted;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function post(client: PoolClient, checked: Checked, options: PostOptions): Promise<Posted> {
  const { onStep } = options;
  const source = (await client.query<Source>('select * from staged_source')).rows[0]!;
  const issuer = (await client.query<Issuer>('select * from staged_issuer')).rows[0]!;
  const title = conversionTitle({ as_of: source.as_of, source: source.name, sha256: checked.digest });
  const issuerId = await openIssuer(client, {
    customerId: issuer.customer_id,
    name: issuer.name,
    kind: issuer.kind,
    address1: issuer.address1 ?? '',
    address2: issuer.address2 ?? '',
    city: issuer.city ?? '',
    state: issuer.state ?? '',
    postalCode: issuer.postal_code ?? '',
    country2Code: issuer.country ?? '',
    country: issuer.country_name ?? '',
    email: issuer.email ?? '',
    phone: issuer.phone ?? '',
  });
  const holders = (checked.rows.Holders ?? 0) - (await countLinked(client));
  const parameters = [
    issuerId,
    options.now.toISOString(),
    source.as_of,
    `Certified list of ${formatDate(source.certified_on)}, ${source.certified_by}`,
    holders > 0 ? await takeIds(client, 'holder', holders) : 1n,
    title,
  ];
  const write = async ({ what, sql }: Statement) => {
    onStep?.(what);
    await runNamed(client, sql, parameters);
  };
  for (const statement of openingRows) await write(statement);
  await analyzeFilled(client, analyzedTables);
  for (const statement of computedRows) await write(statement);
  const conversionId = issuerScopedId(issuerId, 1n);
  const { rows: begins } = await client.query<{ day: string }>(booksFrom, [source.as_of]);
  await client.query('update issuer set books_from = $2 where id = $1', [issuerId, begins[0]!.day]);
  await client.query(
    `insert into conversion (issuer_id, id, customer_issuer_id, issuer_name, as_of, source, certified_by, certified_on,
       file_name, sha256, accepted, counts, posted_at, issuer_version)
     select $1, $2, customer_id, name, $3, $4, $5, $6, $7, $8, $9, $10, $11, version from issuer where id = $1`,
    [
      ...[issuerId, conversionId, source.as_of, source.name, source.certified_by, source.certified_on],
      ...[options.fileName, checked.digest, options.accepted],
      ...[writeJson({ rows: checked.rows, totals: checked.totals }), options.now.toISOString()],
    ],
  );
  onStep?.('Proof');
  for await (const { invariant, object, sentence } of violations(client, issuerId))
    throw new CannotPost(
      `The register breaks invariant ${invariant}, ${object}: ${sentence}. Nothing was written.`,
    );
  return { issuerId, conversionId, title };
}
