// Decides whether an item is routine, on which its turnaround time depends.

import type { ItemContent } from '#lib/contract/agent/content';
import type { RejectionReason } from '#lib/contract/agent/values';
import { businessDaysBetween } from '#lib/format/business-days';
import type { CalendarDate } from '#lib/format/dates';
import type { Obstacle } from '../obstacle.ts';
import { caseRuleOf, changesHolder, type NonRoutineReason, nonRoutineReasons, ruleOf } from './cases.ts';
import { holds } from './conditions.ts';
import type { Papers } from './facts.ts';

/** Facts of the class that make an item not routine. */
export type ClassFacts = {
  /** Day on which a warrant or convertible lapses. */
  lapsesOn: CalendarDate | null;
  /** Day of the latest public offering. */
  offeredOn: CalendarDate | null;
};

const lapseDays = 5;
const offeringDays = 15;

export type Routine = {
  isRoutine: boolean;
  /** Empty when it is routine. */
  reason: string;
  /** The numbers of the rules that make it not routine; empty also where a person decided. */
  numbers: readonly NonRoutineReason[];
};

/** A rejection for one of these asks for nothing more, so the item stays routine. */
const stillRoutine: ReadonlySet<RejectionReason> = new Set([
  'D01',
  'D02',
  'D08',
  'D09',
  'D10',
  'D11',
  'O08',
  'O10',
  'O15',
  'O16',
]);

/** Whether an item that is rejected for a reason counts as routine, if it was routine before. */
export function staysRoutine(reason: RejectionReason): boolean {
  return stillRoutine.has(reason);
}

/**
 * Whether an item is routine: what a person decided, else by its case, its obstacles and its class. Obstacles are
 * all of the item, also those of the books.
 */
export function routineOf(
  papers: Papers,
  obstacles: readonly Obstacle[],
  classFacts: ClassFacts = { lapsesOn: null, offeredOn: null },
): Routine {
  const { content } = papers;
  if (content.routine) {
    const { isRoutine, reason } = content.routine;
    return { isRoutine, reason: isRoutine ? '' : reason, numbers: [] };
  }
  if (!isCounted(content)) {
    return { isRoutine: false, reason: 'The turnaround rule does not count it.', numbers: [] };
  }
  const found = [ofCase(papers), ofObstacles(papers, obstacles), ofClass(papers, classFacts)].flat();
  const numbers = [...new Set(found)].sort((a, b) => a - b);
  return {
    isRoutine: numbers.length === 0,
    reason: numbers.map((number) => nonRoutineReasons[number]).join(' '),
    numbers,
  };
}

/** Presented to the agent, and of a kind that the rule knows. */
function isCounted(content: ItemContent): boolean {
  if (content.kind === 'Transfer') return caseRuleOf(content)?.isPresented ?? true;
  return ruleOf(content)?.isPresented ?? false;
}

function ofCase(papers: Papers): NonRoutineReason[] {
  const rule = caseRuleOf(papers.content);
  const exception = rule?.exceptions?.find(({ when }) => holds(when, papers));
  const number = exception ? exception.notRoutine : ruleOf(papers.content)?.notRoutine;
  return number ? [number] : [];
}

function ofObstacles({ content, facts }: Papers, obstacles: readonly Obstacle[]): NonRoutineReason[] {
  const found: NonRoutineReason[] = [];
  const rule = caseRuleOf(content);
  const movesRestricted =
    rule !== null && changesHolder(rule) && facts.restrictions.some((code) => code !== 'N');
  // A stop or restriction has to be looked into, also where its obstacle is cleared.
  if (movesRestricted || obstacles.some(({ code }) => code === 'stopped' || code === 'restrictedMove')) {
    found.push(2);
  }
  for (const { effect, isCleared, rejectionReasons } of obstacles) {
    if (isCleared || effect === 'Warns' || rejectionReasons.every(staysRoutine)) continue;
    found.push(rejectionReasons.includes('O07') ? 1 : 3);
  }
  return found;
}

function ofClass({ facts }: Papers, { lapsesOn, offeredOn }: ClassFacts): NonRoutineReason[] {
  const { receivedDate, calendar } = facts;
  const found: NonRoutineReason[] = [];
  if (
    lapsesOn &&
    lapsesOn >= receivedDate &&
    businessDaysBetween(receivedDate, lapsesOn, calendar) <= lapseDays
  ) {
    found.push(6);
  }
  if (
    offeredOn &&
    offeredOn <= receivedDate &&
    businessDaysBetween(offeredOn, receivedDate, calendar) <= offeringDays
  ) {
    found.push(8);
  }
  return found;
}
