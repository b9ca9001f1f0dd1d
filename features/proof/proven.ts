import type { Part } from '#components/data/queries/use-each-issuer';
import { type CheckResult, worst } from '#lib/register/checks';
import { allChecks, bySeverity, type ProofGroup } from './proofs.ts';

export type ProofPart = Part<ProofGroup[]>;

/** The worst result of an issuer; null while nothing is loaded. */
export const resultOf = ({ data }: ProofPart): CheckResult | null => (data ? worst(allChecks(data)) : null);

/** Number of issuers per result, and the number of comparisons. */
export function provenCounts(parts: readonly ProofPart[]) {
  const results = parts.map(resultOf);
  const checks = parts.flatMap(({ data }) => (data ? allChecks(data) : []));
  return {
    agreeing: results.filter((one) => one === 'holds').length,
    differing: results.filter((one) => one === 'differs').length,
    unknown: results.filter((one) => one === 'cannot be checked').length,
    checks: checks.length,
    holding: checks.filter(({ result }) => result === 'holds').length,
  };
}

/** Failed first, then by differences; those still loading last, in list order. */
export function worstFirst(parts: readonly ProofPart[]): ProofPart[] {
  const rank = (part: ProofPart) => (part.data ? 1 : part.state === 'failed' ? 0 : 2);
  return [...parts].sort((a, b) => rank(a) - rank(b) || (a.data && b.data ? bySeverity(a.data, b.data) : 0));
}
