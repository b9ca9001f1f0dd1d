import type { ResponseFor } from '#lib/contract/index';
import { businessDaysBetween } from '#lib/format/business-days';
import { formatDate } from '#lib/format/dates';
import type { Tone } from '#lib/format/tone';

export type ItemRow = ResponseFor<'GetItems'>['items'][number];
export type Stage = ItemRow['stage'];

/** Names of the contract's values for screens; the server sends them, so that the page needs no schema. */
export type Words = Readonly<
  Record<
    'kind' | 'caseCode' | 'channel' | 'document' | 'documentState' | 'reason' | 'stop' | 'part',
    Record<string, string>
  >
>;

export const stageText: Readonly<Record<Stage, string>> = {
  Entered: 'Entered',
  Held: 'Held',
  AwaitingApproval: 'Awaiting approval',
  Ready: 'Ready to post',
  Posted: 'Posted',
  Rejected: 'Rejected',
  Canceled: 'Canceled',
};

/** Steps of an item's history. */
export const actionText: Readonly<Record<string, string>> = {
  enter: 'Entered',
  update: 'Changed',
  submit: 'Submitted',
  approve: 'Approved',
  void: 'Approval void',
  post: 'Posted',
  hold: 'Held',
  return: 'Returned to entry',
  reject: 'Rejected',
  cancel: 'Canceled',
  assign: 'Assigned',
  addFile: 'File added',
  removeFile: 'File removed',
  ask: 'Issuer asked',
  reply: 'Written to the issuer',
  message: 'Message of the issuer',
};

export const stageTone: Readonly<Record<Stage, Tone>> = {
  Entered: 'neutral',
  Held: 'warning',
  AwaitingApproval: 'accent',
  Ready: 'positive',
  Posted: 'neutral',
  Rejected: 'danger',
  Canceled: 'neutral',
};

export const openStages: readonly Stage[] = ['Entered', 'AwaitingApproval', 'Ready', 'Held'];
export const endedStages: readonly Stage[] = ['Posted', 'Rejected', 'Canceled'];
export const isOpen = (stage: Stage) => openStages.includes(stage);

export const itemKey = ({ customerIssuerId, itemId }: Pick<ItemRow, 'customerIssuerId' | 'itemId'>) =>
  `${customerIssuerId}-${itemId}`;

export const itemNumber = ({
  displayTransactionId,
  itemId,
}: Pick<ItemRow, 'displayTransactionId' | 'itemId'>) =>
  displayTransactionId === null ? `Item ${itemId}` : String(displayTransactionId);

/** `notOutstanding` as 'Not outstanding': lists give codes only, the panel shows whole sentences. */
export function obstacleTitle(code: string): string {
  const words = code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type DueFacts = Pick<ItemRow, 'dueDate' | 'effectiveDate'>;

/**
 * How an open item stands against its due day. One with a later effective date cannot be posted before it, and is
 * not overdue.
 */
export function dueText({ dueDate, effectiveDate }: DueFacts, today: string): { text: string; tone: Tone } {
  if (effectiveDate !== null && effectiveDate > today)
    return { text: `Effective ${shortDate(effectiveDate)}`, tone: 'neutral' };
  if (dueDate === null) return { text: '–', tone: 'neutral' };
  if (dueDate === today) return { text: 'Due today', tone: 'warning' };
  if (dueDate > today) return { text: `Due ${shortDate(dueDate)}`, tone: 'neutral' };
  const days = businessDaysBetween(dueDate, today);
  // Its day is over, and no business day has passed since: on the weekend after it.
  if (days === 0) return { text: 'Overdue', tone: 'danger' };
  return { text: `Overdue ${days} ${days === 1 ? 'day' : 'days'}`, tone: 'danger' };
}

/** Without the year: 'Nov 27'. */
export const shortDate = (day: string) => formatDate(day).replace(/, \d{4}$/, '');

/** When a held item is looked at again. */
export function nextActionText(nextActionOn: string, today: string): { text: string; tone: Tone } {
  if (nextActionOn > today) return { text: `until ${shortDate(nextActionOn)}`, tone: 'neutral' };
  return {
    text: nextActionOn === today ? 'until today' : `since ${shortDate(nextActionOn)}`,
    tone: 'warning',
  };
}

/** Minutes from an instant until the cut-off on the same day of the registry's zone; negative after it. */
export function minutesToCutoff(nowMs: number, timeZone: string, cutoff: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  return minutes(cutoff) - minutes(clock.format(nowMs));
}

export const cutoffText = (minutes: number) =>
  minutes < 0
    ? 'Cut-off has passed'
    : `${Math.floor(minutes / 60) > 0 ? `${Math.floor(minutes / 60)} h ` : ''}${minutes % 60} min to the cut-off`;

/** Rows with later versions from `changes`; changed items that the rows lack are added when `wanted`. */
export function mergeRows(
  rows: readonly ItemRow[],
  changes: ReadonlyMap<string, ItemRow>,
  wanted: (row: ItemRow) => boolean,
): readonly ItemRow[] {
  if (changes.size === 0) return rows;
  const known = new Set<string>();
  const merged = rows.map((row) => {
    const key = itemKey(row);
    known.add(key);
    const later = changes.get(key);
    return later && later.version > row.version ? later : row;
  });
  for (const [key, row] of changes) if (!known.has(key)) merged.push(row);
  return merged.filter(wanted);
}

/** The newest version of the item in the panel, also after a step has removed it from the rows. */
export function newestVersion(
  current: ItemRow,
  rows: readonly ItemRow[],
  changes: ReadonlyMap<string, ItemRow>,
): ItemRow {
  const key = itemKey(current);
  const later = changes.get(key);
  const listed = rows.find((row) => itemKey(row) === key) ?? current;
  return later && later.version > listed.version ? later : listed;
}

/** In place of a user, in the column and its filter. */
export const unassigned = 'Unassigned';

type Chosen = { assigned: string | null; issuer: string | null };
const passes = (filter: string | null, value: string) =>
  !filter?.startsWith('=') || filter.slice(1).toLowerCase() === value.toLowerCase();

/** Number of rows in each stage under the filters by user and issuer, which are exact: '=Unassigned'. */
export function stageCounts(rows: readonly ItemRow[], chosen: Chosen): ReadonlyMap<Stage, number> {
  const counts = new Map<Stage, number>();
  for (const row of rows)
    if (passes(chosen.assigned, row.assignedTo ?? unassigned) && passes(chosen.issuer, row.issuerName))
      counts.set(row.stage, (counts.get(row.stage) ?? 0) + 1);
  return counts;
}

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
  place: number,
  current: string | null,
  { name, done }: { name: StepName; done: ReadonlySet<string> },
): ItemRow | null {
  const isLeft = (row: ItemRow) => !done.has(itemKey(row));
  if (current === null || !done.has(current) || !finishing.includes(name)) return null;
  return rows.slice(place).find(isLeft) ?? rows.slice(0, place).findLast(isLeft) ?? null;
}
