import type { Paging } from '#lib/contract/endpoint';
import type { EndpointId, InputFor, ResponseFor } from '#lib/contract/index';

export type Input<Id extends EndpointId> = InputFor<Id>;
export type Answer<Id extends EndpointId> = ResponseFor<Id>;

/**
 * What the browser needs to send an operation. The server derives it from the contract and passes it on, so
 * that no schema is sent to the browser and no path is written twice.
 */
export type Wire = { [Id in EndpointId]?: { method: 'GET' | 'POST'; path: string; paging?: Paging } };
