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

const issuer = (nullMeansAll = false): Operation['tenant'] => ({
  by: 'issuer',
  field: 'customerIssuerId',
  nullMeansAll,
});

const post = (
  path: string,
  who: string,
  responses: Operation['responses'],
  rest: Record<string, unknown>,
  tenant: Operation['tenant'] = issuer(),
): Operation => ({ method: 'POST', path: `/agent/v1${path}`, who, tenant, rest, responses });

const items = [{ itemId: 100000001, version: 1 }];
const step = (path: string, responses: 'write' | 'entry', rest: Record<string, unknown> = {}) =>
  post(`/items/${path}`, 'AO', responses, { items, ...rest }, none);
const content = { kind: 'Transfer', receivedAt: '2026-11-20', channel: 'Mail', presentor: { name: 'M LLC' } };

export const agentOperations: Record<string, Operation> = {
  GetAgentOperations: get('', 'AOFV'),
  GetAgentSettings: get('/settings', 'AOFV'),
  GetItems: get('/items', 'AOFV', issuer(true), { start: 0, numberOfRows: 100 }),
  GetItemChanges: get('/items/changes', 'AOFV', issuer(true), { after: 0 }),
  GetItem: get('/items/detail', 'AOFV', issuer(), { itemId: 100000001 }),
  CheckItem: post('/items/check', 'AO', 'data', { content }),
  CreateItem: post('/items/create', 'AO', 'entry', { content }),
  UpdateItem: post('/items/update', 'AO', 'entry', { itemId: 100000001, version: 1, content }),
  SubmitItems: step('submit', 'entry'),
  ApproveItems: step('approve', 'write', { acknowledged: [] }),
  PostItems: step('post', 'write', { acknowledged: [] }),
  HoldItems: step('hold', 'entry', { reason: 'Opinion asked for', nextActionOn: '2026-11-24' }),
  ReturnItems: step('return', 'entry', { reason: 'Opinion received' }),
  AssignItems: step('assign', 'entry', { assignedTo: null }),
  RejectItems: step('reject', 'write', { kind: 'Medallion', reasonCode: 'M02' }),
  CancelItems: step('cancel', 'write', { reason: 'Withdrawn' }),
};
