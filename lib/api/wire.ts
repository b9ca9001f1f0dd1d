import type { Paging } from '../contract/endpoint.ts';
import type { EndpointId } from '../contract/index.ts';

/**
 * What the browser needs to send an operation. The server derives it from the contract and passes it on, so
 * that no schema is sent to the browser and no path is written twice.
 */
export type Wire = { [Id in EndpointId]?: { method: 'GET' | 'POST'; path: string; paging?: Paging } };
