import { z } from 'zod';
import { actor } from '../agent/common.ts';
import { causeKinds, differenceBases, resolutionKinds } from '../agent/difference-kinds.ts';
import { endpoint } from '../endpoint.ts';
import { customerIssuerId, dateString, field, pageRows, pageStart, shareCount } from '../fields.ts';
import { filledLine, idempotencyId, line } from '../holder-fields.ts';

const ofIssuer = { by: 'field', field: 'customerIssuerId', null: 'refused' } as const;

const exampleActor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };

const largest = 9_223_372_036_854_775_807n;
const signedShares = z
  .union([z.int(), z.bigint()])
  .transform((count) => BigInt(count))
  .refine((count) => count !== 0n && count <= largest && count >= -largest, {
    error: 'must be a whole number of shares other than 0',
  })
  .meta({
    title: 'Shares',
    description: 'Shares of the difference; negative when the register has fewer.',
    control: 'number',
  });

const GetRecordDifferences = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/record-differences',
  kind: 'read',
  access: 'staff',
  summary: 'Record differences of an issuer, newest first',
  query: z.object({
    customerIssuerId,
    status: z
      .enum(['All', 'Open', 'Resolved'])
      .default('All')
      .meta({ title: 'Status', description: 'Whether the difference is open today.', group: 'What' }),
    start: pageStart.default(0),
    numberOfRows: pageRows.default(100),
  }),
  response: z.looseObject({
    totalRecords: z.int(),
    recordDifferences: z.array(
      z.looseObject({
        recordDifferenceId: z.int(),
        version: z.int(),
        securityTypeId: z.int(),
        security: z.string(),
        shares: shareCount,
        cause: z.string(),
        isByPriorAgent: z.boolean(),
        note: z.string(),
        openedOn: z.string(),
        /** Days from opening to resolution, or to today while it is open. */
        daysOpen: z.int(),
        /** The day of opening where no earlier one is known. */
        existedSince: z.string(),
        /** Days since it exists: more than 30 is aged. */
        daysExisting: z.int(),
        basis: z.enum(differenceBases),
        causeKind: z.enum(causeKinds).nullable(),
        isOverIssuance: z.boolean(),
        /** The day by which this agent has to buy in what it over-issued, 60 days after it was found. */
        buyInBy: z.string().nullable(),
        steps: z.array(
          z.looseObject({
            number: z.int(),
            takenOn: z.string(),
            note: z.string(),
            recordedBy: z.string(),
          }),
        ),
        openedBy: z.string(),
        resolvedOn: z.string().nullable(),
        resolution: z.string(),
        resolvedBy: z.string(),
        resolutionKind: z.enum(resolutionKinds).nullable(),
        /** The transaction that resolved it, by its own ID and by the number that the journal shows. */
        controlTransactionId: z.int().nullable(),
        transactionId: z.int().nullable(),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { start: 'start', rows: 'numberOfRows', items: 'recordDifferences', total: 'totalRecords' },
  example: { request: { customerIssuerId: 1001 } },
});

const response = z.looseObject({ recordDifferenceId: z.int(), version: z.int() });

const OpenRecordDifference = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/record-differences/open',
  kind: 'write',
  access: 'agent writes',
  summary: 'Open a record difference of a class',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    securityTypeId: z
      .int()
      .positive()
      .meta({ title: 'Security', description: 'The class, by its security type ID.' }),
    openedOn: field(dateString, { title: 'Opened', description: 'The day it was found, not after today.' }),
    shares: signedShares,
    existedSince: field(dateString, {
      title: 'Existed since',
      description: 'The day since which it exists, not after its opening; the day of opening where left out.',
    }).nullish(),
    basis: z.enum(differenceBases).default('Detail').meta({
      title: 'Basis',
      description:
        'Totals: register and control book differ. Detail: what was presented differs from the register.',
    }),
    cause: filledLine('Cause', 200),
    causeKind: z.enum(causeKinds).nullish().meta({ title: 'Kind of cause' }),
    isOverIssuance: z.boolean().default(false).meta({
      title: 'Over-issuance',
      description: 'More paper is out than the books have shares for.',
      control: 'toggle',
    }),
    isByPriorAgent: z.boolean().default(false).meta({ title: 'By prior agent', control: 'toggle' }),
    note: line('Note', 1000).nullish(),
  }),
  response,
  issuer: ofIssuer,
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1001,
      securityTypeId: 100000001,
      openedOn: '2026-11-02',
      shares: 100,
      cause: 'Certificate presented that the register shows as canceled',
    },
    response: { recordDifferenceId: 100000001, version: 0 },
  },
});

const ResolveRecordDifference = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/record-differences/resolve',
  kind: 'write',
  access: 'agent writes',
  summary: 'Resolve an open record difference',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    recordDifferenceId: z.int().positive().meta({ title: 'Record difference', description: 'Its ID.' }),
    version: z.int().min(0).meta({ title: 'Version', description: 'The version that was read.' }),
    resolvedOn: field(dateString, { title: 'Resolved', description: 'Between its opening and today.' }),
    resolution: filledLine('Resolution', 1000),
    resolutionKind: z.enum(resolutionKinds).nullish().meta({ title: 'Kind of resolution' }),
    transactionId: z
      .int()
      .positive()
      .nullish()
      .meta({ title: 'Transaction', description: 'The number of the transaction that resolved it.' }),
  }),
  response,
  issuer: ofIssuer,
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1005,
      recordDifferenceId: 500000003,
      version: 0,
      resolvedOn: '2026-11-20',
      resolution: 'Certificate surrendered and canceled',
    },
    response: { recordDifferenceId: 500000003, version: 1 },
  },
});

const AddRecordDifferenceStep = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/record-differences/steps',
  kind: 'write',
  access: 'agent writes',
  summary: 'Add a step taken on an open record difference',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    recordDifferenceId: z.int().positive().meta({ title: 'Record difference', description: 'Its ID.' }),
    takenOn: field(dateString, { title: 'Taken', description: 'Between its opening and today.' }),
    note: filledLine('Step', 1000),
  }),
  response: z.looseObject({ recordDifferenceId: z.int(), number: z.int() }),
  issuer: ofIssuer,
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1005,
      recordDifferenceId: 500000003,
      takenOn: '2026-11-18',
      note: 'Asked the presentor for the certificate',
    },
    response: { recordDifferenceId: 500000003, number: 1 },
  },
});

export const differenceOperations = {
  GetRecordDifferences,
  OpenRecordDifference,
  AddRecordDifferenceStep,
  ResolveRecordDifference,
};
