import { z } from 'zod';
import { choice, shareCount } from '../fields.ts';
import { controlMeasure } from './control-total.ts';

/** A register that is brought in: its file, what the check found in it, and who decided what. */

export const registerFileId = z
  .int()
  .positive()
  .meta({ title: 'Register file', description: 'The file, by its number in the registry.' });

export const fileKind = choice(
  {
    title: 'Kind of file',
    description: 'A register, or a bulk sheet: many instructions to registers that are here.',
  },
  { Register: 'Register', Bulk: 'Bulk sheet' },
);

export const registerState = choice(
  { title: 'State', description: 'How far the register has come.' },
  {
    Pulling: 'Not yet pulled',
    Uploading: 'Uploading',
    Uploaded: 'Uploaded',
    Checked: 'Checked',
    Approved: 'Approved',
    Posted: 'Posted',
    Undone: 'Undone',
    Discarded: 'Discarded',
  },
);

const severity = z.enum(['stop', 'error', 'warning', 'note']);

/** Work on the file that takes longer than a request. */
const registerWork = z.looseObject({
  kind: z.enum(['pull', 'check', 'post', 'undo']),
  /** The sheet that is read, or the step that is done; '' before it begins. */
  step: z.string(),
  /** Rows that were read; of a pull, responses of the other registry. */
  rows: z.int(),
  since: z.string(),
});

export const registerSummary = z.looseObject({
  registerFileId: z.int(),
  version: z.int(),
  kind: fileKind,
  state: registerState,
  name: z.string(),
  bytes: z.int(),
  /** False: it was posted on the command line, or came with an archive, and its file is not kept here. */
  isUploaded: z.boolean(),
  /** '' until all parts are there. */
  sha256: z.string(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  /** Null before a check that could read them. */
  customerIssuerId: z.int().nullable(),
  issuerName: z.string().nullable(),
  asOf: z.string().nullable(),
  source: z.string().nullable(),
  /** Null before the first check. */
  counts: z.looseObject({ stop: z.int(), error: z.int(), warning: z.int(), note: z.int() }).nullable(),
  work: registerWork.nullable(),
  /** Why the last work ended without a result; '' if it did not. */
  problem: z.string(),
});

/** What a class will look like. */
const registerClass = z.looseObject({
  class: z.string(),
  authorized: shareCount.nullable(),
  reserved: shareCount,
  issued: shareCount,
  treasury: shareCount,
  outstanding: shareCount,
  restricted: shareCount,
  holders: z.int(),
  certificates: z.int(),
  certificated: z.int(),
  bookEntry: z.int(),
});

const registerFinding = z.looseObject({
  code: z.string(),
  severity,
  sheet: z.string(),
  row: z.int().nullable(),
  field: z.string(),
  cell: z.string(),
  value: z.string(),
  sentence: z.string(),
});

export const registerStep = z.looseObject({
  number: z.int(),
  at: z.string(),
  /** What happened: Uploaded, Checked, CheckFailed, Approved, ApprovalVoid, PostBegun, Posted, PostFailed, … */
  kind: z.string(),
  /** '' for the registry itself. */
  byEmail: z.string(),
  byName: z.string(),
  /** A reason, or what was found. */
  text: z.string(),
});

/** What became of an instruction of a bulk sheet. Queued: it waits for its day, or in the work queue. */
export const bulkState = choice(
  { title: 'Result', description: 'What became of the row.' },
  {
    Waiting: 'Not yet posted',
    Posted: 'Posted',
    Queued: 'Waiting',
    Refused: 'Refused',
    AlreadyThere: 'Already there',
  },
);

const bulkCounts = z.looseObject({
  Waiting: z.int(),
  Posted: z.int(),
  Queued: z.int(),
  Refused: z.int(),
  AlreadyThere: z.int(),
});

export const bulkResult = z.looseObject({
  number: z.int(),
  sheet: z.string(),
  /** A transfer may have several rows. */
  firstRow: z.int(),
  lastRow: z.int(),
  kind: z.enum(['Issuance', 'Transfer', 'HolderUpdate']),
  customerIssuerId: z.int().nullable(),
  account: z.string(),
  batch: z.string(),
  /** The idempotency ID, made from the content of the row. */
  key: z.string(),
  state: bulkState,
  displayTransactionId: z.int().nullable(),
  /** Header of the column that was refused; '' where none is meant. */
  field: z.string(),
  sentence: z.string(),
});

/** How far the journal of a pulled register accounts for its certificates. */
const pulledHistory = z.looseObject({
  transactions: z.int(),
  lines: z.int(),
  /** First and last effective day; null without transactions. */
  firstOn: z.string().nullable(),
  lastOn: z.string().nullable(),
  /** Outstanding certificates that no transaction issued. */
  notIssued: z.int(),
  /** Canceled certificates that no transaction issued. */
  canceledNotIssued: z.int(),
  unequalTransfers: z.int(),
  /** Classes whose journal does not add up to their issued shares. */
  differingClasses: z.array(z.string()),
});

/** From which registry a register is or was pulled, and by which of its clients. */
const registerPull = z.looseObject({
  base: z.string(),
  remoteIssuerId: z.int(),
  clientId: z.string(),
  /** The journal is left out. */
  withoutHistory: z.boolean().optional(),
  /** Null until the register is whole. */
  history: pulledHistory.nullable(),
});

export const registerDetail = registerSummary.extend({
  /** Null for a file that was uploaded. */
  pull: registerPull.nullish(),
  /** Of a bulk sheet that was checked: its instructions by what became of them. */
  results: bulkCounts.nullable(),
  isStopping: z.boolean(),
  /** Bytes that have arrived; the next part begins there. */
  received: z.int(),
  rows: z.array(z.looseObject({ sheet: z.string(), rows: z.int() })),
  /** The day after which the books are whole, and how many transactions of the journal they will have; null before that is known. */
  books: z.looseObject({ from: z.string(), transactions: z.int() }).nullish(),
  totals: z.array(
    z.looseObject({
      class: z.string(),
      measure: z.string(),
      stated: shareCount,
      counted: shareCount,
      gap: shareCount,
      isExplained: z.boolean(),
      /** Who typed it; absent for one that the file states. */
      typedBy: z.string().optional(),
    }),
  ),
  /** Control totals that were typed, compared or not. */
  typedTotals: z
    .array(
      z.looseObject({ class: z.string(), measure: controlMeasure, value: shareCount, byEmail: z.string() }),
    )
    .nullish(),
  classes: z.array(registerClass),
  /** Columns whose headers are unknown: what was decided about each, or is proposed. */
  columns: z.array(
    z.looseObject({
      sheet: z.string(),
      header: z.string(),
      field: z.string().nullable(),
      isMapped: z.boolean(),
    }),
  ),
  /** Fields of the sheets that have such columns. */
  fields: z.array(z.looseObject({ sheet: z.string(), name: z.string(), isRequired: z.boolean() })),
  /** Values that are not in the template's lists: the code that was decided for each, or is proposed. */
  values: z
    .array(
      z.looseObject({
        sheet: z.string(),
        field: z.string(),
        value: z.string(),
        /** How many cells have it. */
        cells: z.int(),
        code: z.string().nullable(),
        isMapped: z.boolean(),
        /** The account that the registration has here; absent for a value outside its list. */
        here: z.string().optional(),
      }),
    )
    .nullish(),
  /** The lists of the fields that have such values. */
  lists: z
    .array(
      z.looseObject({
        sheet: z.string(),
        field: z.string(),
        codes: z.array(z.looseObject({ code: z.string(), meaning: z.string() })),
      }),
    )
    .nullish(),
  byCode: z.array(z.looseObject({ code: z.string(), severity, findings: z.int() })),
  hasFindingsFile: z.boolean(),
  isApprovalRequired: z.boolean(),
  approvedBy: z.string().nullable(),
  /** Why the warnings are accepted; '' for none. */
  acceptedReason: z.string(),
  title: z.string().nullable(),
  history: z.array(registerStep),
});

export const registerFindings = z.looseObject({
  totalRecords: z.int(),
  /** Found, listed or not. */
  found: z.int(),
  findings: z.array(registerFinding),
});
