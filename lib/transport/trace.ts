// Context of a request: its ID, the right to its response, and its operation.

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { processWide } from '../store/process-wide.ts';

/** Whether the requester may still have the response, checked at each call. Throwing counts as no. */
export type Right = () => Promise<boolean>;

/** The context of a request while it is handled. */
export type Trace = {
  id: string;
  /** Set once known, for log and metrics. */
  operation?: string;
  /** What the response depends on while it is open; absent where no sign-in is needed. */
  depends?: { right: Right; requestedAt: number; isRequested: boolean };
};

const scope = () => processWide('trace', () => new AsyncLocalStorage<Trace>());

/** Handles a new request under a trace of its own; everything the handling calls can read it. */
export function startTrace<T>(handle: (trace: Trace) => T): T {
  const trace: Trace = { id: randomUUID() };
  return scope().run(trace, () => handle(trace));
}

/** Runs work that outlives its request, under its own ID. */
export function withRequestId<T>(id: string, work: () => Promise<T>): Promise<T> {
  return scope().run({ id }, work);
}

/** The ID of the request being handled, undefined outside of one. */
export const tracedId = (): string | undefined => scope().getStore()?.id;

/** The ID of the request being handled, or a new one. */
export const requestIdHere = (): string => tracedId() ?? randomUUID();

/**
 * Sets what this request's response depends on, replacing any earlier condition: an open response is cut when
 * `right` is gone (`watchOpenResponses`). Does nothing outside of a request.
 */
export function dependOn(right: Right): void {
  const trace = scope().getStore();
  if (trace) trace.depends = { right, requestedAt: performance.now(), isRequested: false };
}

/** Sets the request's operation for log and metrics; names of the contract only. */
export function nameOperation(operation: string): void {
  const trace = scope().getStore();
  if (trace) trace.operation = operation;
}
