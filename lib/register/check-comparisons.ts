// Turns checks of the interface's answers into comparisons of a verdict.

import type { Comparison } from '../proof/comparison.ts';
import type { Check } from './checks.ts';

const results = { holds: 'equal', differs: 'differs', 'cannot be checked': 'not read' } as const;

/** Comparisons of answers of the interface, for a verdict of proof beside those of the books; those of texts are left out. */
export const asComparisons = (checks: readonly Check[]): Comparison[] =>
  checks
    .filter(({ isOfText }) => !isOfText)
    .map(({ id, text, result, reason }) => ({
      key: `P11/${id}`,
      id: 'P11',
      className: '',
      text,
      left: { source: 'Registry', value: null },
      right: { source: 'Registry', value: null },
      difference: null,
      result: results[result],
      isOfShares: false,
      cause: [text, result === 'differs' && reason].filter(Boolean).join(': ').replace(/\.$/, ''),
      since: null,
      ...(reason ? { reason } : {}),
    }));
