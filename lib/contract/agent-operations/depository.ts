import { z } from 'zod';
import { actor } from '../agent/common.ts';
import { matchedPosition, positionFileId, positionFileSummary } from '../agent/depository.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { customerIssuerId, field, pageRows, pageStart, shareCount } from '../fields.ts';
import { filledLine, idempotencyId } from '../holder-fields.ts';
import { actorFields, fileName } from './files.ts';

/** Operations on the depository's position files (docs/depository-position.md). */

const exampleActor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };

const GetPositionFiles = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/depository/files',
  kind: 'read',
  access: 'agent',
  summary: 'Position files of the depository, the latest day first',
  query: z.object({
    start: pageStart.default(0),
    numberOfRows: field(pageRows, {}).default(100),
  }),
  response: z.looseObject({ totalRecords: z.int(), files: z.array(positionFileSummary) }),
  issuer: { by: 'none' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'files', total: 'totalRecords' },
  example: { request: { start: 0, numberOfRows: 100 } },
});

const ImportPositionFile = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/depository/files/import',
  kind: 'upload',
  files: 'parts',
  access: 'agent enters',
  summary: 'Import a position file of the depository: all of it, or nothing',
  description:
    'The body is the file in either layout, at most 8 MB. A file that was imported already is accepted and not read again.',
  query: z.object({ idempotencyId: idempotencyId.nullish(), ...actorFields, name: fileName }),
  response: z.looseObject({ file: positionFileSummary, isKnown: z.boolean() }),
  issuer: { by: 'none' },
  example: {
    request: {
      actorEmail: exampleActor.email,
      actorFirstName: exampleActor.firstName,
      actorLastName: exampleActor.lastName,
      name: 'positions-20261120.txt',
    },
  },
});

const GetPositionMatches = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/depository/matches',
  kind: 'read',
  access: 'agent',
  summary: 'A position file against the nominee’s balances of its day, class by class, breaks first',
  query: z.object({ positionFileId }),
  response: z.looseObject({
    file: positionFileSummary,
    positions: z.array(matchedPosition.extend({ customerIssuerId: z.int(), issuerName: z.string() })),
    /** Lines whose CUSIP no class has. */
    unknown: z.array(
      z.looseObject({ line: z.int(), cusip: z.string(), description: z.string(), position: shareCount }),
    ),
  }),
  issuer: { by: 'none' },
  example: { request: { positionFileId: 1 } },
});

const ExplainPositionBreak = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/depository/explain',
  kind: 'write',
  access: 'agent writes',
  summary: 'Explain a break of a class by transactions, or note what is known',
  description:
    'Takes the place of an earlier explanation of the same file and class. A note alone explains no share.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    positionFileId,
    securityTypeId: z
      .int()
      .positive()
      .meta({ title: 'Security', description: 'The class, by its security type ID.' }),
    number: z.int().min(0).meta({
      title: 'Last explanation',
      description: 'The number of the explanation that was read; 0 for none.',
    }),
    transactionIds: z.array(z.int().positive()).max(20).meta({
      title: 'Transactions',
      description: 'Numbers of the transactions that explain the break; none for a note alone.',
    }),
    note: filledLine('Note', 1000),
  }),
  response: matchedPosition,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1005,
      positionFileId: 2,
      securityTypeId: 500000002,
      number: 0,
      transactionIds: [],
      note: 'Asked the depository on November 20',
    },
  },
});

export const depositoryOperations = {
  GetPositionFiles,
  ImportPositionFile,
  GetPositionMatches,
  ExplainPositionBreak,
} as const satisfies Record<string, Endpoint>;
