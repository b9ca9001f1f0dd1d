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

export const agentOperations: Record<string, Operation> = {
  GetAgentOperations: get('', 'AOFV'),
  GetAgentSettings: get('/settings', 'AOFV'),
};
