// Entries of an export archive: tables, documents, package, workbook and manifest.

import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Variant } from '#lib/contract/agent/register-export';
import { maskTaxId } from '#lib/contract/mask-tax-id';
import { isMediaType, mediaTypes } from '#lib/contract/upload-limits';
import { streamRows } from '#lib/postgres/pool';
import type { ZipEntry } from '#lib/sheet/zip-stream';
import { type Issuer, listIssuers } from '#registry/queries/issuers';
import { fieldText } from './csv-field.ts';
import { dictionaryText } from './dictionary.ts';
import { packageFile, packageLimits, workbookFile } from './issuer-forms.ts';
import { type ArchiveFile, dataDigest, type Manifest, manifestName, writeManifest } from './manifest.ts';
import { holdersOfIssuer, selectTable } from './select.ts';
import { exportedTables } from './tables/index.ts';
import type { Column, Table } from './tables/table.ts';

export type ExportOptions = {
  /** Customer ids of issuers that exist. */
  issuers: readonly bigint[];
  /** Full: everything. Masked: secrets and documents are left out. Plain: everything about persons too. */
  variant: Variant;
  createdAt: string;
  /** Day of the package and the workbook of each issuer; without it the archive has neither. */
  asOf?: string;
  onStep?: (step: { issuer: string; what: string }) => void;
  /** Stands between each file of an issuer and the archive, such as to keep it; without it, the file is passed on. */
  through?: (path: string, source: Source, rows: RowCount) => Source;
};

export type Source = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Rows of a table so far; 0 for a file without rows. Complete when its source was read to the end. */
export type RowCount = { rows: number };

/**
 * The entries of an archive of issuers, in the order of their paths; the last one is the manifest, which `onManifest`
 * also receives. `client` must be inside one snapshot and is used until the end. One chunk in memory at a time; each
 * entry must be read to its end before the next is taken.
 */
export async function* archiveEntries(
  client: ClientBase,
  options: ExportOptions,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<ZipEntry> {
  const { variant, createdAt, asOf } = options;
  const files: ArchiveFile[] = [];
  const notInPackage = new Map<string, string[]>();
  const counted = (path: string, source: Source, rows: RowCount | null): ZipEntry => ({
    name: path,
    data: digested(path, options.through?.(path, source, rows ?? { rows: 0 }) ?? source, rows, files),
    large: true,
  });
  // Read here, so that names in the manifest are of the same snapshot as the rows.
  const issuers = await listIssuers(client, new Set(options.issuers));
  const folders = issuers
    .map((issuer) => ({ issuer, folder: String(issuer.customerId) }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  for (const { issuer, folder } of folders) {
    for (const table of tablesByName) {
      options.onStep?.({ issuer: issuer.name, what: table.title });
      const rows: RowCount = { rows: 0 };
      const text = tableText(client, issuer.id, table, variant, rows);
      yield counted(`${folder}/data/${table.name}.csv`, text, rows);
    }
    if (variant === 'Full') {
      options.onStep?.({ issuer: issuer.name, what: 'Documents' });
      for (const one of await documentsOf(client, issuer.id))
        yield counted(
          `${folder}/documents/${documentName(one)}`,
          documentBytes(client, issuer.id, one.id),
          null,
        );
    }
    const rows: RowCount = { rows: 0 };
    yield counted(`${folder}/ids.csv`, idsText(client, issuer, rows), rows);
    if (asOf === undefined) continue;
    const formOptions = { variant, asOf, createdAt };
    const limits = await packageLimits(client, issuer.id, variant);
    notInPackage.set(folder, limits.listed);
    options.onStep?.({ issuer: issuer.name, what: 'Open Cap Table package' });
    if (limits.isPossible)
      yield counted(`${folder}/ocf/${folder}.ocf.zip`, packageFile(client, issuer, formOptions), null);
    options.onStep?.({ issuer: issuer.name, what: 'Workbook' });
    yield counted(`${folder}/workbook/register.xlsx`, workbookFile(client, issuer, formOptions), null);
  }
  yield counted('data-dictionary.csv', [dictionaryText()], null);
  const manifest: Manifest = {
    format: 'sharebook-register',
    version: 2,
    schema: await schemaOf(client),
    variant,
    createdAt,
    issuers: folders.map(({ issuer, folder }) => ({
      customerIssuerId: issuer.customerId,
      name: issuer.name,
      folder,
      dataDigest: dataDigest(folder, files),
      notInPackage: notInPackage.get(folder) ?? [],
    })),
    files,
  };
  yield { name: manifestName, data: Buffer.from(writeManifest(manifest)) };
  onManifest(manifest);
}

const tablesByName = [...exportedTables].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Files of issuers that an archive has besides its dictionary and manifest. */
export async function countFiles(client: ClientBase, issuerIds: readonly bigint[], variant: Variant) {
  let documents = 0;
  if (variant === 'Full') for (const id of issuerIds) documents += (await documentsOf(client, id)).length;
  // Besides tables and documents: ids, package, workbook.
  const othersOfIssuer = 3;
  return issuerIds.length * (exportedTables.length + othersOfIssuer) + documents;
}

/**
 * Names the state of an issuer's books: equal as long as nothing that is exported has changed. Every change of books
 * raises the version; every change of an item adds a step.
 */
export async function stampOf(client: ClientBase, issuerId: bigint): Promise<string> {
  const { rows } = await client.query<{ version: bigint; steps: bigint }>(
    'select version, (select count(*) from item_step where issuer_id = $1) as steps from issuer where id = $1',
    [issuerId],
  );
  return `${await schemaOf(client)} ${rows[0]!.version} ${rows[0]!.steps}`;
}

/** Newest migration of the database. */
async function schemaOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration order by name desc limit 1',
  );
  return rows[0]!.name.replace(/\.sql$/, '');
}

async function* digested(
  path: string,
  source: Source,
  rows: RowCount | null,
  files: ArchiveFile[],
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of source) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  files.push({ path, bytes, rows: rows?.rows ?? null, sha256: hash.digest('hex') });
}

const chunkChars = 65_536;

async function* tableText(
  client: ClientBase,
  issuerId: bigint,
  table: Table,
  variant: Variant,
  count: RowCount,
): AsyncGenerator<string> {
  const { columns } = table;
  let text = `${columns.map(({ name }) => name).join(',')}\n`;
  for await (const row of streamRows<Record<string, unknown>>(client, selectTable(table), [issuerId])) {
    count.rows += 1;
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index]!;
      const value = shownIn(variant, column, row[column.name]);
      text += `${index > 0 ? ',' : ''}${fieldText(column.kind, value)}`;
    }
    text += '\n';
    if (text.length < chunkChars) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** A value as an export of the variant has it. */
function shownIn(variant: Variant, { personal, mayBeNull }: Column, value: unknown): unknown {
  if (variant === 'Full' || personal === null) return value;
  if (variant === 'Plain' || personal === 'secret') return mayBeNull ? null : '';
  return personal === 'taxId' ? maskTaxId(String(value)) : value;
}

/** The ids that this registry gave to the issuer and its holders, with which its interface answers. */
async function* idsText(client: ClientBase, issuer: Issuer, count: RowCount): AsyncGenerator<string> {
  let text = `kind,key,system_id\nissuer,${fieldText('text', issuer.customerId)},${issuer.id}\n`;
  count.rows += 1;
  const rows = streamRows<{ customer_id: string; id: bigint }>(
    client,
    `select customer_id, id from holder where id in (${holdersOfIssuer}) order by customer_id`,
    [issuer.id],
  );
  for await (const { customer_id, id } of rows) {
    count.rows += 1;
    text += `holder,${fieldText('text', customer_id)},${id}\n`;
    if (text.length < chunkChars) continue;
    yield text;
    text = '';
  }
  yield text;
}

type Document = { sha256: string; media_type: string; id: bigint };

/** One of the files with the same bytes; removed ones have none. */
async function documentsOf(client: ClientBase, issuerId: bigint): Promise<Document[]> {
  const { rows } = await client.query<Document>(
    `select sha256, min(media_type) as media_type, min(id) as id from item_file
      where issuer_id = $1 and content is not null group by sha256 order by sha256`,
    [issuerId],
  );
  return rows;
}

async function* documentBytes(client: ClientBase, issuerId: bigint, id: bigint): AsyncGenerator<Uint8Array> {
  const { rows } = await client.query<{ content: Buffer }>(
    'select content from item_file where issuer_id = $1 and id = $2',
    [issuerId, id],
  );
  yield rows[0]!.content;
}

/** Named by its digest, so that equal documents are one file. */
const documentName = ({ sha256, media_type }: Document) =>
  `${sha256}.${isMediaType(media_type) ? mediaTypes[media_type] : 'bin'}`;
