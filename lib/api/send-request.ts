import type { EndpointId, InputFor, ResponseFor } from '../contract/index.ts';

/** Calls an operation; canceled together with the read it belongs to. */
export type SendRequest = <Id extends EndpointId>(id: Id, input: InputFor<Id>) => Promise<ResponseFor<Id>>;
