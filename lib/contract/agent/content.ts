// Schema of the content of an item: presentor, certificates, lines, documents and facts.

import { z } from 'zod';
import { certificateType, restrictionCode } from '../enumerations.ts';
import { dateString, field, shareInput } from '../fields.ts';
import { filledLine, issuanceShareholder, line } from '../holder-fields.ts';
import { taxLot } from '../operations/issuance.ts';
import { issuerRequest } from './request.ts';
import { amountPerShare, objectId, paragraph } from './texts.ts';
import {
  caseCode,
  channel,
  documentKind,
  documentState,
  itemKind,
  obstacleEffect,
  rejectionReason,
  stopKind,
} from './values.ts';

/** Money as exact decimal text, at most two decimals, below 10^13. */
export const amount = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,2})?$/, { error: 'must be an amount such as 12.50' })
  .meta({ title: 'Amount', description: 'Dollars and cents.', control: 'text' });

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

/** A moment with its offset, or a calendar date where the time is not known. */
export const receivedAt = z
  .string()
  .refine((text) => {
    const day = instantPattern.exec(text)?.[1];
    return day !== undefined && dateString.safeParse(day).success;
  }, 'must be a time with its zone such as 2026-11-20T11:30:00-05:00, or a date')
  .meta({ title: 'Received', description: 'When the item arrived; a date where the time is not known.' });

const presentor = z.object({
  name: filledLine('Presentor', 300),
  address: line('Address of the presentor', 400).nullish(),
  type: line('Type of presentor', 60).nullish(),
  participantNumber: line('Participant number', 20).nullish(),
  reference: line('Reference of the presentor', 100).nullish(),
  email: line('E-mail of the presentor', 254).nullish(),
});

const presentedCertificate = z.object({
  controlCertificateId: objectId('Certificate').nullish(),
  prefixAndCertificateNumber: line('Certificate number', 40).nullish(),
  sharesOnPaper: shareInput.nullish(),
  isPaperHere: z.boolean().meta({ title: 'Paper is here' }).nullish(),
});

const sourcePosition = z.object({
  systemShareholderId: objectId('Account'),
  shares: shareInput,
  restrictionCode: restrictionCode.nullish(),
});

/** A certificate to issue: to an account that exists, or to a new registration. */
const issueLine = z.object({
  systemShareholderId: objectId('Account').nullish(),
  shareholder: field(issuanceShareholder, { title: 'New registration' }).nullish(),
  /** Null: all shares that the other lines leave. */
  shares: shareInput.nullish(),
  certificateType: certificateType.nullish(),
  restrictionCode: restrictionCode.nullish(),
  legend: line('Legend', 2000).nullish(),
  acquiredOn: field(dateString, { title: 'Acquired on' }).nullish(),
  TaxLots: z.array(taxLot).max(1000).meta({ title: 'Tax lots' }).nullish(),
  delivery: line('Delivery', 300).nullish(),
});

const depository = z.object({
  service: z.enum(['DWAC', 'DRS']).meta({ title: 'Service' }),
  participantNumber: line('Participant number', 20).nullish(),
  reference: line('Depository reference', 60).nullish(),
  cusip: line('CUSIP', 12).nullish(),
  shares: shareInput.nullish(),
  registration: line('Registration in the instruction', 900).nullish(),
  taxId: line('Tax ID in the instruction', 20).nullish(),
  suretyNumber: line('Surety number', 40).nullish(),
});

const guarantee = z.object({
  signer: filledLine('Signer', 300),
  capacity: line('Capacity', 100).nullish(),
  program: line('Program', 20).nullish(),
  prefix: z
    .string()
    .regex(/^[A-FX-Z]$/, { error: 'must be one of A to F or X to Z' })
    .meta({ title: 'Prefix' })
    .nullish(),
  serial: line('Serial number', 40).nullish(),
  guarantorName: line('Guarantor', 300).nullish(),
  date: field(dateString, { title: 'Date of the guarantee' }).nullish(),
});

const document = z.object({
  kind: documentKind,
  reference: line('Reference', 200).nullish(),
  date: field(dateString, { title: 'Date of the document' }).nullish(),
  state: documentState,
  /** What a document states where a check needs it. */
  shares: shareInput.nullish(),
  amount: field(amount, { title: 'Amount it covers' }).nullish(),
  state2Code: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' })
    .meta({ title: 'State of the document' })
    .nullish(),
  waivedBy: line('Waived by', 254).nullish(),
  reason: line('Reason of the waiver', 1000).nullish(),
  /** The stored file; see UploadItemDocument. */
  documentId: objectId('Stored file').nullish(),
});

const facts = z.object({
  dateOfDeath: field(dateString, { title: 'Date of death' }).nullish(),
  stateOfDomicile: line('State of domicile', 2).nullish(),
  minorBornOn: field(dateString, { title: 'Minor born on' }).nullish(),
  custodyState: line('State of the custodianship', 2).nullish(),
  isEntity: z.boolean().meta({ title: 'The owner is an entity' }).nullish(),
  isAffiliate: z.boolean().meta({ title: 'The owner is an affiliate' }).nullish(),
  assignmentDate: field(dateString, { title: 'Date of the assignment' }).nullish(),
  signers: z
    .int()
    .min(0)
    .max(20)
    .meta({ title: 'Owners who signed', description: 'Number of owners whose signature is here.' })
    .nullish(),
  callBack: line('Call-back', 300).nullish(),
});

const authority = z.object({
  text: filledLine('Authority', 500, 'The resolution or instruction it rests on.'),
  signer: line('Signer of the authority', 300).nullish(),
  date: field(dateString, { title: 'Date of the authority' }).nullish(),
});

const stop = z.object({
  kind: stopKind,
  placedOn: field(dateString, { title: 'Stopped from' }).nullish(),
  demandedBy: line('Demanded by', 300).nullish(),
  document: line('Document of the demand', 300).nullish(),
  expiresOn: field(dateString, { title: 'Expires on' }).nullish(),
  noticeOn: field(dateString, { title: 'Notice sent on' }).nullish(),
  note: line('Note on the stop', 1000).nullish(),
});

const returnedMail = z.object({
  piece: filledLine('Piece', 200, 'What was mailed.'),
  mailedOn: field(dateString, { title: 'Mailed on' }).nullish(),
  returnedOn: field(dateString, { title: 'Returned on' }),
  resentOn: field(dateString, { title: 'Sent again on' }).nullish(),
});

const search = z.object({
  number: z
    .int()
    .min(1)
    .max(9)
    .meta({ title: 'Number of the search', description: 'First or second search.' }),
  searchedOn: field(dateString, { title: 'Searched on' }),
  service: filledLine('Search service', 200),
  by: z.enum(['TaxId', 'Name']).meta({ title: 'Searched by' }),
  terms: filledLine('Search terms', 500),
  result: z.enum(['NotFound', 'Candidate', 'Deceased']).meta({ title: 'Result' }),
  evidence: line('Evidence', 1000).nullish(),
  candidate: line('Candidate address', 500).nullish(),
  letterSentOn: field(dateString, { title: 'Letter sent on' }).nullish(),
});

/** What an API client instructed: its certificates are stored with the transaction, bound by the digest. */
const instruction = z.object({
  certificates: z.int().positive().meta({ title: 'Certificates to issue' }),
  shares: shareInput,
  notBefore: field(dateString, { title: 'Not before' }),
  sha256: line('SHA-256 of the stored instruction', 64),
});

/**
 * The whole instruction of an item. Which parts an item uses follows from its kind; a part that its kind does not
 * use is refused.
 */
export const itemContent = z
  .object({
    kind: itemKind,
    caseCode: caseCode.nullish(),
    /** The reason in the ledger's words, for kinds without cases: retirement and issuance. */
    purpose: line('Purpose', 60).nullish(),
    securityTypeId: objectId('Security type').nullish(),
    receivedAt,
    channel,
    effectiveDate: field(dateString, {
      title: 'Effective date',
      description: 'The day the shares count from; left out, the day of posting.',
    }).nullish(),
    presentor: presentor.meta({ title: 'Presentor' }).nullish(),
    certificates: z
      .array(presentedCertificate)
      .max(500)
      .meta({ title: 'Certificates presented' })
      .default([]),
    sourcePosition: sourcePosition.meta({ title: 'Position' }).nullish(),
    lines: z.array(issueLine).max(500).meta({ title: 'Certificates to issue' }).default([]),
    /** Shares to retire; left out, all that is presented. */
    sharesRetired: field(shareInput, { title: 'Shares to retire' }).nullish(),
    depository: depository.meta({ title: 'Depository instruction' }).nullish(),
    guarantees: z.array(guarantee).max(20).meta({ title: 'Signature guarantees' }).default([]),
    documents: z.array(document).max(50).meta({ title: 'Documents' }).default([]),
    pricePerShare: amountPerShare.nullish(),
    facts: facts.meta({ title: 'Facts' }).nullish(),
    authority: authority.meta({ title: 'Authority' }).nullish(),
    stop: stop.meta({ title: 'Stop' }).nullish(),
    /** Stops that the item resolves or releases. */
    stopIds: z
      .array(objectId('Stop'))
      .max(100)
      .meta({ title: 'Stops', description: 'Stops that the item resolves or releases.' })
      .default([]),
    systemShareholderId: objectId('Account').nullish(),
    returnedMail: returnedMail.meta({ title: 'Returned mail' }).nullish(),
    search: search.meta({ title: 'Search' }).nullish(),
    /** A correction reverses this transaction; its lines are the replacement. */
    correctsControlTransactionId: objectId('Transaction to correct').nullish(),
    representsItemId: objectId('Item presented again').nullish(),
    reason: paragraph('Reason', 2000).nullish(),
    /** Reasons that clear obstacles which no document clears. */
    clearances: z
      .array(
        z.object({
          obstacle: line('Obstacle', 40),
          reason: filledLine('Reason', 1000),
        }),
      )
      .max(30)
      .meta({ title: 'Obstacles cleared by a reason' })
      .default([]),
    routine: z
      .object({
        isRoutine: z.boolean().meta({ title: 'Routine' }),
        reason: filledLine('Reason of the change', 500),
      })
      .meta({ title: 'Routine, where a person decided' })
      .nullish(),
    comments: paragraph('Comments', 4000).nullish(),
    chargeAmount: field(amount, { title: 'Charge' }).nullish(),
    delivery: line('Delivery', 300).nullish(),
    /** Written by the registry for an issuance that an API client instructed; what a request gives is ignored. */
    instruction: instruction.meta({ title: 'Instruction of an API client' }).nullish(),
    /** Written by the registry for an item that an officer of the issuer asked for; what a request gives is ignored. */
    request: issuerRequest.nullish(),
  })
  .meta({ title: 'Content' });

export type ItemContent = z.output<typeof itemContent>;
export type ItemContentInput = z.input<typeof itemContent>;

/** What stands against an item. */
export const obstacle = z.looseObject({
  code: z.string(),
  effect: obstacleEffect,
  /** Path of the field in the content; empty when the item as a whole is meant. */
  field: z.string(),
  message: z.string(),
  /** The rejection reasons that fit, where the obstacle cannot be cleared. */
  rejectionReasons: z.array(rejectionReason),
  /** True when a document or a reason in the content has cleared it. */
  isCleared: z.boolean(),
  /** True where a reason among the clearances of the content clears it. */
  byReason: z.boolean(),
});
