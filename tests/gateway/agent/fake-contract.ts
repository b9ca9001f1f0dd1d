// Made-up agent operations, added to the contract for tests of the gateway.

import { z } from 'zod';
import { actor, itemId, version } from '#lib/contract/agent/common';
import { type Endpoint, endpoint } from '#lib/contract/endpoint';
import { customerIssuerId } from '#lib/contract/fields';
import { idempotencyId } from '#lib/contract/holder-fields';

/** Agent operations that only these tests have, of every kind that the gateway treats differently. */
const common = { section: 'Agent', method: 'POST' } as const;
const item = z.looseObject({
  itemId: z.int(),
  version: z.int(),
  stage: z.string(),
  presentor: z.looseObject({ name: z.string(), email: z.string(), taxId: z.string() }).nullish(),
});

export const fakes: Record<string, Endpoint> = {
  FakeCheck: endpoint({
    ...common,
    path: '/agent/v1/fake/check',
    kind: 'read',
    access: 'agent',
    summary: 'A check',
    body: z.object({ customerIssuerId, text: z.string() }),
    response: z.looseObject({ obstacles: z.array(z.string()) }),
    issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
    example: {},
  }),
  FakeEnter: endpoint({
    ...common,
    path: '/agent/v1/fake',
    kind: 'write',
    access: 'agent enters',
    summary: 'An entry',
    body: z.object({
      idempotencyId: idempotencyId.nullish(),
      actor,
      customerIssuerId,
      itemId: itemId.nullish(),
      version: version.nullish(),
      content: z.object({ kind: z.string(), note: z.string().nullish() }),
    }),
    response: item,
    issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
    example: {},
  }),
  FakeStep: endpoint({
    ...common,
    path: '/agent/v1/fake/step',
    kind: 'write',
    access: 'agent writes',
    summary: 'A step',
    body: z.object({
      idempotencyId: idempotencyId.nullish(),
      actor,
      items: z.array(z.object({ itemId, version })).min(1).max(1000),
      reason: z.string().nullish(),
    }),
    response: z.looseObject({
      results: z.array(z.looseObject({ itemId: z.int(), isDone: z.boolean(), message: z.string() })),
    }),
    issuer: { by: 'none' },
    example: {},
  }),
};

type Real = typeof import('#lib/contract/index');

/** The contract with more agent operations, for `vi.mock('#lib/contract/index', …)`. */
export function withOperations(real: Real, more: Record<string, Endpoint>) {
  return {
    ...real,
    contract: { ...real.contract, ...more },
    agentIds: [...real.agentIds, ...Object.keys(more)],
    endpointIds: [...real.endpointIds, ...Object.keys(more)],
    isAgentOperation: (id: string) => Object.hasOwn(more, id) || real.isAgentOperation(id as never),
    endpointOf: (id: string) => more[id] ?? real.endpointOf(id as never),
  };
}
