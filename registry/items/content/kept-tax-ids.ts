// Fills in the tax ids of a content that stay as they are on file.

import type { ItemContent } from '#lib/contract/agent/content';

type Line = ItemContent['lines'][number];
type Side = 'primaryTaxId' | 'secondaryTaxId';

const linePath = /^lines\[(\d{1,3})\]\.shareholder\.(primaryTaxId|secondaryTaxId)$/;

/** The registration on file of the same account. */
const onFile = (stored: ItemContent, line: Line | undefined) =>
  stored.lines.find(
    ({ shareholder }) =>
      shareholder && shareholder.customerShareholderId === line?.shareholder?.customerShareholderId,
  )?.shareholder;

/**
 * The content with the tax IDs that stay as they are on file, by their paths; and the paths where none is on file.
 */
export function withKeptTaxIds(
  content: ItemContent,
  stored: ItemContent,
  paths: readonly string[],
): { content: ItemContent; missing: string[] } {
  const missing: string[] = [];
  let { depository, search, lines } = content;
  for (const path of paths) {
    const [, index, side] = linePath.exec(path) ?? [];
    const at = Number(index);
    const kept = side && onFile(stored, lines[at])?.[side as Side];
    if (side && kept)
      lines = lines.map((line, place) =>
        place === at && line.shareholder
          ? { ...line, shareholder: { ...line.shareholder, [side]: kept } }
          : line,
      );
    else if (path === 'depository.taxId' && depository && stored.depository?.taxId)
      depository = { ...depository, taxId: stored.depository.taxId };
    else if (path === 'search.terms' && search && stored.search)
      search = { ...search, terms: stored.search.terms };
    else missing.push(path);
  }
  return { content: { ...content, depository, search, lines }, missing };
}
