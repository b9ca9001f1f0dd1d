import type { Check } from '../checks.ts';

/** A kind of comparisons, with the operations they use. */
export type GroupHead = { id: string; title: string; inputs: string };

/** The comparisons of one kind, and when their answers were read: null until they are. */
export type ReadGroup = GroupHead & { read: { checks: readonly Check[]; readAt: string } | null };

/** A line of the answer of /api/answer-checks: all kinds first, then each one as its answers are read. */
export type CheckLine = { groups: GroupHead[] } | { id: string; checks: readonly Check[]; readAt: string };

/** The groups after one more line. Comparisons of an earlier reading stay until new ones replace them. */
export function withLine(groups: readonly ReadGroup[], line: CheckLine): ReadGroup[] {
  if ('groups' in line)
    return line.groups.map((head) => ({
      ...head,
      read: groups.find(({ id }) => id === head.id)?.read ?? null,
    }));
  const { id, ...read } = line;
  return groups.map((group) => (group.id === id ? { ...group, read } : group));
}

export const allChecks = (groups: readonly ReadGroup[]): readonly Check[] =>
  groups.flatMap(({ read }) => read?.checks ?? []);
