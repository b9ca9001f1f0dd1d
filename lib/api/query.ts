import { queryOptions } from '@tanstack/react-query';
import type { EndpointId, InputFor, ResponseFor } from '../contract/index.ts';

/**
 * The query options of an operation, the same on the server (prefetch) and in the browser. The key is [id,
 * input].
 */
export function query<Id extends EndpointId>(id: Id, input: InputFor<Id>) {
  return queryOptions<ResponseFor<Id>>({ queryKey: [id, input] });
}
