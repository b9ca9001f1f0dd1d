import type { Part } from '#components/data/queries/use-each-issuer';
import { type Verdict, worst } from '#lib/register/checks';
import { allChecks, byTrouble, type ProofGroup } from './proofs.ts';

export type ProofPart = Part<ProofGroup[]>;

/** The worst result of an issuer; null while nothing is loaded. */
export const verdictOf = ({ data }: ProofPart): Verdict | null => (data ? worst(allChecks(data)) : null);

/** Number of issuers per result, and the number of comparisons. */
export function provenCounts(parts: readonly ProofPart[]) {
  const verdicts = parts.map(verdictOf);
  const checks = parts.flatMap(({ data }) => (data ? allChecks(data) : []));
  return {
    agreeing: verdicts.filter((one) => one === 'holds').length,
    differing: verdicts.filter((one) => one === 'differs').length,
    unknown: verdicts.filter((one) => one === 'cannot be checked').length,
    checks: checks.length,
    holding: checks.filter(({ verdict }) => verdict === 'holds').length,
  };
}

/** Failed first, then by differences; those still loading last, in list order. */
export function worstFirst(parts: readonly ProofPart[]): ProofPart[] {
  const rank = (part: ProofPart) => (part.data ? 1 : part.state === 'failed' ? 0 : 2);
  return [...parts].sort((a, b) => rank(a) - rank(b) || (a.data && b.data ? byTrouble(a.data, b.data) : 0));
}
