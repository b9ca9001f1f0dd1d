// Shuts the process down cleanly on a signal.

import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { processWide } from '../store/process-wide.ts';

type State = {
  draining: boolean;
  servers: Set<Server>;
  /** Work that outlives its responses, and what must be closed at the end. */
  under: Set<Promise<unknown>>;
  last: ((graceMs: number) => Promise<void>)[];
};

const state = () =>
  processWide<State>('drain', () => ({ draining: false, servers: new Set(), under: new Set(), last: [] }));

/** True once shutdown has begun; readiness then fails. */
export const isDraining = (): boolean => state().draining;

/** Registers work that the process waits for before it exits. */
export function waitFor(work: Promise<unknown>): void {
  const { under } = state();
  const held = work
    .catch(() => undefined)
    .finally(() => {
      under.delete(held);
    });
  under.add(held);
}

/** Registers a server that closes at shutdown. */
export function closeWithDrain(server: Server): void {
  state().servers.add(server);
}

/** Registers work for when the last response was sent; it gets the remaining milliseconds. */
export function atTheEnd(work: (graceMs: number) => Promise<void>): void {
  state().last.push(work);
}

type Patience = {
  /** How long readiness fails before the server stops listening; a second signal ends it. */
  noticeMs: number;
  /** For the whole shutdown; then the rest is aborted. */
  graceMs: number;
};

/**
 * Shuts down cleanly on SIGTERM or SIGINT: readiness fails, the server stops listening, responses and downloads
 * complete, background work ends; exit status 0. Call once at startup.
 */
export function drainOnSignals(patience: Patience, exit: (status: number) => void = process.exit): void {
  processWide('drain signals', () => {
    const hurry = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (state().draining) return hurry.abort();
        state().draining = true;
        drain(patience, hurry.signal).then(
          () => exit(0),
          (error: Error) => {
            console.error(JSON.stringify({ level: 'error', event: 'drain-failed', error: String(error) }));
            exit(1);
          },
        );
      });
    return true;
  });
}

async function drain({ noticeMs, graceMs }: Patience, hurry: AbortSignal): Promise<void> {
  const until = Date.now() + graceMs;
  const left = () => Math.max(0, until - Date.now());
  await pause(Math.min(noticeMs, graceMs), undefined, { signal: hurry }).catch(() => undefined);
  const { servers, under, last } = state();
  const closed = [...servers].map((server) => new Promise((done) => server.close(done)));
  // A keep-alive connection becomes idle only after its last response, so check repeatedly.
  const idle = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, 50);
  const late = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, left());
  await Promise.all(closed);
  clearInterval(idle);
  clearTimeout(late);
  while (under.size > 0 && left() > 0) {
    await Promise.race([Promise.all(under), pause(left(), undefined, { ref: false })]);
  }
  for (const work of last) await work(left());
}
