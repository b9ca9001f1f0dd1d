import type { EndpointId, InputFor } from '#lib/contract/index';
import { firstRows } from './paging.ts';

/**
 * The query key for all rows of a paged operation. The same on the server, which may prefetch the first page,
 * and in the browser.
 */
export const allRowsKey = <Id extends EndpointId>(id: Id, input: InputFor<Id>) => [id, input, 'all'] as const;

/** The input of the first page: small, so that rows show early. */
export const firstPageInput = <Id extends EndpointId>(
  input: InputFor<Id>,
  paging: { start: string; rows: string },
): InputFor<Id> => ({ ...(input as object), [paging.start]: 0, [paging.rows]: firstRows }) as InputFor<Id>;
