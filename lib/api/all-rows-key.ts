import type { EndpointId } from '#lib/contract/index';
import { firstRows } from './paging.ts';
import type { Input } from './wire.ts';

/**
 * The query key for all rows of a paged operation. The same on the server, which may prefetch the first page,
 * and in the browser.
 */
export const allRowsKey = <Id extends EndpointId>(id: Id, input: Input<Id>) => [id, input, 'all'] as const;

/** The input of the first page: small, so that rows show early. */
export const firstPageInput = <Id extends EndpointId>(
  input: Input<Id>,
  paging: { start: string; rows: string },
): Input<Id> => ({ ...(input as object), [paging.start]: 0, [paging.rows]: firstRows }) as Input<Id>;
