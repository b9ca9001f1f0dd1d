// Type of a check of two figures, and the kinds of checks.

import { formatShares } from '../format/shares.ts';

export type CheckResult = 'holds' | 'differs' | 'cannot be checked';

/** One comparison of figures that must agree: subject, both sides and result. */
export type Check = {
  id: string;
  text: string;
  left: string;
  right: string;
  result: CheckResult;
  reason?: string;
  /** The figure only has to stay within the other: it then does not match, but is within a limit. */
  isLimit?: true;
  /** Of how figures are rounded or written, not of shares: it takes no part in a verdict on the books. */
  isOfText?: true;
};

const shown = (value: bigint | null) => (value === null ? 'missing' : formatShares(value));

/** Two figures that must be exactly equal. */
export function mustEqual(id: string, text: string, left: bigint | null, right: bigint | null): Check {
  const known = left !== null && right !== null;
  return {
    id,
    text,
    left: shown(left),
    right: shown(right),
    result: !known ? 'cannot be checked' : left === right ? 'holds' : 'differs',
    reason: !known
      ? 'The registry did not send one of the figures.'
      : left === right
        ? undefined
        : `Difference ${formatShares(left - right)}.`,
  };
}

/**
 * A figure that must not exceed another: it then does not match the other, but is within it. With `limit` 'unlimited'
 * it always is.
 */
export function mustStayWithin(
  id: string,
  text: string,
  left: bigint | null,
  limit: bigint | null | 'unlimited',
): Check {
  const both = { id, text, left: shown(left), isLimit: true as const };
  if (limit === 'unlimited') return { ...both, right: 'Unlimited', result: 'holds' };
  const known = left !== null && limit !== null;
  return {
    ...both,
    right: shown(limit),
    result: !known ? 'cannot be checked' : left <= limit ? 'holds' : 'differs',
    reason: !known
      ? 'The registry did not send one of the figures.'
      : left <= limit
        ? undefined
        : `Over by ${formatShares(left - limit)}.`,
  };
}

/** The worst result of several: any difference first, then any comparison with missing data. */
export function worst(checks: readonly Check[]): CheckResult {
  if (checks.some((check) => check.result === 'differs')) return 'differs';
  return checks.some((check) => check.result === 'cannot be checked') ? 'cannot be checked' : 'holds';
}
