// Contract of the operations on record differences.

import { z } from 'zod';
import { actor } from '../agent/common.ts';
import { causeKinds, differenceBases, resolutionKinds } from '../agent/difference-kinds.ts';
import { amountPerShare } from '../agent/texts.ts';
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

/** What is known about a difference, at its opening or later. */
const facts = {
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
  certificates: z
    .array(
      z
        .string()
        .max(40)
        .regex(/^[^\p{Cc}\s,]+$/u, { error: 'must be one number of a certificate, such as CS-1201' }),
    )
    .max(50)
    .default([])
    .meta({ title: 'Certificates', description: 'Their numbers as printed on the paper.' }),
  customerShareholderId: line('Account', 255, 'The holder, by the number of the account.').nullish(),
  itemId: z.int().positive().nullish().meta({ title: 'Item', description: 'The item of the work queue.' }),
  isOverIssuance: z.boolean().default(false).meta({
    title: 'Over-issuance',
    description: 'More paper is out than the books have shares for.',
    control: 'toggle',
  }),
  isByPriorAgent: z.boolean().default(false).meta({ title: 'By prior agent', control: 'toggle' }),
  discoveredOn: field(dateString, {
    title: 'Discovered',
    description: 'The day from which the days to the buy-in count; the day of opening where left out.',
  }).nullish(),
  letterOn: field(dateString, {
    title: 'Letter',
    description: 'The day of a letter that promises the return of the paper.',
  }).nullish(),
  bond: line('Bond', 200, 'Surety and number of a bond that replaces the buy-in.').nullish(),
  boughtInOn: field(dateString, { title: 'Bought in', description: 'The day of the buy-in.' }).nullish(),
  boughtInShares: z
    .union([z.int(), z.bigint()])
    .transform((count) => BigInt(count))
    .refine((count) => count > 0n && count <= largest, { error: 'must be a whole number of shares above 0' })
    .nullish()
    .meta({ title: 'Shares bought in', control: 'number' }),
  boughtInPrice: amountPerShare.nullish(),
  boughtInFrom: line('Bought from', 200).nullish(),
  note: line('Note', 1000).nullish(),
};

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
        /** As printed on the paper, each with its ID where the class has a certificate of that number. */
        certificates: z.array(
          z.looseObject({ certificateNumber: z.string(), controlCertificateId: z.int().nullable() }),
        ),
        customerShareholderId: z.string().nullable(),
        shareholder: z.string().nullable(),
        itemId: z.int().nullable(),
        /** The day of opening where no other was stated. */
        discoveredOn: z.string(),
        /** Day of a letter that promises the return of the paper. */
        letterOn: z.string().nullable(),
        /** Surety and number of a bond that replaces the buy-in; empty without one. */
        bond: z.string(),
        boughtInOn: z.string().nullable(),
        boughtInShares: shareCount.nullable(),
        boughtInPrice: z.string().nullable(),
        boughtInFrom: z.string(),
        /**
         * The day by which this agent has to buy in what it over-issued: 60 days after it was discovered, 30 more with a
         * letter; null with a bond, or once it was bought in.
         */
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
    ...facts,
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

const ChangeRecordDifference = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/record-differences/change',
  kind: 'write',
  access: 'agent writes',
  summary: 'Change what is recorded about an open record difference',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    recordDifferenceId: z.int().positive().meta({ title: 'Record difference', description: 'Its ID.' }),
    version: z.int().min(0).meta({ title: 'Version', description: 'The version that was read.' }),
    ...facts,
    reason: filledLine('Reason', 500, 'Kept with the change among the steps taken.'),
  }),
  response,
  issuer: ofIssuer,
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1005,
      recordDifferenceId: 500000003,
      version: 0,
      cause: 'Duplicate pre-split certificate presented',
      certificates: ['CM-204'],
      reason: 'Number read from the paper',
    },
    response: { recordDifferenceId: 500000003, version: 1 },
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
  ChangeRecordDifference,
  AddRecordDifferenceStep,
  ResolveRecordDifference,
};
