// Schemas of items in responses: row, detail, history, check and effect.

import { z } from 'zod';
import { shareCount } from '../fields.ts';
import { itemContent, obstacle } from './content.ts';
import { caseCode, itemKind, itemStage, rejectionKind } from './values.ts';

/** Who did something: taken from the session by the dashboard. */
const user = z.looseObject({ email: z.string(), firstName: z.string(), lastName: z.string() });

/** One line of the work queue. Days are calendar dates in the registry's zone. */
export const itemSummary = z.looseObject({
  itemId: z.int(),
  /** Grows with every change; a step has to name the one it was decided on. */
  version: z.int(),
  customerIssuerId: z.int(),
  issuerName: z.string(),
  kind: itemKind,
  caseCode: caseCode.nullable(),
  purpose: z.string(),
  stage: itemStage,
  /** The transaction of the item; null for a kind without one. */
  controlTransactionId: z.int().nullable(),
  displayTransactionId: z.int().nullable(),
  securityTypeId: z.int().nullable(),
  securityTypeName: z.string().nullable(),
  shares: shareCount.nullable(),
  transferFrom: z.string(),
  issuedTo: z.string(),
  presentorName: z.string().nullable(),
  receivedAt: z.string(),
  receivedDate: z.string(),
  /** The first of the three business days begins after this day. */
  countedFrom: z.string(),
  /** Last day of the turnaround rule; null where the rule does not count the item. */
  dueDate: z.string().nullable(),
  effectiveDate: z.string().nullable(),
  isRoutine: z.boolean(),
  holdReason: z.string().nullable(),
  nextActionOn: z.string().nullable(),
  /** Codes of the obstacles at the last check that are not cleared, worst first. */
  obstacles: z.array(z.string()),
  assignedTo: z.string().nullable(),
  enteredBy: z.string(),
  approvedBy: z.string().nullable(),
  postedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The issuer's officer who asked for it; null for any other item. */
  requestedBy: z.string().nullish(),
  /** It is held because the issuer was asked something. */
  isWaitingForIssuer: z.boolean().nullish(),
});

/** A stored file of an item. A removed one keeps its digest and the reason. */
const itemFile = z.looseObject({
  documentId: z.int(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  addedAt: z.string(),
  addedBy: z.string(),
  removedReason: z.string().nullable(),
  /** ByIssuer: sent with a request. WithIssuer: its officers may see it. Empty: neither. */
  shared: z.string().nullish(),
});

const change = z.looseObject({ field: z.string(), before: z.string(), after: z.string() });

/** One step of an item's history; never changed afterwards. */
const itemStep = z.looseObject({
  number: z.int(),
  at: z.string(),
  by: user,
  action: z.string(),
  from: itemStage.nullable(),
  to: itemStage,
  reason: z.string().nullable(),
  obstacles: z.array(z.string()),
  changes: z.array(change),
  contentDigest: z.string(),
});

const approval = z.looseObject({
  by: user,
  at: z.string(),
  contentDigest: z.string(),
  /** Why it no longer counts, each with what was before and after; null while it counts. */
  voidBecause: z.array(change).nullable(),
});

const rejection = z.looseObject({
  kind: rejectionKind,
  reasonCode: z.string(),
  reason: z.string(),
  rejectedDate: z.string(),
  noticeTo: z.string(),
  noticeDate: z.string().nullable(),
  returnedHow: z.string(),
});

export const itemDetail = itemSummary.extend({
  content: itemContent,
  contentDigest: z.string(),
  isApprovalRequired: z.boolean(),
  approvals: z.array(approval),
  files: z.array(itemFile),
  history: z.array(itemStep),
  rejection: rejection.nullable(),
  representsItemId: z.int().nullable(),
  correctsControlTransactionId: z.int().nullable(),
  correctsDisplayTransactionId: z.int().nullable(),
  /** The transactions that a correction made: the reversal, and the replacement if there is one. */
  reversedByControlTransactionId: z.int().nullable(),
  reversedByDisplayTransactionId: z.int().nullable(),
  replacedByControlTransactionId: z.int().nullable(),
  replacedByDisplayTransactionId: z.int().nullable(),
});

const effectCertificate = z.looseObject({
  /** Null for one that does not exist yet. */
  controlCertificateId: z.int().nullable(),
  prefixAndCertificateNumber: z.string().nullable(),
  systemShareholderId: z.int().nullable(),
  name: z.string(),
  shares: shareCount,
  certificateType: z.string(),
  restrictionCode: z.string(),
  legend: z.string(),
  acquiredOn: z.string(),
  /** The rest that goes back to the transferor. */
  isBalance: z.boolean(),
  taxLots: z.array(
    z.looseObject({
      acquisitionDate: z.string(),
      shares: shareCount,
      costPerShare: z.string().nullable(),
    }),
  ),
});

/** What posting would change. */
export const effect = z.looseObject({
  certificatesCanceled: z.array(effectCertificate),
  certificatesIssued: z.array(effectCertificate),
  accounts: z.array(
    z.looseObject({
      systemShareholderId: z.int().nullable(),
      name: z.string(),
      isNew: z.boolean(),
      sharesBefore: shareCount,
      sharesAfter: shareCount,
    }),
  ),
  classTotals: z
    .looseObject({
      securityTypeId: z.int(),
      name: z.string(),
      outstandingBefore: shareCount,
      outstandingAfter: shareCount,
      treasuryBefore: shareCount,
      treasuryAfter: shareCount,
      restrictedBefore: shareCount,
      restrictedAfter: shareCount,
    })
    .nullable(),
  controlBook: z.array(
    z.looseObject({
      kind: z.string(),
      creditedShares: shareCount,
      debitedShares: shareCount,
      treasuryShares: shareCount,
      reservedShares: shareCount,
      authority: z.string(),
    }),
  ),
  stops: z.array(
    z.looseObject({
      stopId: z.int(),
      prefixAndCertificateNumber: z.string(),
      kind: z.string(),
      placedOn: z.string(),
      isReleased: z.boolean(),
    }),
  ),
  otherItems: z.array(
    z.looseObject({
      itemId: z.int(),
      displayTransactionId: z.int().nullable(),
      stage: itemStage,
      prefixAndCertificateNumber: z.string(),
    }),
  ),
});

/** Documents that the case of an item asks for, and whether each is there. */
const requiredDocument = z.looseObject({
  /** Any one of these kinds is enough. */
  kinds: z.array(z.string()),
  title: z.string(),
  isPresent: z.boolean(),
});

export const itemCheck = z.looseObject({
  obstacles: z.array(obstacle),
  /** The accounts whose shares are presented. */
  owners: z.array(z.looseObject({ systemShareholderId: z.int(), name: z.string() })),
  /** Owners who have to sign, as registered; empty where another person signs or the registration does not tell. */
  signers: z.array(z.string()),
  requiredDocuments: z.array(requiredDocument),
  isRoutine: z.boolean(),
  /** Why it is not routine; empty when it is. */
  routineReason: z.string(),
  isApprovalRequired: z.boolean(),
  receivedDate: z.string(),
  countedFrom: z.string(),
  dueDate: z.string().nullable(),
  /** Null where the content cannot be posted as it is; the obstacles say why. */
  effect: effect.nullable(),
});

/** What became of one item of a step. */
export const stepResult = z.looseObject({
  itemId: z.int(),
  isDone: z.boolean(),
  /** The stage and version afterwards; null when the item is unknown. */
  stage: itemStage.nullable(),
  version: z.int().nullable(),
  controlTransactionId: z.int().nullable(),
  displayTransactionId: z.int().nullable(),
  /** Why nothing was done; empty otherwise. */
  message: z.string(),
  /** A short name of the reason for programs; empty otherwise. */
  code: z.string(),
  obstacles: z.array(obstacle),
});
