import { z } from 'zod';
import { certificateType, restrictionCode } from '../enumerations.ts';
import { choice, dateString, field, shareInput } from '../fields.ts';
import { addressInput, filledLine, line } from '../holder-fields.ts';
import {
  contactActionTexts,
  holderListTexts,
  listFormatTexts,
  requestKindTexts,
  requestStateTexts,
} from './request-texts.ts';
import { amountPerShare, objectId, paragraph } from './texts.ts';

/** What an issuer's officer asks the agent for, and how far it is. */

export const requestKind = choice({ title: 'Request', description: 'What is asked for.' }, requestKindTexts);

export type RequestKind = z.output<typeof requestKind>;

export const requestState = choice(
  { title: 'State', description: 'How far a request is.' },
  requestStateTexts,
);

export const holderListKind = choice(
  { title: 'List', description: 'What the list has.' },
  {
    RegisteredHolders: [holderListTexts.RegisteredHolders, 'Names and shares'],
    WithAddresses: [holderListTexts.WithAddresses, 'Names, addresses and shares'],
    Certified: [holderListTexts.Certified, 'Signed by the agent, for the meeting'],
    Labels: [holderListTexts.Labels, 'Names and addresses to print'],
  },
);

export const listFormat = choice({ title: 'Format', description: 'Format of the file.' }, listFormatTexts);

export const contactAction = choice({ title: 'Change', description: 'What changes.' }, contactActionTexts);

const issuance = z.object({
  securityTypeId: objectId('Class'),
  shares: shareInput,
  /** An account that exists; otherwise `holderName` and `address` are a new registration. */
  customerShareholderId: line('Account of the holder', 255).nullish(),
  holderName: line('Name of the new holder', 300).nullish(),
  address: field(addressInput, { title: 'Address of the new holder' }).nullish(),
  certificateType: certificateType.nullish(),
  restrictionCode: restrictionCode.nullish(),
  legend: line('Legend', 2000).nullish(),
  pricePerShare: amountPerShare.nullish(),
  authority: filledLine('Resolution or reserve', 500, 'The resolution, or the reserve the shares come from.'),
  authorityDate: field(dateString, { title: 'Date of the resolution' }).nullish(),
  effectiveDate: field(dateString, { title: 'Issue on' }).nullish(),
});

const holderList = z.object({
  list: holderListKind,
  recordDate: field(dateString, { title: 'Record date' }),
  meetingDate: field(dateString, { title: 'Meeting date' }).nullish(),
  format: listFormat,
  neededBy: field(dateString, { title: 'Needed by' }),
});

const contactChange = z.object({
  action: contactAction,
  name: filledLine('Name', 200),
  /** Left out, what is on file stays; a new contact has none. */
  title: line('Position', 200).nullish(),
  email: line('E-mail', 254).nullish(),
  phone: line('Phone', 40).nullish(),
  address: line('Address', 400).nullish(),
  mayInstructIssuance: z.boolean().meta({ title: 'May instruct issuances' }).nullish(),
  mayReceiveLists: z.boolean().meta({ title: 'May receive lists' }).nullish(),
  effectiveDate: field(dateString, { title: 'Effective' }),
});

/** What was asked for; of the three parts the one of its kind. */
export const requestParts = {
  kind: requestKind,
  text: paragraph('Message', 2000).nullish(),
  issuance: issuance.meta({ title: 'Issuance' }).nullish(),
  holderList: holderList.meta({ title: 'List' }).nullish(),
  contactChange: contactChange.meta({ title: 'Contact' }).nullish(),
};

export const issuerRequest = z.object(requestParts).meta({ title: 'Request of the issuer' });

export type IssuerRequest = z.output<typeof issuerRequest>;

/** The field of a request that has the facts of its kind. */
export const partOfRequest = {
  Issuance: 'issuance',
  HolderList: 'holderList',
  ContactChange: 'contactChange',
} as const satisfies Record<RequestKind, keyof IssuerRequest>;

export const requestSummary = z.looseObject({
  itemId: z.int(),
  kind: requestKind,
  state: requestState,
  /** What it is about in a few words: 10,000 shares to Jane Doe. */
  about: z.string(),
  sentAt: z.string(),
  sentBy: z.string(),
  /** When it was done, rejected or withdrawn. */
  endedAt: z.string().nullable(),
  /** What is waited for; null in other states. */
  waitingFor: z.string().nullable(),
});

const requestDocument = z.looseObject({
  documentId: z.int(),
  name: z.string(),
  bytes: z.int(),
  addedAt: z.string(),
  isFromAgent: z.boolean(),
});

const requestMessage = z.looseObject({
  number: z.int(),
  at: z.string(),
  isFromAgent: z.boolean(),
  /** The officer's name; the agent's users are not named. */
  name: z.string(),
  text: z.string(),
});

export const requestDetail = requestSummary.extend({
  request: issuerRequest,
  className: z.string().nullable(),
  /** Name of the existing holder to whom shares are to be issued. */
  holderName: z.string().nullable(),
  documents: z.array(requestDocument),
  messages: z.array(requestMessage),
  /** Why it was rejected; null otherwise. */
  rejection: z.string().nullable(),
  /** The transaction of an issuance that was posted. */
  controlTransactionId: z.int().nullable(),
  displayTransactionId: z.int().nullable(),
});
