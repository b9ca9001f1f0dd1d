// Contract of the operations on the documents of items.

import { z } from 'zod';
import { actor, itemId, version } from '../agent/common.ts';
import { itemDetail } from '../agent/item.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { customerIssuerId } from '../fields.ts';
import { filledLine, idempotencyId, line } from '../holder-fields.ts';

export const documentId = z
  .int()
  .positive()
  .meta({ title: 'Document', description: 'The file, by its number in the registry.' });

export const fileName = z
  .string()
  .max(200)
  .regex(/^(?=.*\S)[^\p{Cc}/\\]*$/u, { error: 'must not be blank or contain slashes or control characters' })
  .meta({ title: 'File name', description: 'Name of the file, with its extension.', control: 'text' });

/** The actor of an upload is in its query, because its body is the file. */
export const actorFields = {
  actorEmail: z.string().max(254).meta({ title: 'E-mail of the actor', hidden: true }),
  actorFirstName: line('First name of the actor', 100).meta({ hidden: true }),
  actorLastName: line('Last name of the actor', 100).meta({ hidden: true }),
};

const UploadItemDocument = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/items/documents',
  kind: 'upload',
  access: 'agent enters',
  summary: 'Add a file to an open item',
  description: 'The body is the file: PDF, PNG, JPEG or TIFF, at most 20 MB.',
  query: z.object({
    idempotencyId: idempotencyId.nullish(),
    ...actorFields,
    customerIssuerId,
    itemId,
    version,
    name: fileName,
  }),
  response: itemDetail,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: {
    request: {
      actorEmail: 'clerk@harborline.example',
      actorFirstName: 'Casey',
      actorLastName: 'Lindqvist',
      customerIssuerId: 1001,
      itemId: 100000001,
      version: 1,
      name: 'assignment.pdf',
    },
  },
});

const GetItemDocument = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/items/documents/file',
  kind: 'file',
  access: 'item documents',
  summary: 'A file of an item',
  query: z.object({ customerIssuerId, itemId, documentId }),
  response: z.unknown(),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: { request: { customerIssuerId: 1001, itemId: 100000001, documentId: 1 } },
});

const RemoveItemDocument = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/items/documents/remove',
  kind: 'write',
  access: 'agent enters',
  summary: 'Remove a file of an open item; its digest and the reason stay',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    itemId,
    version,
    documentId,
    reason: filledLine('Reason', 2000),
  }),
  response: itemDetail,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: {
    request: {
      actor: { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' },
      customerIssuerId: 1001,
      itemId: 100000001,
      version: 2,
      documentId: 1,
      reason: 'Added to the wrong item',
    },
  },
});

export const itemFileOperations = {
  UploadItemDocument,
  GetItemDocument,
  RemoveItemDocument,
} as const satisfies Record<string, Endpoint>;
