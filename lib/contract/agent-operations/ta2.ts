import { z } from 'zod';
import { actor } from '../agent/common.ts';
import { mayBeEntered, ta2Form } from '../agent/ta2-form.ts';
import { endpoint } from '../endpoint.ts';
import { choice, downloadLink, isPDF, pageRows, pageStart } from '../fields.ts';
import { filledLine, idempotencyId, line } from '../holder-fields.ts';

const exampleActor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };

const year = z
  .int()
  .min(1975)
  .max(9999)
  .meta({ title: 'Year', description: 'Calendar year of the form.', control: 'number', group: 'When' });
const version = z
  .int()
  .min(0)
  .meta({ title: 'Version', description: 'The version of the worksheet that was read.' });
const lineIds = ta2Form.map(({ id }) => id) as [string, ...string[]];
const enteredIds = ta2Form.filter(mayBeEntered).map(({ id }) => id) as [string, ...string[]];

const by = { by: z.string(), byName: z.string(), at: z.string() };

const GetTA2Worksheet = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/ta2',
  kind: 'read',
  access: 'agent',
  summary: 'The worksheet of Form TA-2 for a year: each line with its answer, last year’s, and the sign-off',
  query: z.object({ year }),
  response: z.looseObject({
    reportingYear: z.int(),
    periodStart: z.string(),
    periodEnd: z.string(),
    dueDate: z.string(),
    isPartial: z.boolean(),
    isShortForm: z.boolean(),
    version: z.int(),
    fileNumber: z.string(),
    lines: z.array(
      z.looseObject({
        line: z.string(),
        /** From the books or the facts about the agent; null where no record has it. */
        recorded: z.string().nullable(),
        entered: z.string().nullable(),
        /** Why it was entered in place of a recorded figure, and by whom. */
        reason: z.string(),
        enteredBy: z.string(),
        enteredAt: z.string().nullable(),
        /** What goes on the form. */
        answer: z.string().nullable(),
        /** The answer for the year before. */
        lastYear: z.string().nullable(),
        note: z.string(),
        hasRows: z.boolean(),
      }),
    ),
    /** Why a figure differs from the TA-2 report or from other lists, each with its part of the difference. */
    reasons: z.array(
      z.looseObject({
        line: z.string(),
        against: z.string(),
        text: z.string(),
        amount: z.string().nullable(),
      }),
    ),
    /** What the lists of each issuer add up to for the year; null where its books begin later. */
    lists: z.array(
      z.looseObject({
        customerIssuerId: z.int(),
        /** Transfers, conversions and retirements in the status list, received in the year, in every status. */
        items: z.int(),
        /** Accounts of the balances at the end of the year, per class. */
        accounts: z.int().nullable(),
        /** Classes of the balances. */
        classes: z.int().nullable(),
        /** Classes with a dividend payable in the year. */
        payingClasses: z.int(),
        /** Dollars of its cash dividends, as decimal text. */
        dividendAmount: z.string(),
      }),
    ),
    signOff: z.looseObject({
      /** Open, Prepared, Certified, or Taken back. */
      state: z.string(),
      prepared: z.looseObject(by).nullable(),
      certified: z.looseObject({ ...by, title: z.string(), telephone: z.string() }).nullable(),
      /** Why the sign-off does not count any more; '' when it was not taken back. */
      takenBack: z.string(),
      /** Lines whose answers changed since they were signed. */
      changes: z.array(
        z.looseObject({ line: z.string(), was: z.string().nullable(), is: z.string().nullable() }),
      ),
    }),
    /** Every step, newest first. */
    steps: z.array(
      z.looseObject({
        version: z.int(),
        kind: z.string(),
        line: z.string(),
        was: z.string().nullable(),
        value: z.string().nullable(),
        reason: z.string(),
        ...by,
      }),
    ),
  }),
  issuer: { by: 'none' },
  example: { request: { year: 2025 } },
});

const GetTA2Rows = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/ta2/rows',
  kind: 'read',
  access: 'agent',
  summary: 'The rows behind a figure of the TA-2 worksheet, and those left out of it with the reason',
  query: z.object({
    year,
    line: z.enum(lineIds).meta({ title: 'Line', description: 'The line, by its ID in the worksheet.' }),
    start: pageStart.default(0),
    numberOfRows: pageRows.default(100),
  }),
  response: z.looseObject({
    totalRecords: z.int(),
    rows: z.array(
      z.looseObject({
        customerIssuerId: z.int().nullable(),
        issuer: z.string(),
        security: z.string(),
        /** What the row is: an item with its status, an account, a dividend. */
        text: z.string(),
        customerShareholderId: z.string(),
        controlTransactionId: z.int().nullable(),
        transactionId: z.int().nullable(),
        date: z.string().nullable(),
        /** A number or dollars as decimal text; '' where the row counts as one. */
        amount: z.string(),
        isCounted: z.boolean(),
        /** Why it is not counted. */
        reason: z.string(),
      }),
    ),
  }),
  issuer: { by: 'none' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'rows', total: 'totalRecords' },
  example: { request: { year: 2025, line: '4a' } },
});

const SetTA2Line = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/ta2/lines',
  kind: 'write',
  access: 'agent enters',
  summary: 'Enter the answer of a line of the TA-2 worksheet, or clear it',
  description: 'Takes back a sign-off. A correction of a recorded figure needs a reason.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    year,
    version,
    line: z.enum(enteredIds).meta({ title: 'Line', description: 'The line, by its ID in the worksheet.' }),
    value: filledLine('Answer', 1000).nullable(),
    reason: line('Reason', 500, 'Why it differs from the recorded figure.').nullish(),
  }),
  response: z.looseObject({ version: z.int(), isSignOffTakenBack: z.boolean() }),
  issuer: { by: 'none' },
  example: {
    request: { actor: exampleActor, year: 2025, version: 0, line: '1a', value: '0000123456' },
    response: { version: 1, isSignOffTakenBack: false },
  },
});

const SignTA2 = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/ta2/sign',
  kind: 'write',
  access: 'agent writes',
  summary: 'Sign the TA-2 worksheet off, first as preparer, then as certifier',
  description: 'The certifier is another user than the preparer, and signs the answers that were prepared.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    year,
    version,
    as: choice(
      { title: 'As', description: 'The certifier follows the preparer.' },
      { Preparer: 'Preparer', Certifier: 'Certifier' },
    ),
    title: line('Title', 100, 'Of the certifier, as it appears below the signature.').nullish(),
    telephone: line('Telephone', 40, 'Of the certifier.').nullish(),
  }),
  response: z.looseObject({ version: z.int(), state: z.string() }),
  issuer: { by: 'none' },
  example: {
    request: { actor: exampleActor, year: 2025, version: 12, as: 'Preparer' },
    response: { version: 13, state: 'Prepared' },
  },
});

const GenerateTA2Worksheet = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/reports/ta2-worksheet',
  kind: 'generate',
  access: 'agent',
  summary: 'The worksheet of Form TA-2 for a year, in the order of the form',
  description: 'Each line with its answer, last year’s, source and note; sign-off and history. Not a filing.',
  body: z.object({ year, isPDF }),
  response: downloadLink,
  issuer: { by: 'none' },
  report: { title: 'TA-2 worksheet', job: 'regulator', formats: ['PDF', 'XLSX'], asOf: null },
  example: { request: { year: 2025, isPDF: true } },
});

export const ta2Operations = {
  GetTA2Worksheet,
  GetTA2Rows,
  SetTA2Line,
  SignTA2,
  GenerateTA2Worksheet,
};
