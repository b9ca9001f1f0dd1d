import type { Operation } from './operation.ts';

/*
 * The agent operations and their access rules, written a second time by hand. Tests take the expected results from
 * here, never from lib/access or lib/contract.
 */

const none: Operation['tenant'] = { by: 'none' };

const get = (
  path: string,
  who: string,
  tenant: Operation['tenant'] = none,
  rest: Record<string, unknown> = {},
): Operation => ({ method: 'GET', path: `/agent/v1${path}`, who, tenant, rest, responses: 'data' });

const write = (path: string, tenant: Operation['tenant'], rest: Record<string, unknown>): Operation => ({
  method: 'POST',
  path: `/agent/v1${path}`,
  who: 'AO',
  tenant,
  rest,
  responses: 'write',
});

const issuer = (nullMeansAll = false): Operation['tenant'] => ({
  by: 'issuer',
  field: 'customerIssuerId',
  nullMeansAll,
});

const content = { kind: 'Transfer', receivedAt: '2026-11-19T10:00:00-05:00', channel: 'Mail' };
const items = [{ itemId: 100000001, version: 1 }];

export const agentOperations: Record<string, Operation> = {
  GetAgentOperations: get('', 'AOFV'),
  GetAgentSettings: get('/settings', 'AOFV'),
  GetItems: get('/items', 'AOFV', issuer(true)),
  GetItemChanges: get('/items/changes', 'AOFV', issuer(true), { after: 0 }),
  GetItem: get('/items/detail', 'AOFV', issuer(), { itemId: 100000001 }),
  CheckItem: { ...write('/items/check', issuer(), { content }), responses: 'data' },
  CreateItem: write('/items', issuer(), { content }),
  UpdateItem: write('/items/update', issuer(), { ...items[0], content }),
  SubmitItems: write('/items/submit', none, { items }),
  ApproveItems: write('/items/approve', none, { items }),
  PostItems: write('/items/post', none, { items }),
  HoldItems: write('/items/hold', none, { items, reason: 'Opinion', nextActionOn: '2026-11-24' }),
  ReturnItems: write('/items/return', none, { items, reason: 'Opinion received' }),
  AssignItems: write('/items/assign', none, { items, assignedTo: null }),
  RejectItems: write('/items/reject', none, { items, kind: 'Other', reasonCode: 'O02' }),
  CancelItems: write('/items/cancel', none, { items, reason: 'Withdrawn' }),
};
