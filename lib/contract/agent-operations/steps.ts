// Contract of the steps of items: submit, approve, post, hold, return, assign, reject, cancel.

import { z } from 'zod';
import { actor, itemId, version } from '../agent/common.ts';
import { stepResult } from '../agent/item.ts';
import { rejectionKind, rejectionReason } from '../agent/values.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { dateString, field } from '../fields.ts';
import { filledLine, idempotencyId, line } from '../holder-fields.ts';

const items = z
  .array(z.object({ itemId, version }))
  .min(1)
  .max(1000)
  .meta({ title: 'Items', description: 'The items with the versions seen; done in this order.' });

const common = { idempotencyId: idempotencyId.nullish(), actor, items };

const response = z.looseObject({ results: z.array(stepResult) });

const example = {
  actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
  items: [{ itemId: 100000001, version: 2 }],
};

type Step = {
  path: string;
  access: 'agent enters' | 'agent writes';
  summary: string;
  description?: string;
};

/** A step of one or several items. Each item is its own transaction, and the answer says what became of each. */
function step<const Body extends z.ZodObject, const More extends Record<string, unknown>>(
  facts: Step,
  body: Body,
  more: More,
) {
  return endpoint({
    section: 'Agent',
    method: 'POST',
    kind: 'write',
    issuer: { by: 'none' },
    ...facts,
    body,
    response,
    example: { request: { ...example, ...more } },
  });
}

const reason = filledLine('Reason', 2000);
const acknowledged = z
  .array(z.string().max(40))
  .max(50)
  .default([])
  .meta({ title: 'Warnings acknowledged', description: 'Codes of the warnings that were read.' });

const SubmitItems = step(
  {
    path: '/agent/v1/items/submit',
    access: 'agent enters',
    summary: 'Submit entered items for approval, or make them ready where none is required',
  },
  z.object(common),
  {},
);

const ApproveItems = step(
  {
    path: '/agent/v1/items/approve',
    access: 'agent writes',
    summary: 'Approve items that another user entered',
    description: 'Refused for the user who entered the item or changed it since it was last approved.',
  },
  z.object({ ...common, acknowledged }),
  {},
);

const PostItems = step(
  {
    path: '/agent/v1/items/post',
    access: 'agent writes',
    summary: 'Post items to the register',
    description: 'Everything is checked again in the transaction that posts.',
  },
  z.object({ ...common, acknowledged }),
  {},
);

const HoldItems = step(
  {
    path: '/agent/v1/items/hold',
    access: 'agent enters',
    summary: 'Hold items until something arrives',
    description: 'A hold does not stop the clock of the turnaround rule.',
  },
  z.object({
    ...common,
    reason,
    nextActionOn: field(dateString, {
      title: 'Next action',
      description: 'The day to look at it again, at most five business days ahead.',
    }),
  }),
  { reason: 'Opinion asked for', nextActionOn: '2026-11-24' },
);

const ReturnItems = step(
  {
    path: '/agent/v1/items/return',
    access: 'agent enters',
    summary: 'Return held or submitted items to entry',
  },
  z.object({ ...common, reason }),
  { reason: 'Opinion received' },
);

const AssignItems = step(
  {
    path: '/agent/v1/items/assign',
    access: 'agent enters',
    summary: 'Assign items to a user, or to nobody',
  },
  z.object({
    ...common,
    assignedTo: line('Assigned to', 254, 'E-mail of the user; null for nobody.').nullable(),
  }),
  { assignedTo: 'clerk@harborline.example' },
);

const RejectItems = step(
  {
    path: '/agent/v1/items/reject',
    access: 'agent writes',
    summary: 'Reject items and record the notice',
  },
  z.object({
    ...common,
    kind: rejectionKind,
    reasonCode: rejectionReason,
    text: line('Text', 2000, 'What the presentor has to do.').nullish(),
    noticeTo: line('Notice to', 500).nullish(),
    noticeDate: field(dateString, { title: 'Notice sent on' }).nullish(),
    returnedHow: line('Returned how', 300, 'Manner of return and tracking number.').nullish(),
  }),
  { kind: 'Medallion', reasonCode: 'M02' },
);

const CancelItems = step(
  {
    path: '/agent/v1/items/cancel',
    access: 'agent writes',
    summary: 'Cancel items that the presentor or the issuer withdrew',
  },
  z.object({ ...common, reason }),
  { reason: 'Withdrawn by letter of Nov 20, 2026' },
);

export const stepOperations = {
  SubmitItems,
  ApproveItems,
  PostItems,
  HoldItems,
  ReturnItems,
  AssignItems,
  RejectItems,
  CancelItems,
} as const satisfies Record<string, Endpoint>;
