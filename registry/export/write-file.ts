// Names an export's file, writes it as a ZIP archive, and renames it when it is complete.

import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeZip } from '#lib/sheet/zip';
import type { ZipEntry } from '#lib/sheet/zip-stream';
import type { Issuer } from '#registry/queries/issuers';

export type WrittenFile = { bytes: number; sha256: string };

export type ExportForm = 'Archive' | 'OpenCapTable' | 'Workbook';

const endings: Record<ExportForm, string> = { Archive: 'zip', OpenCapTable: 'ocf.zip', Workbook: 'xlsx' };

/** The name of the file of an export: by issuer, or "register" for several, and day. */
export function exportName(
  issuers: readonly Pick<Issuer, 'customerId'>[],
  day: string,
  form: ExportForm,
): string {
  const name = issuers.length === 1 ? String(issuers[0]!.customerId) : 'register';
  return `sharebook-${name}-${day}.${endings[form]}`;
}

/** Writes entries as a ZIP archive. Equal entries give equal bytes. */
export function writeArchiveFile(
  entries: AsyncIterable<ZipEntry>,
  path: string,
  beforeRename?: () => Promise<void>,
): Promise<WrittenFile> {
  // A constant date: equal registers give equal entries.
  return writeWhole(writeZip(entries, { date: '1980-01-01' }), path, beforeRename);
}

/** Writes under another name, readable by its owner only, and renames when the file is complete and on the disk. */
export async function writeWhole(
  source: AsyncIterable<Uint8Array>,
  path: string,
  beforeRename: () => Promise<void> = async () => {},
): Promise<WrittenFile> {
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const counted = async function* () {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(counted, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
    const file = await open(partial, 'r+');
    await file.sync().finally(() => file.close());
    await beforeRename();
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}
