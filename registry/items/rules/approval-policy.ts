import type { CaseCode, ItemKind } from '#lib/contract/agent/values';
import { type BusinessCalendar, businessDaysBetween } from '#lib/format/business-days';
import type { CalendarDate } from '#lib/format/dates';

/** Which items need a second person: none, all, or those that move more than a number of shares. */
export type ApprovalThreshold = 'none' | 'all' | { above: bigint };

export type ApprovalSettings = {
  threshold: ApprovalThreshold;
  /** Kinds and cases that always need one, such as LegendRemoval, Lost, Escheat, Repurchase or StopRelease. */
  always: ReadonlySet<ItemKind | CaseCode>;
};

export const approvalDefaults: ApprovalSettings = { threshold: 'none', always: new Set() };

/**
 * Whether an item needs approval. `shares`: those of its lines without the balance, retired or issued; null for
 * a kind without shares. Exactly the threshold needs none.
 */
export function needsApproval(
  item: { kind: ItemKind; caseCode?: CaseCode | null | undefined; shares: bigint | null },
  { threshold, always }: ApprovalSettings,
): boolean {
  if (always.has(item.kind) || (item.caseCode && always.has(item.caseCode))) return true;
  if (typeof threshold === 'string') return threshold === 'all';
  return item.shares !== null && item.shares > threshold.above;
}

/**
 * Whether a user may approve: not who entered the item, nor who changed its content since the last approval. The
 * letter case of an e-mail does not count.
 */
export function mayApprove(
  email: string,
  item: { enteredBy: string; contentBy: readonly string[] },
): boolean {
  return ![item.enteredBy, ...item.contentBy].some((other) => isSameUser(other, email));
}

/** Whether a user who may clear sanctions holds may clear that of an item: neither enterer, editor nor approver. */
export function mayClearSanctions(
  email: string,
  item: { enteredBy: string; contentBy: readonly string[]; approvedBy: readonly string[] },
): boolean {
  return mayApprove(email, item) && !item.approvedBy.some((other) => isSameUser(other, email));
}

/** Business days for which an approval counts. */
const approvalDaysMax = 5;

export function isApprovalExpired(
  approvedOn: CalendarDate,
  today: CalendarDate,
  calendar: BusinessCalendar,
): boolean {
  return businessDaysBetween(approvedOn, today, calendar) > approvalDaysMax;
}

function isSameUser(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
