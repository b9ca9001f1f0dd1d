// A position of the depository with its match, as responses have it.

import type { ExactResponseFor } from '#lib/contract/index';
import type { PositionFacts } from '#lib/proof/depository/facts';

type Shown = ExactResponseFor<'ExplainPositionBreak'>;

/** A position of the depository with its match, as responses have it. */
export function shownPosition(facts: PositionFacts): Shown {
  const { className, classId, items, explanation, ...rest } = facts;
  return {
    security: className,
    securityTypeId: classId,
    ...rest,
    items: items.map((item) => ({ ...item })),
    explanation: explanation && { ...explanation, transactions: [...explanation.transactions] },
  };
}
