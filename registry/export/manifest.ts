// Writes the manifest of an archive, and computes the digest of an issuer's data.

import { createHash } from 'node:crypto';
import type { Variant } from '#lib/contract/agent/register-export';
import { writeJson } from '#lib/contract/wire/json';

export type ArchiveFile = {
  path: string;
  bytes: number;
  /** Rows of a table without its header; null for other files. */
  rows: number | null;
  sha256: string;
};

export type ArchivedIssuer = {
  customerIssuerId: bigint;
  name: string;
  folder: string;
  /** SHA-256 over the digests of all files of `data/`: equal for equal registers. */
  dataDigest: string;
  /** What has no place in its Open Cap Table package, a line each; or why it has none. */
  notInPackage: string[];
};

/** The last file of an archive: what is in it. */
export type Manifest = {
  format: 'sharebook-register';
  version: 2;
  /** Newest migration of the database it was read from. */
  schema: string;
  variant: Variant;
  createdAt: string;
  issuers: ArchivedIssuer[];
  files: ArchiveFile[];
};

export const manifestName = 'manifest.json';

export function writeManifest(manifest: Manifest): string {
  return `${writeJson(manifest)}\n`;
}

/** The digest of an issuer's data from the files of its folder: SHA-256 of the lines "digest, two spaces, path". */
export function dataDigest(folder: string, files: readonly ArchiveFile[]): string {
  const start = `${folder}/data/`;
  const lines = files
    .filter(({ path }) => path.startsWith(start))
    .map(({ path, sha256 }) => `${sha256}  ${path.slice(folder.length + 1)}\n`)
    .sort();
  return createHash('sha256').update(lines.join('')).digest('hex');
}
