import { queryOptions } from '@tanstack/react-query';
import type { EndpointId } from '#lib/contract/index';
import type { Answer, Input } from './wire.ts';

/**
 * The query options of an operation, the same on the server (prefetch) and in the browser. The key is [id,
 * input].
 */
export function query<Id extends EndpointId>(id: Id, input: Input<Id>) {
  return queryOptions<Answer<Id>>({ queryKey: [id, input] });
}
