// Merges later versions of items into the rows of the work queue.

import { type ItemRow, itemKey } from './item-row.ts';

/** Rows with later versions from `changes`; changed items that the rows lack are added when `wanted`. */
export function mergeRows(
  rows: readonly ItemRow[],
  changes: ReadonlyMap<string, ItemRow>,
  wanted: (row: ItemRow) => boolean,
): readonly ItemRow[] {
  if (changes.size === 0) return rows;
  const known = new Set<string>();
  const merged = rows.map((row) => {
    const key = itemKey(row);
    known.add(key);
    const later = changes.get(key);
    return later && later.version > row.version ? later : row;
  });
  for (const [key, row] of changes) if (!known.has(key)) merged.push(row);
  return merged.filter(wanted);
}

/** The newest version of the item in the panel, also after a step has removed it from the rows. */
export function newestVersion(
  current: ItemRow,
  rows: readonly ItemRow[],
  changes: ReadonlyMap<string, ItemRow>,
): ItemRow {
  const key = itemKey(current);
  const later = changes.get(key);
  const listed = rows.find((row) => itemKey(row) === key) ?? current;
  return later && later.version > listed.version ? later : listed;
}
