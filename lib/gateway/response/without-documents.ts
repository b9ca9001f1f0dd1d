import 'server-only';

type Change = { field?: unknown } | null;
type Item = { files?: unknown; content?: unknown; history?: unknown; approvals?: unknown };

const listOf = (value: unknown) => (Array.isArray(value) ? value : []) as Record<string, unknown>[];
const isHidden = (change: Change) => change?.field === 'files' || change?.field === 'documents';

/** An item without its documents: no files, no list of them, no changes of either. In place. */
export function withoutDocuments(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const item = value as Item;
  item.files = [];
  if (typeof item.content === 'object' && item.content !== null)
    (item.content as Record<string, unknown>).documents = [];
  for (const [list, field] of [
    [item.history, 'changes'],
    [item.approvals, 'voidBecause'],
  ] as const)
    for (const one of listOf(list))
      if (Array.isArray(one?.[field])) one[field] = one[field].filter((change: Change) => !isHidden(change));
  return item;
}
