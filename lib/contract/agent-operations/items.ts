// Contract of the operations that list, check, enter and change items.

import { z } from 'zod';
import { actor, itemId, version } from '../agent/common.ts';
import { itemContent } from '../agent/content.ts';
import { itemCheck, itemDetail, itemSummary } from '../agent/item.ts';
import { itemKind, itemStage } from '../agent/values.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { anyIssuerId, choice, customerIssuerId, field, pageRows, pageStart } from '../fields.ts';
import { idempotencyId, line } from '../holder-fields.ts';

const exampleContent = {
  kind: 'Transfer',
  caseCode: 'Sale',
  receivedAt: '2026-11-20T09:15:00-05:00',
  channel: 'Mail',
  presentor: { name: 'Meridian Clearing LLC', reference: 'MC-4471' },
  certificates: [{ prefixAndCertificateNumber: 'BE-3780' }],
  lines: [{ systemShareholderId: 100012, shares: 100 }],
  documents: [{ kind: 'Assignment', state: 'Original', date: '2026-11-18' }],
} as const;

const exampleActor = { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' };

/** Who reads an item may see its tax IDs masked; a change then leaves them as they are. */
const keptTaxIds = z.array(line('Path', 100)).max(1000).nullish().meta({
  title: 'Tax IDs that stay',
  description:
    'Paths in the content whose tax ID is the one on file, such as depository.taxId; what the content has there is not read.',
});

const GetItems = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/items',
  kind: 'read',
  access: 'staff',
  summary: 'Items of the work queue, one page, with the number in each stage',
  query: z.object({
    customerIssuerId: anyIssuerId,
    stage: field(itemStage, { description: 'One stage; left out, the open ones.' }).nullish(),
    all: z
      .boolean()
      .default(false)
      .meta({ title: 'Ended items too', description: 'Also items that are posted, rejected or canceled.' }),
    kind: itemKind.nullish(),
    assignedTo: line('Assigned to', 254, 'E-mail of the user who has the item.').nullish(),
    text: line('Search', 100, 'Part of a number, name, certificate or reference.').nullish(),
    sortBy: choice(
      { title: 'Sort by', description: 'Order of the items.' },
      { Due: 'Due', Received: 'Received', Number: 'Number', Shares: 'Shares', Stage: 'Stage' },
    ).default('Due'),
    start: pageStart.default(0),
    numberOfRows: field(pageRows, {}).default(100),
  }),
  response: z.looseObject({
    totalRecords: z.int(),
    items: z.array(itemSummary),
    counts: z.array(z.looseObject({ stage: itemStage, items: z.int() })),
    /** Number of the last change; GetItemChanges continues from here. */
    sequence: z.int(),
  }),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'items', total: 'totalRecords' },
  example: { request: { customerIssuerId: 1001, start: 0, numberOfRows: 100 } },
});

const GetItemChanges = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/items/changes',
  kind: 'read',
  access: 'staff',
  summary: 'Items changed since a number',
  query: z.object({
    customerIssuerId: anyIssuerId,
    after: z.int().min(0).meta({ title: 'After', description: 'The sequence of the last answer.' }),
  }),
  response: z.looseObject({
    sequence: z.int(),
    /** True when more has changed than this answer holds: read the list again. */
    isIncomplete: z.boolean(),
    items: z.array(itemSummary),
  }),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  example: { request: { customerIssuerId: 1001, after: 0 } },
});

const GetItem = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/items/detail',
  kind: 'read',
  access: 'staff',
  summary: 'One item with its content, files and history',
  query: z.object({ customerIssuerId, itemId }),
  response: itemDetail,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  // Addresses inside of texts: changed parts are shown whole.
  sensitive: {
    contact: [
      'approvals[].voidBecause',
      'history[].changes',
      'content.delivery',
      'content.lines[].delivery',
      'content.search.terms',
      'content.search.evidence',
      'content.search.candidate',
      'content.request',
    ],
  },
  example: { request: { customerIssuerId: 1001, itemId: 100000001 } },
});

const CheckItem = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/items/check',
  kind: 'read',
  access: 'agent',
  summary: 'What stands against an item, and what posting it would change; records nothing',
  description: 'Give a content, or an item to check as it is, or both to check a change of the item.',
  body: z.object({
    customerIssuerId,
    itemId: itemId.nullish(),
    content: itemContent.nullish(),
    keptTaxIds,
  }),
  response: itemCheck,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: { request: { customerIssuerId: 1001, content: exampleContent } },
});

const CreateItem = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/items/create',
  kind: 'write',
  access: 'agent enters',
  summary: 'Log an item that was received',
  description:
    'Kind, time received, channel and presentor are enough to log it; the rest may follow with UpdateItem.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    content: itemContent,
  }),
  response: itemDetail,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: { request: { actor: exampleActor, customerIssuerId: 1001, content: exampleContent } },
});

const UpdateItem = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/items/update',
  kind: 'write',
  access: 'agent enters',
  summary: 'Replace the content of an open item',
  description: 'An approval that was given is void afterwards, and the item is entered again.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId,
    itemId,
    version,
    content: itemContent,
    keptTaxIds,
  }),
  response: itemDetail,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: {
    request: {
      actor: exampleActor,
      customerIssuerId: 1001,
      itemId: 100000001,
      version: 1,
      content: exampleContent,
    },
  },
});

export const itemOperations = {
  GetItems,
  GetItemChanges,
  GetItem,
  CheckItem,
  CreateItem,
  UpdateItem,
} as const satisfies Record<string, Endpoint>;
