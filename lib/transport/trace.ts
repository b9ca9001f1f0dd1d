import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { processWide } from '../store/process-wide.ts';

/** What both programs' logs say of a request: its id, and the operation once it is known. */
export type Trace = { id: string; operation?: string };

const scope = () => processWide('trace', () => new AsyncLocalStorage<Trace>());

/** Begins the trace of a request that has just arrived: everything its handling leads to sees it. */
export function beginTrace(): Trace {
  const trace: Trace = { id: randomUUID() };
  scope().enterWith(trace);
  return trace;
}

/** Runs work that outlives its request under an id of its own. */
export function withRequestId<T>(id: string, work: () => Promise<T>): Promise<T> {
  return scope().run({ id }, work);
}

/** The id of the request being handled, undefined outside of one. */
export const tracedId = (): string | undefined => scope().getStore()?.id;

/** The id of the request being handled, or a fresh one. */
export const requestIdHere = (): string => tracedId() ?? randomUUID();

/** Tells log and metrics which operation a request turned out to be; names of the contract alone. */
export function nameOperation(operation: string): void {
  const trace = scope().getStore();
  if (trace) trace.operation = operation;
}
