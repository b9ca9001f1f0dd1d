import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { processWide } from '../store/process-wide.ts';

type State = {
  draining: boolean;
  servers: Set<Server>;
  /** Work that outlives its answers, and what has to be put in order at the end. */
  under: Set<Promise<unknown>>;
  last: ((graceMs: number) => Promise<void>)[];
};

const state = () =>
  processWide<State>('drain', () => ({ draining: false, servers: new Set(), under: new Set(), last: [] }));

/** True once the process is on its way out: readiness says no from then on. */
export const isDraining = (): boolean => state().draining;

/** Work the process waits for before it ends. */
export function waitFor(work: Promise<unknown>): void {
  const { under } = state();
  const held = work
    .catch(() => undefined)
    .finally(() => {
      under.delete(held);
    });
  under.add(held);
}

/** A server that closes with the process's own, also when it has not been asked anything. */
export function closeWithDrain(server: Server): void {
  state().servers.add(server);
}

/** Called when the last answer has left, with the milliseconds that remain. */
export function atTheEnd(work: (graceMs: number) => Promise<void>): void {
  state().last.push(work);
}

type Patience = {
  /** How long readiness says no before the address closes; a second signal ends it. */
  noticeMs: number;
  /** For everything together; then what is left is cut. */
  graceMs: number;
};

/**
 * Ends the process on SIGTERM or SIGINT without harm: readiness says no, the address closes, what is being answered is
 * answered, downloads run to their end, work behind the answers is done; status 0. In place of the framework's own
 * handling, which ends with 143 and knows nothing of files under way. Call once at start-up.
 */
export function drainOnSignals(patience: Patience, exit: (status: number) => void = process.exit): void {
  processWide('drain signals', () => {
    const hurry = new AbortController();
    subscribe('http.server.request.start', (message) => {
      state().servers.add((message as { server: Server }).server);
      if (state().draining)
        (message as { response: { setHeader(n: string, v: string): void } }).response.setHeader(
          'connection',
          'close',
        );
    });
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
  // A kept connection turns idle only after its last answer, so look again and again.
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
