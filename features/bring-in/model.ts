// Texts, badge colors and steps of imported files.

import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { BulkResult, FileKind, RegisterFile, RegisterRow } from './types.ts';

/** How the page names registers and bulk sheets. */
export const wordsOf = (kind: FileKind) => words[kind];

const words = {
  Register: {
    ...{
      page: 'Bring in a register',
      one: 'register',
      One: 'Register',
      many: 'registers',
      Many: 'Registers',
    },
    description:
      'The register of one issuer, from another agent or from a spreadsheet. Fill the template and upload it, or pull the register from another registry: everything is checked first, another user approves, and the whole register is posted, or nothing.',
    template:
      'One sheet for each part of the register: source, issuer, classes, limits, holders, positions, control totals. Its first sheets explain every column and list the allowed values.',
    none: 'None was brought in yet.',
  },
  Bulk: {
    ...{ page: 'Bulk sheets', one: 'sheet', One: 'Sheet', many: 'sheets', Many: 'Sheets' },
    description:
      'Many issuances, transfers or changes of holder records in one sheet. Everything is checked first, another user approves, and each row is posted by the rules of the single operation. A row that was posted is not written again when the sheet is sent again.',
    template:
      'One sheet for each kind of instruction: issuances, transfers, holder updates. Its first sheets explain every column and list the allowed values. A single sheet may also be uploaded as a CSV file.',
    none: 'None was uploaded yet. Sheets that were posted on the command line are not listed.',
  },
} as const;

/** What may become of a row, in the order in which it is shown. */
export const rowResults = [
  'Refused',
  'Waiting',
  'Queued',
  'Posted',
  'AlreadyThere',
] as const satisfies readonly BulkResult['state'][];

export const rowResultText: Record<BulkResult['state'], string> = {
  Waiting: 'Not yet posted',
  Posted: 'Posted',
  Queued: 'Waiting',
  Refused: 'Refused',
  AlreadyThere: 'Already there',
};

export const rowResultTones: Record<BulkResult['state'], Tone> = {
  Waiting: 'neutral',
  Posted: 'positive',
  Queued: 'warning',
  Refused: 'danger',
  AlreadyThere: 'neutral',
};

type State = RegisterRow['state'];

export const fileStateText: Record<State, string> = {
  Pulling: 'Not yet pulled',
  Uploading: 'Upload not complete',
  Uploaded: 'Uploaded',
  Checked: 'Checked',
  Approved: 'Approved',
  Posted: 'Posted',
  Undone: 'Undone',
  Discarded: 'Discarded',
};

/** Badge colors of the states of files. */
export const fileStateTones: Record<State, Tone> = {
  Pulling: 'warning',
  Uploading: 'warning',
  Uploaded: 'neutral',
  Checked: 'accent',
  Approved: 'accent',
  Posted: 'positive',
  Undone: 'neutral',
  Discarded: 'neutral',
};

export const steps = ['Upload', 'Check', 'Preview', 'Approve', 'Post'] as const;
export type StepName = (typeof steps)[number];

const hasErrors = ({ counts }: Pick<RegisterRow, 'counts'>) =>
  counts !== null && Number(counts.stop) + Number(counts.error) > 0;

export const mayBeApproved = (file: Pick<RegisterRow, 'counts' | 'state' | 'work'>) =>
  file.state === 'Checked' && file.work === null && !hasErrors(file);

/** Whether all errors are about control totals, which can be typed. */
export const onlyTotals = ({ byCode }: Pick<RegisterFile, 'byCode'>): boolean =>
  byCode.every(({ code, severity }) => !isError.has(severity) || aboutTotals.has(code));

const isError: ReadonlySet<string> = new Set(['stop', 'error']);
/** A control total differs, is missing, is not explained, or is of another class. */
const aboutTotals: ReadonlySet<string> = new Set(['T01', 'T02', 'T03', 'T04']);

/** The step that is next; null when there is none any more. */
export function currentStep(file: Pick<RegisterRow, 'counts' | 'state' | 'work'>): StepName | null {
  const { state, work } = file;
  if (state === 'Uploading' || state === 'Pulling') return 'Upload';
  if (work?.kind === 'check' || state === 'Uploaded') return 'Check';
  if (state === 'Checked') return hasErrors(file) ? 'Check' : 'Approve';
  return state === 'Approved' ? 'Post' : null;
}

/** Steps that are done, by name. */
export function isDone(file: Pick<RegisterRow, 'counts' | 'state' | 'work'>, step: StepName): boolean {
  if (file.state === 'Posted' || file.state === 'Undone') return true;
  if (file.state === 'Discarded') return false;
  const current = currentStep(file);
  return current !== null && steps.indexOf(step) < steps.indexOf(current);
}

const working = { pull: 'Pulling', check: 'Checking', post: 'Posting', undo: 'Taking back' } as const;

/** What is done at the moment, with the rows that were read. */
export function workText({ kind, step, rows }: NonNullable<RegisterRow['work']>): string {
  if (kind === 'pull' && Number(rows) > 0)
    return `${working.pull}${step ? `: ${step}` : ''}, ${formatShares(rows)} responses…`;
  const read =
    Number(rows) > 0
      ? `, ${formatShares(rows)} rows ${kind === 'post' && step === 'Rows' ? 'done' : 'read'}`
      : '';
  return `${working[kind]}${step ? `: ${step}` : ''}${read}…`;
}

/** '3 errors, 1 warning'; what stops the reading counts as an error. */
export function countsText(counts: RegisterRow['counts']): string {
  if (counts === null) return '–';
  const named = (count: number, one: string) =>
    count === 0 ? [] : [`${formatShares(count)} ${one}${count === 1 ? '' : 's'}`];
  const parts = [
    ...named(Number(counts.stop) + Number(counts.error), 'error'),
    ...named(Number(counts.warning), 'warning'),
    ...named(Number(counts.note), 'note'),
  ];
  return parts.length === 0 ? 'No findings' : parts.join(', ');
}

export const severityText = { stop: 'Error', error: 'Error', warning: 'Warning', note: 'Note' } as const;
export const severityTone = {
  stop: 'danger',
  error: 'danger',
  warning: 'warning',
  note: 'neutral',
} as const satisfies Record<keyof typeof severityText, Tone>;

const stepTexts: Record<string, string> = {
  PullBegun: 'Pull started',
  PullContinued: 'Pull continued',
  Pulled: 'Pulled',
  PullFailed: 'Not pulled',
  PullStopped: 'Pull stopped',
  Created: 'Upload started',
  Uploaded: 'Uploaded',
  CheckBegun: 'Check started',
  Checked: 'Checked',
  CheckFailed: 'Check failed',
  ColumnsMapped: 'Columns mapped',
  ValuesMapped: 'Values mapped',
  TotalsTyped: 'Control totals typed',
  Approved: 'Approved',
  ApprovalVoid: 'Approval void: another result',
  PostBegun: 'Posting started',
  Posted: 'Posted',
  PostFailed: 'Not posted',
  PostStopped: 'Posting stopped',
  StopAsked: 'Stop requested',
  UndoBegun: 'Undo started',
  Undone: 'Taken back',
  UndoFailed: 'Not taken back',
  Discarded: 'Discarded',
};

export const stepText = (kind: string): string => stepTexts[kind] ?? kind;

/** Whether the registry asks for another user than this one. */
export const needsAnother = (
  { isApprovalRequired, uploadedBy }: Pick<RegisterFile, 'isApprovalRequired' | 'uploadedBy'>,
  email: string,
): boolean => isApprovalRequired && uploadedBy.toLowerCase() === email.toLowerCase();

export const isOpen = ({ state }: Pick<RegisterRow, 'state'>): boolean =>
  state === 'Pulling' ||
  state === 'Uploading' ||
  state === 'Uploaded' ||
  state === 'Checked' ||
  state === 'Approved';

type Mapped = Pick<RegisterFile, 'columns' | 'values'>;

/** Whether columns or values are not known and not mapped yet: findings may come from them. */
export const hasUnknown = ({ columns, values }: Mapped): boolean =>
  columns.some(({ isMapped }) => !isMapped) ||
  (values ?? []).some(({ isMapped, here }) => !isMapped && here === undefined);

/** What to do about the findings of a check, the severest first. */
export function findingsAdvice(file: Mapped & Pick<RegisterFile, 'counts' | 'pull'>): string {
  const { counts, pull } = file;
  if (Number(counts?.stop) + Number(counts?.error) > 0) {
    if (pull)
      return 'Errors are corrected in the other registry, from which the register is then pulled again.';
    if (hasUnknown(file))
      return 'Map the unknown columns and values first: errors may come from them. Other errors are corrected in the file, which is then uploaded again.';
    return 'Errors are corrected in the file, which is then uploaded again.';
  }
  return Number(counts?.warning) > 0
    ? 'Warnings need a decision: correct them, or give a reason when you approve.'
    : '';
}
