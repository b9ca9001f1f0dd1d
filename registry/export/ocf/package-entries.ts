// Files of an Open Cap Table package of an issuer.

import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Variant } from '#lib/contract/agent/register-export';
import { writeJson } from '#lib/contract/wire/json';
import type { ZipEntry } from '#lib/sheet/zip-stream';
import { type FileList, fileLists, writtenVersion } from '#registry/import/ocf/definitions';
import { ownComment } from '#registry/import/ocf/own-comment';
import { withoutPlace } from './not-in-package.ts';
import {
  adjustments,
  type Formation,
  issuerObject,
  legends,
  type OcfObject,
  stakeholders,
  stockClasses,
  stockPlans,
} from './objects.ts';
import { transactions } from './transactions.ts';

export type PackageOptions = {
  issuerId: bigint;
  /** Masked: stakeholders have no tax ids. Plain: they are named by their account number. */
  variant: Variant;
  asOf: string;
  generatedAt: string;
  formation: Formation;
};

export type PackageSummary = {
  issuer: string;
  /** Objects by file. */
  files: Record<string, number>;
  /** What has no place in the format, a line each. */
  listed: string[];
};

/** Objects in one file of transactions: readers keep a file in memory. */
const objectsOfFile = 50_000;

/**
 * The entries of an Open Cap Table package of an issuer; the manifest is the last one, because it has the digests of
 * the others. `client` must be inside one snapshot. Each entry must be read to its end before the next is taken.
 */
export async function* packageEntries(
  client: ClientBase,
  options: PackageOptions,
  onEnd: (summary: PackageSummary) => void,
): AsyncGenerator<ZipEntry> {
  const { issuerId, variant } = options;
  const listed: string[] = [];
  const { issuer, customerId, agent } = await issuerObject(client, issuerId, options.formation, listed);
  const written: Partial<Record<FileList, { filepath: string; md5: string }[]>> = {};
  const files: Record<string, number> = {};
  const entry = (list: FileList, name: string, objects: AsyncIterable<OcfObject>): ZipEntry => ({
    name,
    large: true,
    data: fileText(list, objects, (md5, count) => {
      written[list] = [...(written[list] ?? []), { filepath: `./${name}`, md5 }];
      files[name] = count;
    }),
  });
  yield entry('stakeholders_files', 'Stakeholders.ocf.json', stakeholders(client, issuerId, variant));
  yield entry('stock_classes_files', 'StockClasses.ocf.json', stockClasses(client, issuerId));
  yield entry('stock_legend_templates_files', 'StockLegends.ocf.json', legends(client, issuerId));
  yield entry('stock_plans_files', 'StockPlans.ocf.json', stockPlans(client, issuerId));
  const all = inTurn(adjustments(client, issuerId), transactions(client, issuerId));
  let next = await all.next();
  async function* part() {
    for (let count = 0; !next.done && count < objectsOfFile; count += 1) {
      yield next.value;
      next = await all.next();
    }
  }
  for (let number = 1; number === 1 || !next.done; number += 1)
    yield entry('transactions_files', `Transactions${number === 1 ? '' : `-${number}`}.ocf.json`, part());
  listed.push(...(await withoutPlace(client, issuerId, variant)));
  const lists = Object.keys(fileLists).filter(
    (list) => list !== 'financings_files' && list !== 'documents_files',
  ) as FileList[];
  const manifest = {
    file_type: 'OCF_MANIFEST_FILE',
    ocf_version: writtenVersion,
    issuer,
    as_of: options.asOf,
    generated_at: options.generatedAt,
    ...Object.fromEntries(lists.map((list) => [list, written[list] ?? []])),
    ...ownComment({
      customer_id: customerId,
      certified_by: agent,
      withheld: variant === 'Plain' ? true : undefined,
      masked: variant === 'Masked' ? true : undefined,
    }),
  };
  yield { name: 'Manifest.ocf.json', data: Buffer.from(`${writeJson(manifest)}\n`) };
  onEnd({ issuer: String(issuer.legal_name), files, listed });
}

async function* inTurn<Value>(...sources: AsyncIterable<Value>[]): AsyncGenerator<Value, undefined> {
  for (const source of sources) yield* source;
}

async function* fileText(
  list: FileList,
  objects: AsyncIterable<OcfObject>,
  onEnd: (md5: string, count: number) => void,
): AsyncGenerator<Uint8Array> {
  // The format prescribes MD5: it detects damage, but no deliberate change.
  const hash = createHash('md5');
  const bytes = (text: string) => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    return chunk;
  };
  yield bytes(`{"file_type":"${fileLists[list][0]}","items":[\n`);
  let count = 0;
  for await (const one of objects) {
    yield bytes(`${count > 0 ? ',\n' : ''}${writeJson(one)}`);
    count += 1;
  }
  yield bytes('\n]}\n');
  onEnd(hash.digest('hex'), count);
}
