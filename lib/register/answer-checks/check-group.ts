import type { Check } from '../checks.ts';

/** Comparisons of one kind, with the operations they use. */
export type CheckGroup = { id: string; title: string; inputs: string; checks: readonly Check[] };

export const allChecks = (groups: readonly CheckGroup[]): readonly Check[] =>
  groups.flatMap(({ checks }) => checks);
