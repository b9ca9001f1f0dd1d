import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { processWide } from '../store/process-wide.ts';

/** Whether whoever asked may still have the answer, read anew at each call. Throwing is a no. */
export type Right = () => Promise<boolean>;

/** What belongs to a request for as long as it is handled. */
export type Trace = {
  id: string;
  /** Once it is known, for log and metrics. */
  operation?: string;
  /** What the answer depends on while it is open; absent where nobody had to sign in. */
  depends?: { right: Right; askedAt: number; isAsked: boolean };
};

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

/**
 * Says what the answer of this request depends on from now on, in place of what was said before: an answer that stays open
 * is cut when `right` is gone (`watchOpenAnswers`). Nothing outside of a request.
 */
export function dependOn(right: Right): void {
  const trace = scope().getStore();
  if (trace) trace.depends = { right, askedAt: performance.now(), isAsked: false };
}

/** Tells log and metrics which operation a request turned out to be; names of the contract alone. */
export function nameOperation(operation: string): void {
  const trace = scope().getStore();
  if (trace) trace.operation = operation;
}
