import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { openBlobZip } from '#lib/sheet/read/blob-zip';
import { cellsLimits, hashCells } from '#lib/sheet/read/cells-digest';
import { Refusal } from '#lib/sheet/read/refusal';
import { isZip } from './archive-files.ts';

/** What is known of the cells of a file: their digest, or why there is none. */
export type Cells = { kind: 'digest'; sha256: string } | { kind: 'no workbook' | 'too large' };

/** Reads the cells of a workbook on the device. Throws AbortError, and what the browser throws for an unreadable file. */
export async function cellsOf(file: Blob, signal: AbortSignal): Promise<Cells> {
  if (!(await isZip(file))) return { kind: 'no workbook' };
  if (file.size > cellsLimits.fileMax) return { kind: 'too large' };
  const hash = sha256.create();
  try {
    const isWorkbook = await hashCells(await openBlobZip(file, cellsLimits), hash, signal);
    return isWorkbook ? { kind: 'digest', sha256: bytesToHex(hash.digest()) } : { kind: 'no workbook' };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'no workbook' };
    throw error;
  }
}
