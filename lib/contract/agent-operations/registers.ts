import { z } from 'zod';
import { actor, version } from '../agent/common.ts';
import { controlMeasure, totalInput } from '../agent/control-total.ts';
import {
  bulkResult,
  bulkState,
  fileKind,
  registerDetail,
  registerFileId,
  registerFindings,
  registerState,
  registerSummary,
} from '../agent/register-file.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { choice, field, pageRows, pageStart } from '../fields.ts';
import { filledLine, idempotencyId, line } from '../holder-fields.ts';
import { registerBytesMax, registerSizeMax } from '../upload-limits.ts';
import { actorFields, fileName } from './files.ts';

/** Operations that bring in a register: upload, check, approve, post, undo (docs/moving-in-and-out.md). */

const exampleActor = { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' };
const secondActor = { email: 'operator@harborline.example', firstName: 'Miriam', lastName: 'Okafor' };
const exampleDigest = '0'.repeat(64);

const GetRegisterTemplate = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/template',
  kind: 'file',
  files: 'sheets',
  access: 'agent',
  summary: 'The workbook to fill, or the same as CSV files',
  query: z.object({
    format: choice(
      { title: 'Format', description: 'A workbook, or CSV files in one ZIP archive.' },
      { xlsx: 'Workbook', csv: 'CSV files in a ZIP archive' },
    ).default('xlsx'),
    kind: fileKind.default('Register'),
    isExample: z.boolean().default(false).meta({
      title: 'Filled example',
      description: 'Filled for a fictional issuer.',
    }),
  }),
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request: { format: 'xlsx', isExample: true } },
});

const GetRegisterFiles = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers',
  kind: 'read',
  access: 'agent',
  summary: 'Registers that are or were brought in, the latest first',
  query: z.object({
    kind: fileKind.default('Register'),
    state: field(registerState, { description: 'One state; left out, every one.' }).nullish(),
    start: pageStart.default(0),
    numberOfRows: field(pageRows, {}).default(100),
  }),
  response: z.looseObject({ totalRecords: z.int(), files: z.array(registerSummary) }),
  issuer: { by: 'none' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'files', total: 'totalRecords' },
  example: { request: { start: 0, numberOfRows: 100 } },
});

const GetRegisterFile = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/detail',
  kind: 'read',
  access: 'agent',
  summary: 'One register: progress, totals, preview of its classes, and history',
  query: z.object({ registerFileId }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { registerFileId: 1 } },
});

const GetRegisterFindings = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/findings',
  kind: 'read',
  access: 'agent',
  summary: 'Findings of the last check, the severest first',
  description: 'Of each code at most 2,000 are listed; all are counted. Tax IDs show their last four digits.',
  query: z.object({
    registerFileId,
    code: line('Code', 10, 'One code; left out, every one.').nullish(),
    start: pageStart.default(0),
    numberOfRows: field(pageRows, {}).default(100),
  }),
  response: registerFindings,
  issuer: { by: 'none' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'findings', total: 'totalRecords' },
  example: { request: { registerFileId: 1, start: 0, numberOfRows: 100 } },
});

const GetRegisterFindingsFile = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/findings/file',
  kind: 'file',
  files: 'sheets',
  access: 'agent',
  summary: 'The file as a workbook, with each finding as the comment of its cell',
  query: z.object({ registerFileId }),
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request: { registerFileId: 1 } },
});

const GetRegisterAcceptanceLetter = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/acceptance',
  kind: 'file',
  access: 'agent',
  summary: 'The letter by which the agent accepts the records of a posted register, as a PDF to be signed',
  description:
    'What was received from whom, with its digest; each class beside the control totals; open record differences; what the prior agent has to state; two signatures.',
  query: z.object({ registerFileId }),
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request: { registerFileId: 1 } },
});

const CreateRegisterFile = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/create',
  kind: 'write',
  access: 'agent enters',
  summary: 'Begin the upload of a register',
  description: `Its bytes follow in parts of at most 8 MB. A file has at most ${registerSizeMax}.`,
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    name: fileName,
    kind: fileKind.default('Register'),
    bytes: z
      .int()
      .min(1)
      .max(registerBytesMax, { error: `must be at most ${registerSizeMax}` })
      .meta({ title: 'Size', description: 'Bytes of the whole file, at most 536,870,912.' }),
  }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { actor: exampleActor, name: 'register.xlsx', bytes: 20480 } },
});

const UploadRegisterPart = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/parts',
  kind: 'upload',
  files: 'parts',
  access: 'agent enters',
  summary: 'The next part of a register that is uploaded',
  description:
    'The body is the part, at most 8 MB. A part that is there already is accepted and not written again.',
  query: z.object({
    idempotencyId: idempotencyId.nullish(),
    ...actorFields,
    registerFileId,
    offset: z.int().min(0).meta({ title: 'Offset', description: 'Where in the file the part begins.' }),
  }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: {
    request: {
      actorEmail: exampleActor.email,
      actorFirstName: exampleActor.firstName,
      actorLastName: exampleActor.lastName,
      registerFileId: 1,
      offset: 0,
    },
  },
});

/** What every step on a file that is there names. */
const step = { idempotencyId: idempotencyId.nullish(), actor, registerFileId, version };

/** An object of its own: what is kept of a request are its plain values. */
const credentials = z
  .object({
    clientId: filledLine('Client ID', 200),
    clientSecret: filledLine('Client secret', 1000, 'Kept nowhere; needed again to continue the pull.'),
  })
  .meta({ title: 'API client', description: 'A client of the other registry that may read.' });
const exampleCredentials = { clientId: 'moving', clientSecret: 'secret of the client' };
const issuerNumber = z.int().min(1).max(999_999_999_999_999);

const CreateRegisterPull = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/pull',
  kind: 'write',
  access: 'agent writes',
  summary: 'Begin to pull the register of one issuer from another registry that has this interface',
  description:
    'The pull goes on after the answer, and then the check. Only operations that read are used, four requests a second. The address must be one on the internet, and begin with https.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    base: filledLine(
      'Address',
      300,
      'Base address of the other registry, such as https://registry.example/v2.',
    ),
    credentials,
    remoteIssuerId: issuerNumber.meta({
      title: 'Issuer there',
      description: 'The number that the issuer has in the other registry.',
    }),
    newIssuerId: issuerNumber.nullish().meta({
      title: 'Number here',
      description: 'The number that it gets here; left out, the one that it has there.',
    }),
    issuerKind: line('Kind of the issuer', 60, 'Such as Delaware corporation.').nullish(),
    certifiedBy: line('Certified by', 200, 'Who certified the positions.').nullish(),
    accountPrefix: line('Account prefix', 20, 'Put before every account number.').nullish(),
    withoutHistory: z
      .boolean()
      .meta({
        title: 'Without the history',
        description: 'The journal is left out, and the books begin on the day of the pull.',
      })
      .nullish(),
  }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: {
    request: {
      ...{ actor: exampleActor, base: 'https://registry.example/v2', credentials: exampleCredentials },
      ...{ remoteIssuerId: 1001, issuerKind: 'Delaware corporation' },
    },
  },
});

const ContinueRegisterPull = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/pull/continue',
  kind: 'write',
  access: 'agent writes',
  summary: 'Go on with a pull that was stopped or interrupted, or that failed',
  description: 'Responses of the same day are used again.',
  body: z.object({ ...step, credentials }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: {
    request: { actor: exampleActor, registerFileId: 1, version: 2, credentials: exampleCredentials },
  },
});

const StopRegisterPull = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/pull/stop',
  kind: 'write',
  access: 'agent enters',
  summary: 'Stop a pull; what was read is kept for its continuation',
  body: z.object(step),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { actor: exampleActor, registerFileId: 1, version: 2 } },
});

const GetRegisterJournalFile = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/journal',
  kind: 'file',
  files: 'sheets',
  access: 'agent',
  summary: 'The journal of a pulled register as CSV files in a ZIP archive',
  query: z.object({ registerFileId }),
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request: { registerFileId: 1 } },
});

const CheckRegisterFile = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/check',
  kind: 'write',
  access: 'agent enters',
  summary: 'Check a register; an approval is void then',
  description: 'The check goes on after the answer. The register shows its progress and then its result.',
  body: z.object(step),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { actor: exampleActor, registerFileId: 1, version: 2 } },
});

const SetRegisterColumns = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/columns',
  kind: 'write',
  access: 'agent enters',
  summary: 'Decide what the unknown columns of a register are, and check it again',
  description: 'Remembered for the source and these headers; every unknown column has to be named.',
  body: z.object({
    ...step,
    columns: z
      .array(
        z.object({
          sheet: filledLine('Sheet', 60),
          header: filledLine('Header', 32_767),
          field: line(
            'Field',
            80,
            'The column of the template that it is, or on Positions "Shares of" and a class; null leaves it out.',
          ).nullable(),
        }),
      )
      .min(1)
      .max(1000)
      .meta({ title: 'Columns', description: 'What each unknown column is.' }),
  }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: {
    request: {
      ...{ actor: exampleActor, registerFileId: 1, version: 4 },
      columns: [{ sheet: 'Holders', header: 'Stockholder', field: 'Name 1' }],
    },
  },
});

const SetRegisterValues = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/values',
  kind: 'write',
  access: 'agent enters',
  summary: 'Decide what values that are not in the lists of the template mean, and check the register again',
  description:
    'Remembered for the source and these headers. A value without a code stays an error. For an account of a registration that is here (sheet Holders, field Account), Link gives that registration the account, and Apart makes a registration of its own.',
  body: z.object({
    ...step,
    values: z
      .array(
        z.object({
          sheet: filledLine('Sheet', 60),
          field: filledLine('Field', 60),
          value: filledLine('Value', 200),
          code: line('Code', 60, 'A value of the list; null for none.').nullable(),
        }),
      )
      .min(1)
      .max(2000)
      .meta({ title: 'Values', description: 'What each value means.' }),
  }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: {
    request: {
      ...{ actor: exampleActor, registerFileId: 1, version: 4 },
      values: [{ sheet: 'Positions', field: 'Restriction', value: 'Rule 144', code: 'R' }],
    },
  },
});

const SetRegisterTotals = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/totals',
  kind: 'write',
  access: 'agent enters',
  summary: 'Type the control totals of a register, and check it again',
  description:
    'All that are typed for this file: those that are left out are removed. Each is compared with the rows, beside those that the file states.',
  body: z.object({
    ...step,
    totals: z
      .array(
        z.object({
          class: filledLine('Class', 60),
          measure: controlMeasure,
          value: totalInput,
        }),
      )
      .max(1000)
      .meta({ title: 'Totals', description: 'The control totals.' }),
  }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: {
    request: {
      ...{ actor: exampleActor, registerFileId: 1, version: 4 },
      totals: [{ class: 'Common', measure: 'Outstanding', value: 2_000_000 }],
    },
  },
});

const ApproveRegisterFile = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/approve',
  kind: 'write',
  access: 'agent writes',
  summary: 'Approve a checked register, as another user than the one who uploaded it',
  description: 'The approval is bound to the digest and to the result of the check.',
  body: z.object({
    ...step,
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 digest' })
      .meta({ title: 'Digest', description: 'SHA-256 of the file that was looked at.' }),
    acceptedReason: line(
      'Reason',
      2000,
      'Why the warnings are accepted; needed where there are any.',
    ).nullish(),
  }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { actor: secondActor, registerFileId: 1, version: 4, sha256: exampleDigest } },
});

const PostRegisterFile = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/post',
  kind: 'write',
  access: 'agent writes',
  summary: 'Post an approved register: all of it, or nothing',
  description: 'Posting goes on after the answer. The file is checked again first.',
  body: z.object(step),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { actor: secondActor, registerFileId: 1, version: 5 } },
});

const StopRegisterPosting = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/stop',
  kind: 'write',
  access: 'agent enters',
  summary: 'Stop the posting of a bulk sheet after the rows in flight',
  description: 'Rows that have a result keep it. Posting it again goes on with the others.',
  body: z.object(step),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { actor: exampleActor, registerFileId: 1, version: 6 } },
});

const GetBulkResults = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/results',
  kind: 'read',
  access: 'agent',
  summary: 'What became of each row of a bulk sheet, in the order of the sheet',
  query: z.object({
    registerFileId,
    state: field(bulkState, { description: 'One result; left out, every one.' }).nullish(),
    start: pageStart.default(0),
    numberOfRows: field(pageRows, {}).default(100),
  }),
  response: z.looseObject({ totalRecords: z.int(), results: z.array(bulkResult) }),
  issuer: { by: 'none' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'results', total: 'totalRecords' },
  example: { request: { registerFileId: 1, start: 0, numberOfRows: 100 } },
});

const GetBulkResultsFile = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/registers/results/file',
  kind: 'file',
  files: 'sheets',
  access: 'agent',
  summary: 'The results of a bulk sheet as a workbook',
  query: z.object({ registerFileId }),
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request: { registerFileId: 1 } },
});

const UndoRegisterFile = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/undo',
  kind: 'write',
  access: 'agent writes',
  summary: 'Take a posted register back, as long as nothing was entered since',
  body: z.object({ ...step, reason: filledLine('Reason', 2000) }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: { request: { actor: secondActor, registerFileId: 1, version: 7, reason: 'Wrong file' } },
});

const DiscardRegisterFile = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/registers/discard',
  kind: 'write',
  access: 'agent enters',
  summary: 'Discard a register that is not posted; its bytes and findings are deleted',
  body: z.object({ ...step, reason: filledLine('Reason', 2000) }),
  response: registerDetail,
  issuer: { by: 'none' },
  example: {
    request: { actor: exampleActor, registerFileId: 1, version: 3, reason: 'Replaced by a later list' },
  },
});

export const registerFileOperations = {
  GetRegisterTemplate,
  GetRegisterFiles,
  GetRegisterFile,
  GetRegisterFindings,
  GetRegisterFindingsFile,
  GetRegisterAcceptanceLetter,
  CreateRegisterFile,
  UploadRegisterPart,
  CreateRegisterPull,
  ContinueRegisterPull,
  StopRegisterPull,
  GetRegisterJournalFile,
  CheckRegisterFile,
  SetRegisterColumns,
  SetRegisterValues,
  SetRegisterTotals,
  ApproveRegisterFile,
  PostRegisterFile,
  StopRegisterPosting,
  GetBulkResults,
  GetBulkResultsFile,
  UndoRegisterFile,
  DiscardRegisterFile,
} as const satisfies Record<string, Endpoint>;
