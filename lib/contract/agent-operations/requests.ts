import { z } from 'zod';
import { actor, itemId, version } from '../agent/common.ts';
import { itemDetail } from '../agent/item.ts';
import { requestDetail, requestParts, requestSummary } from '../agent/request.ts';
import { paragraph } from '../agent/texts.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { customerIssuerId, dateString, field, pageRows, pageStart } from '../fields.ts';
import { idempotencyId } from '../holder-fields.ts';
import { actorFields, documentId, fileName } from './files.ts';

const ofIssuer = { by: 'field', field: 'customerIssuerId', null: 'refused' } as const;

const exampleActor = { email: 'officer@larkspur.example', firstName: 'Dana', lastName: 'Whitlock' };

/** What somebody writes; not blank. */
const text = paragraph('Message', 2000).refine((given) => given.trim() !== '', 'must not be blank');

const ofRequest = { idempotencyId: idempotencyId.nullish(), actor, customerIssuerId, itemId };

const GetRequests = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/requests',
  kind: 'read',
  access: 'issuer requests',
  summary: 'Requests of the officers of an issuer, the latest first',
  query: z.object({
    customerIssuerId,
    start: pageStart.default(0),
    numberOfRows: field(pageRows, {}).default(100),
  }),
  response: z.looseObject({ totalRecords: z.int(), requests: z.array(requestSummary) }),
  issuer: ofIssuer,
  paging: { start: 'start', rows: 'numberOfRows', items: 'requests', total: 'totalRecords' },
  example: { request: { customerIssuerId: 1001, start: 0, numberOfRows: 100 } },
});

const GetRequest = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/requests/detail',
  kind: 'read',
  access: 'issuer requests',
  summary: 'One request as the officers of its issuer see it',
  description: 'Without notes, other items and users of the agent.',
  query: z.object({ customerIssuerId, itemId }),
  response: requestDetail,
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001, itemId: 100000001 } },
});

const CreateRequest = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/requests/create',
  kind: 'write',
  access: 'issuer asks',
  summary: 'Ask the agent for something: it becomes an item of the work queue',
  description: 'Give the part that the kind names: issuance, holderList or contactChange.',
  body: z.object({ idempotencyId: idempotencyId.nullish(), actor, customerIssuerId, ...requestParts }),
  response: requestDetail,
  issuer: ofIssuer,
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1001,
      kind: 'HolderList',
      text: 'For the annual meeting.',
      holderList: {
        list: 'WithAddresses',
        recordDate: '2027-03-15',
        meetingDate: '2027-05-12',
        format: 'XLSX',
        neededBy: '2027-03-18',
      },
    },
  },
});

const SendRequestMessage = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/requests/message',
  kind: 'write',
  access: 'issuer asks',
  summary: 'Write to the agent about an open request',
  description: 'Answers what the agent asked: an item that waited for the issuer is entered again.',
  body: z.object({ ...ofRequest, text }),
  response: requestDetail,
  issuer: ofIssuer,
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1001,
      itemId: 100000001,
      text: 'The resolution is attached.',
    },
  },
});

const WithdrawRequest = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/requests/withdraw',
  kind: 'write',
  access: 'issuer asks',
  summary: 'Withdraw an open request: its item is canceled',
  body: z.object({ ...ofRequest, text }),
  response: requestDetail,
  issuer: ofIssuer,
  example: {
    request: { actor: exampleActor, customerIssuerId: 1001, itemId: 100000001, text: 'Sent twice.' },
  },
});

const UploadRequestDocument = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/requests/documents',
  kind: 'upload',
  access: 'issuer asks',
  summary: 'Add a file to an open request',
  description:
    'The body is the file: PDF, PNG, JPEG or TIFF, at most 20 MB. It answers what the agent asked.',
  query: z.object({
    idempotencyId: idempotencyId.nullish(),
    ...actorFields,
    customerIssuerId,
    itemId,
    name: fileName,
  }),
  response: requestDetail,
  issuer: ofIssuer,
  example: {
    request: {
      actorEmail: exampleActor.email,
      actorFirstName: exampleActor.firstName,
      actorLastName: exampleActor.lastName,
      customerIssuerId: 1001,
      itemId: 100000001,
      name: 'resolution.pdf',
    },
  },
});

const GetRequestDocument = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/requests/documents/file',
  kind: 'file',
  access: 'issuer requests',
  summary: 'A file of a request that its issuer may see',
  query: z.object({ customerIssuerId, itemId, documentId }),
  response: z.unknown(),
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001, itemId: 100000001, documentId: 1 } },
});

const WriteToIssuer = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/requests/reply',
  kind: 'write',
  access: 'agent enters',
  summary: 'Write to the issuer about the item of its request, or ask it something',
  description:
    'With nextActionOn it is a question: the item is held until the issuer answers, at the latest until that day.',
  body: z.object({
    ...ofRequest,
    version,
    text,
    nextActionOn: field(dateString, {
      title: 'Next action',
      description: 'Given: the item waits for the issuer, at the latest until this day.',
    }).nullish(),
    documentIds: z
      .array(documentId)
      .max(100)
      .default([])
      .meta({ title: 'Documents', description: 'Files of the item that the issuer may see from now on.' }),
  }),
  response: itemDetail,
  issuer: ofIssuer,
  sensitive: {
    contact: [
      'approvals[].voidBecause',
      'history[].changes',
      'content.delivery',
      'content.lines[].delivery',
      'content.request',
    ],
  },
  example: {
    request: {
      actor: { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' },
      customerIssuerId: 1001,
      itemId: 100000001,
      version: 1,
      text: 'Please send the certified resolution.',
      nextActionOn: '2026-11-24',
    },
  },
});

/** Requests of issuers: their officers send and follow them, and the agent answers. */
export const requestOperations = {
  GetRequests,
  GetRequest,
  CreateRequest,
  SendRequestMessage,
  WithdrawRequest,
  UploadRequestDocument,
  GetRequestDocument,
  WriteToIssuer,
} as const satisfies Record<string, Endpoint>;
