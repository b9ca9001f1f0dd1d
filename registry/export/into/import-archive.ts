// Imports the issuers of an archive, all or none, and proves their books.

import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { copyRows } from '#lib/postgres/copy-rows';
import { unreadable } from '#lib/sheet/read/refusal';
import { defaultLimits, openZip, type ZipFile } from '#lib/sheet/read/zip-reader';
import { analyzeFilled } from '#registry/db/analyze-filled';
import { SPAN, takeIds } from '#registry/db/ids';
import { runNamed } from '#registry/db/run-named';
import { listConversions } from '#registry/import/files/conversions-without-file';
import { computedRows } from '#registry/import/post/computed-rows';
import { indexKey } from '#registry/ledger/core/accounts';
import { violations } from '#registry/ledger/invariants/run';
import { archiveEntries } from '../export.ts';
import type { ArchivedIssuer, Manifest } from '../manifest.ts';
import { exportedTables } from '../tables/index.ts';
import type { Table } from '../tables/table.ts';
import { type ArchiveRow, archiveRows } from './archive-rows.ts';
import { insertTable, stagedIn } from './insert-table.ts';
import { readManifest } from './read-manifest.ts';

/** An archive that does not fit this registry; the message is one sentence. */
export class CannotImport extends Error {}

export const archiveLimits = { ...defaultLimits, entriesMax: 20_000 };

/**
 * Writes the issuers of an archive into this registry: all of them, or none. Their books are proven, and exported again
 * in the same transaction: the digest has to be the one of the archive. With `isTried` everything is rolled back.
 */
export async function importArchive(
  client: PoolClient,
  path: string,
  isTried: boolean,
  onStep?: (what: string) => void,
): Promise<Manifest> {
  const zip = await openZip(path, archiveLimits);
  try {
    const manifest = await readManifest(zip);
    await client.query('begin isolation level repeatable read');
    try {
      await checkManifest(client, manifest);
      for (const issuer of manifest.issuers) {
        onStep?.(issuer.name);
        await importIssuer(client, zip, manifest, issuer);
      }
      onStep?.('Comparing digests');
      await compareDigests(client, manifest);
      await listConversions(client);
      const { command } = await client.query(isTried ? 'rollback' : 'commit');
      if (!isTried && command !== 'COMMIT') throw new Error(`The server answered ${command}.`);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      // A value of the wrong form, or one that breaks a rule of a table.
      if (/^2[23]/.test((error as { code?: string }).code ?? ''))
        throw new CannotImport(`The archive does not fit the tables: ${(error as Error).message}.`);
      throw error;
    }
    return manifest;
  } finally {
    await zip.close();
  }
}

async function checkManifest(client: PoolClient, manifest: Manifest): Promise<void> {
  if (manifest.variant === 'Plain')
    throw new CannotImport('The archive is without personal data, so that its holders have no names.');
  if (manifest.variant === 'Masked')
    throw new CannotImport(
      'The archive has masked tax ids and no access codes, so that its register would not be whole. Export it with --personal-data.',
    );
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration order by name desc limit 1',
  );
  const schema = rows[0]!.name.replace(/\.sql$/, '');
  if (schema !== manifest.schema)
    throw new CannotImport(
      `The archive was written by the version ${manifest.schema}; this registry has ${schema}.`,
    );
  const known = await client.query<{ customer_id: bigint }>(
    'select customer_id from issuer where customer_id = any($1::bigint[]) order by 1',
    [manifest.issuers.map(({ customerIssuerId }) => String(customerIssuerId))],
  );
  const first = known.rows[0];
  if (first) throw new CannotImport(`Issuer ${first.customer_id} is already in this registry.`);
  await client.query(
    'create temporary table archive_holder (account text primary key, id bigint not null) on commit drop',
  );
}

async function importIssuer(
  client: PoolClient,
  zip: ZipFile,
  manifest: Manifest,
  { folder, customerIssuerId }: ArchivedIssuer,
): Promise<void> {
  const read = (file: string) => verified(zip, manifest, `${folder}/${file}`);
  const ids = ['kind', 'key', 'system_id'];
  await stage(client, 'known_id', ids, ids, archiveRows('ids.csv', read('ids.csv')), (row) => row);
  for (const table of exportedTables) {
    const columns = table.columns.map(({ name }) => name);
    const rows = archiveRows(`${table.name}.csv`, read(`data/${table.name}.csv`));
    const all = table.name === 'holder' ? [...columns, 'sort_key', 'name_key'] : columns;
    await stage(client, stagedIn(table.name), columns, all, rows, withKeys(table));
  }
  const issuerId = await issuerIdOf(client, customerIssuerId);
  await nameAccounts(client);
  const searches = await numbered(client, 'in_lost_search', 'id', 'search');
  const changes = await numbered(client, 'in_item', 'changed', 'item change');
  const parameters = [issuerId, issuerId * SPAN, searches, changes];
  for (const table of exportedTables) await runNamed(client, insertTable(table), parameters);
  await readDocuments(client, zip, manifest, folder, issuerId);
  const tables = exportedTables.map(({ name }) => name);
  await analyzeFilled(client, tables);
  for (const { sql } of computedRows) await client.query(sql, [issuerId]);
  for (const table of ['known_id', 'known_account', ...tables.map(stagedIn)])
    await client.query(`drop table ${table}`);
  for await (const { invariant, object, sentence } of violations(client, issuerId))
    throw new CannotImport(
      `Issuer ${customerIssuerId} breaks invariant ${invariant}, ${object}: ${sentence}.`,
    );
}

/** The bytes of a file of the archive, compared with the digest in its manifest. */
async function* verified(zip: ZipFile, manifest: Manifest, path: string): AsyncGenerator<Buffer> {
  const stated = manifest.files.find((file) => file.path === path);
  if (!stated) throw unreadable(`its manifest does not name ${path}`);
  const hash = createHash('sha256');
  for await (const chunk of zip.read(path, { anyRatio: true })) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== stated.sha256)
    throw unreadable(`${path} does not have the digest of the manifest`);
}

/** Staged rows as text, in a temporary table. */
async function stage(
  client: PoolClient,
  table: string,
  header: readonly string[],
  columns: readonly string[],
  pieces: AsyncIterable<ArchiveRow[]>,
  change: (row: ArchiveRow) => ArchiveRow,
): Promise<void> {
  await client.query(
    `create temporary table ${table} (${columns.map((name) => `${name} text`).join(', ')}) on commit drop`,
  );
  let isFirst = true;
  async function* rows() {
    for await (const piece of pieces)
      for (const row of piece) {
        if (row.length !== header.length)
          throw unreadable(`a row of ${table.slice(3)} has ${row.length} fields`);
        if (!isFirst) yield change(row);
        else if (row.join() !== header.join()) throw unreadable(`${table.slice(3)} has other columns`);
        isFirst = false;
      }
  }
  await copyRows(client, table, columns, rows());
  await client.query(`analyze ${table}`);
}

/** Holders get the keys by which pages are ordered and searched. */
function withKeys({ name, columns }: Table): (row: ArchiveRow) => ArchiveRow {
  if (name !== 'holder') return (row) => row;
  const place = (column: string) => columns.findIndex((one) => one.name === column);
  const [sort, ...names] = ['sort_name', 'name', 'name2', 'name3'].map(place);
  return (row) => [
    ...row,
    indexKey(row[sort!] ?? ''),
    indexKey(
      names
        .map((at) => row[at])
        .filter(Boolean)
        .join(' '),
    ),
  ];
}

/** The id that the issuer had, if it is free here. Contents of items name ids and need it. */
async function issuerIdOf(client: PoolClient, customerId: bigint): Promise<bigint> {
  const { rows } = await client.query<{ id: string; is_free: boolean; has_items: boolean }>(
    `select i.system_id as id, k.id is null as is_free, exists (select 1 from in_item) as has_items
       from known_id i left join issuer k on k.id = i.system_id::bigint where i.kind = 'issuer'`,
  );
  const found = rows[0];
  if (!found || !/^[1-9]\d{0,9}$/.test(found.id)) throw unreadable('its ids.csv names no issuer');
  if (found.is_free) {
    await passCounter(client, 'issuer', BigInt(found.id));
    return BigInt(found.id);
  }
  if (found.has_items)
    throw new CannotImport(
      `Issuer ${customerId} has items of the work queue, and its id ${found.id} is in use here.`,
    );
  return takeIds(client, 'issuer');
}

/**
 * Accounts of the archive with the ids of their holders: those of an earlier issuer of the same archive, those they had,
 * or new ones. A number that another registration has here is refused.
 */
async function nameAccounts(client: PoolClient): Promise<void> {
  const taken = await client.query<{ customer_id: string }>(
    `select t.customer_id from in_holder t join holder h on h.customer_id = t.customer_id
       left join archive_holder a on a.account = t.customer_id
      where a.account is null order by 1 limit 1`,
  );
  const first = taken.rows[0];
  if (first) throw new CannotImport(`Account ${first.customer_id} is another registration here.`);
  await client.query(
    `create temporary table known_account on commit drop as
     select t.customer_id as account, t.sort_key, t.name_key, a.id is null as is_new,
            coalesce(a.id, case when h.id is null then i.system_id::bigint end) as id
       from in_holder t
       left join archive_holder a on a.account = t.customer_id
       left join known_id i on i.kind = 'holder' and i.key = t.customer_id
       left join holder h on h.id = i.system_id::bigint`,
  );
  await client.query('create index on known_account (account)');
  const { rows } = await client.query<{ missing: bigint; last: bigint | null }>(
    'select count(*) filter (where id is null) as missing, max(id) as last from known_account',
  );
  const { missing, last } = rows[0]!;
  if (last !== null) await passCounter(client, 'holder', last);
  if (missing > 0n) {
    const from = await takeIds(client, 'holder', Number(missing));
    await client.query(
      `update known_account a set id = n.id
         from (select account, $1::bigint + row_number() over (order by account) - 1 as id
                 from known_account where id is null) as n where n.account = a.account`,
      [from],
    );
  }
  await client.query('insert into archive_holder select account, id from known_account where is_new');
}

/** Moves a counter of the registry beyond an id that is given. */
async function passCounter(client: PoolClient, scope: 'issuer' | 'holder', used: bigint): Promise<void> {
  await client.query(
    `insert into counter (scope, next_id) values ($1, $2)
     on conflict (scope) do update set next_id = greatest(counter.next_id, excluded.next_id)`,
    [scope, used + 1n],
  );
}

/** What comes before the first of the numbers that are taken for these rows. */
async function numbered(
  client: PoolClient,
  table: string,
  column: string,
  scope: 'search' | 'item change',
): Promise<bigint> {
  const { rows } = await client.query<{ count: bigint | null }>(
    `select max(${column}::bigint) as count from ${table}`,
  );
  const count = Number(rows[0]!.count ?? 0n);
  return count === 0 ? 0n : (await takeIds(client, scope, count)) - 1n;
}

/** The bytes of documents, by the digest under which items name them. */
async function readDocuments(
  client: PoolClient,
  zip: ZipFile,
  manifest: Manifest,
  folder: string,
  issuerId: bigint,
): Promise<void> {
  const start = `${folder}/documents/`;
  for (const { path, sha256 } of manifest.files) {
    if (!path.startsWith(start)) continue;
    const pieces: Buffer[] = [];
    for await (const piece of verified(zip, manifest, path)) pieces.push(piece);
    await client.query(
      'update item_file set content = $3 where issuer_id = $1 and sha256 = $2 and removed_at is null',
      [issuerId, sha256, Buffer.concat(pieces)],
    );
  }
}

/** Exports again what was written; its digests have to be those of the archive. */
async function compareDigests(client: PoolClient, manifest: Manifest): Promise<void> {
  let written: Manifest | undefined;
  const issuers = manifest.issuers.map(({ customerIssuerId }) => customerIssuerId);
  const options = { issuers, variant: 'Full' as const, createdAt: manifest.createdAt };
  const entries = archiveEntries(client, options, (one) => {
    written = one;
  });
  for await (const { data } of entries) if (!(data instanceof Uint8Array)) for await (const _ of data);
  const digestOf = (id: bigint) =>
    written!.issuers.find(({ customerIssuerId }) => customerIssuerId === id)?.dataDigest;
  for (const { customerIssuerId: id, dataDigest } of manifest.issuers) {
    if (digestOf(id) === dataDigest) continue;
    const files = written!.files.filter((file) =>
      manifest.files.some(({ path, sha256 }) => path === file.path && sha256 !== file.sha256),
    );
    throw new CannotImport(
      `Issuer ${id} differs from the archive after it was written: ${files.map(({ path }) => path).join(', ')}.`,
    );
  }
}
