import { z } from 'zod';
import { actor, version } from '../agent/common.ts';
import {
  exportDetail,
  exportForm,
  exportSummary,
  exportVariant,
  registerExportId,
} from '../agent/register-export.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { customerIssuerId, field, pageRows, pageStart } from '../fields.ts';
import { idempotencyId } from '../holder-fields.ts';

/** Operations that take a register out: make a file, follow, stop, continue, download, discard (docs/moving-in-and-out.md). */

const exampleActor = { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' };

const GetRegisterExports = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/exports',
  kind: 'read',
  access: 'agent',
  summary: 'Exports of registers, the latest first',
  query: z.object({ start: pageStart.default(0), numberOfRows: field(pageRows, {}).default(100) }),
  response: z.looseObject({ totalRecords: z.int(), exports: z.array(exportSummary) }),
  issuer: { by: 'none' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'exports', total: 'totalRecords' },
  example: { request: { start: 0, numberOfRows: 100 } },
});

const GetRegisterExport = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/exports/detail',
  kind: 'read',
  access: 'agent',
  summary: 'One export: progress, digest, what is in the file, and history',
  query: z.object({ registerExportId }),
  response: exportDetail,
  issuer: { by: 'none' },
  example: { request: { registerExportId: 1 } },
});

const GetRegisterExportFile = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/exports/file',
  kind: 'file',
  files: 'sheets',
  access: 'agent enters',
  summary: 'The file of a complete export',
  description: 'One byte range is answered, so that a download that was cut off can be continued.',
  query: z.object({
    registerExportId,
    variant: exportVariant.default('Plain').meta({
      title: 'Personal data',
      description: 'Has to be what the file has: it decides whether the user may have it.',
    }),
  }),
  personalFile: 'variant',
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request: { registerExportId: 1, variant: 'Plain' } },
});

const CreateRegisterExport = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/exports/create',
  kind: 'write',
  access: 'agent enters',
  summary: 'Begin to make a file of the registers of issuers',
  description: 'The file is made after the answer. The export shows its progress and then its digest.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerIds: z
      .array(customerIssuerId)
      .min(1)
      .max(1000)
      .nullish()
      .meta({ title: 'Issuers', description: 'The issuers; left out, all of them.' }),
    form: exportForm.default('Archive'),
    variant: exportVariant.default('Plain'),
  }),
  privileged: { taxId: ['variant'] },
  response: exportDetail,
  issuer: { by: 'none' },
  example: {
    request: { actor: exampleActor, customerIssuerIds: [1001], form: 'Archive', variant: 'Plain' },
  },
});

/** What every step on an export names. */
const step = { idempotencyId: idempotencyId.nullish(), actor, registerExportId, version };

const StopRegisterExport = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/exports/stop',
  kind: 'write',
  access: 'agent enters',
  summary: 'Stop an export that is being made; parts that are whole are kept',
  body: z.object(step),
  response: exportDetail,
  issuer: { by: 'none' },
  example: { request: { actor: exampleActor, registerExportId: 1, version: 1 } },
});

const ContinueRegisterExport = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/exports/continue',
  kind: 'write',
  access: 'agent enters',
  summary: 'Continue an export that was stopped or failed',
  description: 'Parts of issuers whose books changed meanwhile are made again.',
  body: z.object(step),
  response: exportDetail,
  issuer: { by: 'none' },
  example: { request: { actor: exampleActor, registerExportId: 1, version: 2 } },
});

const DiscardRegisterExport = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/exports/discard',
  kind: 'write',
  access: 'agent enters',
  summary: 'Discard an export; its file and parts are deleted, its digest and history stay',
  body: z.object(step),
  response: exportDetail,
  issuer: { by: 'none' },
  example: { request: { actor: exampleActor, registerExportId: 1, version: 3 } },
});

export const registerExportOperations = {
  GetRegisterExports,
  GetRegisterExport,
  GetRegisterExportFile,
  CreateRegisterExport,
  StopRegisterExport,
  ContinueRegisterExport,
  DiscardRegisterExport,
} as const satisfies Record<string, Endpoint>;
