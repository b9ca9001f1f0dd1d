/** Which items a second user has to approve: none, all, or those of more shares than a limit. */
export type ApprovalRule = 'none' | 'all' | { above: bigint };

/** Settings of the agent's work. */
export type WorkSettings = {
  approval: ApprovalRule;
  /** The hour until which items are posted, HH:MM in the registry's zone. */
  cutoff: string;
};

/** The rule as REGISTRY_APPROVAL writes it: none, all or above:N. Undefined for any other text. */
export function readApprovalRule(text: string): ApprovalRule | undefined {
  if (text === 'none' || text === 'all') return text;
  const above = /^above:(\d{1,18})$/.exec(text)?.[1];
  return above === undefined ? undefined : { above: BigInt(above) };
}

export function approvalText(rule: ApprovalRule): string {
  return typeof rule === 'string' ? rule : `above:${rule.above}`;
}

/** Whether an item of so many shares needs approval. An item without shares needs it only where all do. */
export function needsApproval(rule: ApprovalRule, shares: bigint | null): boolean {
  if (typeof rule === 'string') return rule === 'all';
  return shares !== null && shares > rule.above;
}
