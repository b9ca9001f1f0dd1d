// Contract of the operations that tell which agent operations a registry has, and its settings.

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const GetAgentOperations = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1',
  kind: 'read',
  access: 'staff',
  summary: 'The agent operations that this registry has',
  response: z.looseObject({ version: z.string(), operations: z.array(z.string()) }),
  issuer: { by: 'none' },
  example: { request: {} },
});

const GetAgentSettings = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/settings',
  kind: 'read',
  access: 'staff',
  summary: 'Day, zone, cut-off and approval rule of this registry',
  response: z.looseObject({
    today: z.string(),
    now: z.string(),
    timeZone: z.string(),
    /** The hour of the cut-off in the registry's zone, HH:MM. */
    cutoff: z.string(),
    /** none, all, or above:N shares. */
    approval: z.string(),
  }),
  issuer: { by: 'none' },
  example: { request: {} },
});

export const discoveryOperations = { GetAgentOperations, GetAgentSettings };
