// Sorts issuers by the verdicts on their books, out of proof first.

import type { Part } from '#components/data/queries/use-each-issuer';
import type { Verdict } from '#lib/proof/verdict';

const rank = { 'out of proof': 0, 'not provable': 1, 'in proof': 2 } as const;
type Ranked = Pick<Part<Verdict>, 'data' | 'state'>;

const rankOf = ({ data, state }: Ranked) => (data ? rank[data.kind] : state === 'failed' ? -1 : 3);
const sharesOf = ({ data }: Ranked) => data?.classes[0]?.shares ?? 0n;

/** Failed reads first, then out of proof by the most shares, not provable, in proof; those still loading last. */
export const worstFirst = <T extends Ranked>(parts: readonly T[]): T[] =>
  [...parts].sort((a, b) => {
    const [one, other] = [sharesOf(a), sharesOf(b)];
    return rankOf(a) - rankOf(b) || (one === other ? 0 : one > other ? -1 : 1);
  });
