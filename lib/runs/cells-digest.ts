import { createHash } from 'node:crypto';
import { cellsLimits, hashCells } from '#lib/sheet/read/cells-digest';
import { defaultLimits, openZip } from '#lib/sheet/read/zip-reader';

const limits = {
  ...defaultLimits,
  fileMax: cellsLimits.fileMax,
  entryMax: cellsLimits.totalMax,
  totalMax: cellsLimits.totalMax,
};

/** The digest of the cells of a saved workbook; null for any other file, one that is too large, and one that is gone. */
export async function cellsDigestOf(path: string, bytes: number): Promise<string | null> {
  if (bytes > cellsLimits.fileMax) return null;
  const zip = await openZip(path, limits).catch(() => null);
  if (!zip) return null;
  try {
    const hash = createHash('sha256');
    return (await hashCells(zip, hash)) ? hash.digest('hex') : null;
  } catch {
    // A workbook that cannot be read is recognized by its bytes alone.
    return null;
  } finally {
    await zip.close();
  }
}
