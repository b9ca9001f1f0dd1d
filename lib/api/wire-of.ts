import 'server-only';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import type { Wire } from './wire.ts';

/** The part of the contract that the browser needs for these operations. */
export function wireOf(ids: readonly EndpointId[]): Wire {
  const wire: Wire = {};
  for (const id of ids) {
    const { method, path, paging } = endpointOf(id);
    wire[id] = { method, path, paging };
  }
  return wire;
}
