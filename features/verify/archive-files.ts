// Lists the files inside an archive that the user chose, in the browser.

import { startsAsZip } from '#lib/contract/upload-limits';
import { openBlobZip } from '#lib/sheet/read/blob-zip';
import { Refusal } from '#lib/sheet/read/refusal';

const archiveLimits = { fileMax: 256 * 1024 ** 2, totalMax: 512 * 1024 ** 2 };
/** Files of one archive that are checked: an account has 60 checks in a row, and an unknown workbook takes two. */
const archiveFilesMax = 30;

/** The lists that an archive of reports holds of its own files. They are not reports, so no run is recorded for them. */
const lists: ReadonlySet<string> = new Set(['manifest.json', 'manifest.txt', 'SHA256SUMS']);

export type Archive =
  | { kind: 'too large' }
  | { kind: 'files'; files: readonly File[]; lists: readonly string[]; isWhole: boolean };

/** Whether a file begins as a ZIP archive, which a workbook is too. */
export const isZip = async (file: Blob): Promise<boolean> =>
  startsAsZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()));

/** The files inside an archive; null for a workbook and for what is no readable archive. Throws AbortError. */
export async function filesIn(file: Blob, signal: AbortSignal): Promise<Archive | null> {
  if (!(await isZip(file))) return null;
  if (file.size > archiveLimits.fileMax) return { kind: 'too large' };
  try {
    const { names, read } = await openBlobZip(file, archiveLimits);
    if (names.includes('[Content_Types].xml')) return null;
    const inside = names.filter((name) => !name.endsWith('/') && !lists.has(name));
    const files: File[] = [];
    for (const name of inside.slice(0, archiveFilesMax)) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of read(name)) {
        signal.throwIfAborted();
        parts.push(chunk as Uint8Array<ArrayBuffer>);
      }
      files.push(new File(parts, name));
    }
    const isWhole = files.length === inside.length;
    return { kind: 'files', files, lists: names.filter((name) => lists.has(name)), isWhole };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
