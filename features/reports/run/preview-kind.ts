import { cellsLimits } from '#lib/sheet/read/cells-digest';

/** A PDF larger than this is not loaded for a preview. */
const pdfMax = 32 * 1024 ** 2;

export type PreviewKind = 'pdf' | 'workbook' | 'csv';

/** How a file can be shown on its page; null where it cannot: other types, and files that are too large. */
export function previewKindOf(fileName: string | null, bytes: number): PreviewKind | null {
  const kind = ({ pdf: 'pdf', xlsx: 'workbook', csv: 'csv' } as const)[
    fileName?.slice(fileName.lastIndexOf('.') + 1).toLowerCase() ?? ''
  ];
  if (!kind || bytes > previewBytesMax(kind)) return null;
  return kind;
}

export const previewBytesMax = (kind: PreviewKind): number => (kind === 'pdf' ? pdfMax : cellsLimits.fileMax);
