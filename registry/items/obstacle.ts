import type { ItemContent } from '#lib/contract/agent/content';
import type { RejectionReason } from '#lib/contract/agent/values';

/** What stands against an item; see the contract for what each effect means. */
export type Obstacle = {
  code: string;
  effect: 'Refuses' | 'Holds' | 'Warns';
  /** Path of the field in the content; '' for the item as a whole. */
  field: string;
  message: string;
  rejectionReasons: RejectionReason[];
  isCleared: boolean;
  /** Whether a reason among the clearances of the content clears it. */
  byReason: boolean;
};

type Reasons = readonly RejectionReason[];

const plain = (code: string, field: string, message: string, reasons: Reasons) => ({
  code,
  field,
  message,
  rejectionReasons: [...reasons],
  isCleared: false,
  byReason: false,
});

export function refuses(code: string, field: string, message: string, reasons: Reasons = []): Obstacle {
  return { ...plain(code, field, message, reasons), effect: 'Refuses' };
}

/** An obstacle that holds until it is cleared; `isCleared` says whether something has cleared it. */
export function holds(
  code: string,
  field: string,
  message: string,
  reasons: Reasons = [],
  isCleared = false,
): Obstacle {
  return { ...plain(code, field, message, reasons), effect: 'Holds', isCleared };
}

export function warns(code: string, field: string, message: string): Obstacle {
  return { ...plain(code, field, message, []), effect: 'Warns' };
}

/** The same obstacle, which a reason in the content clears as well. */
export function orByReason(content: ItemContent, obstacle: Obstacle): Obstacle {
  const { code, isCleared } = obstacle;
  return { ...obstacle, byReason: true, isCleared: isCleared || hasReason(content, code) };
}

/** Whether the content gives a reason that clears an obstacle. */
export function hasReason(content: ItemContent, code: string): boolean {
  return content.clearances.some((one) => one.obstacle === code);
}

/** Whether a document of one of these kinds is here, or is waived with a name and a reason. */
export function hasDocument(
  content: ItemContent,
  kinds: readonly ItemContent['documents'][number]['kind'][],
): boolean {
  return content.documents.some(
    ({ kind, state, waivedBy, reason }) =>
      kinds.includes(kind) &&
      (state === 'Original' || state === 'Copy' || (state === 'Waived' && !!waivedBy && !!reason)),
  );
}

/** Obstacles that still refuse or hold. */
export function standing(obstacles: readonly Obstacle[]): Obstacle[] {
  return obstacles.filter((one) => one.effect !== 'Warns' && !one.isCleared);
}

const rank = { Refuses: 0, Holds: 1, Warns: 2 } as const;

/** Codes of what is not cleared, worst first, each once. */
export function obstacleCodes(obstacles: readonly Obstacle[]): string[] {
  const open = obstacles.filter((one) => !one.isCleared);
  const sorted = open.toSorted((a, b) => rank[a.effect] - rank[b.effect]);
  return [...new Set(sorted.map((one) => one.code))];
}
