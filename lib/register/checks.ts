import { formatShares } from '../format/shares.ts';

export type Verdict = 'holds' | 'differs' | 'cannot be checked';

/** One comparison of figures that must agree: subject, both sides and result. */
export type Check = {
  id: string;
  sentence: string;
  left: string;
  right: string;
  verdict: Verdict;
  reason?: string;
};

const shown = (value: bigint | null) => (value === null ? 'missing' : formatShares(value));

/** Two figures that must be exactly equal. */
export function mustEqual(id: string, sentence: string, left: bigint | null, right: bigint | null): Check {
  const known = left !== null && right !== null;
  return {
    id,
    sentence,
    left: shown(left),
    right: shown(right),
    verdict: !known ? 'cannot be checked' : left === right ? 'holds' : 'differs',
    reason: !known
      ? 'The registry did not send one of the figures.'
      : left === right
        ? undefined
        : `Difference ${formatShares(left - right)}.`,
  };
}

/** A figure that must not exceed another. With `limit` 'unlimited' it always matches. */
export function mustFit(
  id: string,
  sentence: string,
  left: bigint | null,
  limit: bigint | null | 'unlimited',
): Check {
  if (limit === 'unlimited') return { id, sentence, left: shown(left), right: 'Unlimited', verdict: 'holds' };
  const known = left !== null && limit !== null;
  return {
    id,
    sentence,
    left: shown(left),
    right: shown(limit),
    verdict: !known ? 'cannot be checked' : left <= limit ? 'holds' : 'differs',
    reason: !known
      ? 'The registry did not send one of the figures.'
      : left <= limit
        ? undefined
        : `Over by ${formatShares(left - limit)}.`,
  };
}

/** The worst result of several: any difference first, then any comparison with missing data. */
export function worst(checks: readonly Check[]): Verdict {
  if (checks.some((check) => check.verdict === 'differs')) return 'differs';
  return checks.some((check) => check.verdict === 'cannot be checked') ? 'cannot be checked' : 'holds';
}
