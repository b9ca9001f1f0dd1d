// The steps of an item: operation, key, label, the stages that allow it, and the row that is current afterwards.

import { type ItemRow, itemKey } from '../item-row.ts';
import { openStages, type Stage } from '../item-stages.ts';

export type StepName =
  | 'submit'
  | 'approve'
  | 'post'
  | 'hold'
  | 'return'
  | 'take'
  | 'assign'
  | 'release'
  | 'reject'
  | 'cancel';

type StepFacts = {
  operation: `${'Submit' | 'Approve' | 'Post' | 'Hold' | 'Return' | 'Assign' | 'Reject' | 'Cancel'}Items`;
  key: string;
  label: string;
  /** 'approved': after a number of items. */
  done: string;
  from: readonly Stage[];
};

const all = openStages;
/** The steps, their keys and the stages that allow them. T, G, / and ? belong to the frame, J and K to lists. */
export const steps: Readonly<Record<StepName, StepFacts>> = {
  submit: { operation: 'SubmitItems', key: 's', label: 'Submit', done: 'submitted', from: ['Entered'] },
  approve: {
    operation: 'ApproveItems',
    key: 'a',
    label: 'Approve',
    done: 'approved',
    from: ['AwaitingApproval'],
  },
  post: { operation: 'PostItems', key: 'p', label: 'Post', done: 'posted', from: ['Ready'] },
  hold: {
    operation: 'HoldItems',
    key: 'h',
    label: 'Hold',
    done: 'held',
    from: ['Entered', 'AwaitingApproval', 'Ready'],
  },
  return: {
    operation: 'ReturnItems',
    key: 'u',
    label: 'Return to entry',
    done: 'returned to entry',
    from: ['Held', 'AwaitingApproval', 'Ready'],
  },
  take: { operation: 'AssignItems', key: 'm', label: 'Assign to me', done: 'assigned to you', from: all },
  assign: { operation: 'AssignItems', key: 'i', label: 'Assign', done: 'assigned', from: all },
  release: { operation: 'AssignItems', key: 'l', label: 'Unassign', done: 'unassigned', from: all },
  reject: { operation: 'RejectItems', key: 'r', label: 'Reject', done: 'rejected', from: all },
  cancel: { operation: 'CancelItems', key: 'c', label: 'Cancel', done: 'canceled', from: all },
};
export const stepNames = Object.keys(steps) as StepName[];

export const maySteps = (stage: Stage): StepName[] =>
  stepNames.filter((name) => steps[name].from.includes(stage));

export type StepTarget = {
  name: StepName;
  items: readonly ItemRow[];
  /** Selected items whose stage does not allow the step. */
  leftOut: number;
};

/** Steps after which the work on an item is over for now: the next item becomes the current one. */
const finishing: readonly StepName[] = ['submit', 'approve', 'post', 'hold', 'reject', 'cancel'];

/**
 * The row that is current after a step: the first one from `place` on that was not done, else the last one before
 * it; `current` itself when it was not done or the step leaves work on it.
 */
export function nextRow(
  rows: readonly ItemRow[],
  index: number,
  current: string | null,
  { name, done }: { name: StepName; done: ReadonlySet<string> },
): ItemRow | null {
  const isLeft = (row: ItemRow) => !done.has(itemKey(row));
  if (current === null || !done.has(current) || !finishing.includes(name)) return null;
  return rows.slice(index).find(isLeft) ?? rows.slice(0, index).findLast(isLeft) ?? null;
}
