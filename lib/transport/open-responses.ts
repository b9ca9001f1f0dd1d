// Cuts responses whose user has lost the right to them meanwhile.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionKey, readUntakenBytes } from '../net/tcp-table.ts';
import type { Trace } from './trace.ts';

type OpenResponse = ServerResponse<IncomingMessage>;

/** A smaller response is not watched once it has left the process. */
const largeBytes = 64 * 1024;

export type OpenResponses = {
  /** Watches a response until the client has read all of it, or it was aborted. */
  watch(response: OpenResponse, trace: Trace): void;
  /** Checks every response that is due; runs by itself. */
  check(): Promise<void>;
  stop(): void;
};

type Options = {
  /** Called for each response that was cut. */
  cut: () => void;
  /** How often the right to an open response is checked, in milliseconds; default one second. */
  checkEveryMs?: number;
  /** A check without a result for this long counts as denied; default five seconds. */
  checkWithinMs?: number;
};

/**
 * Cuts responses whose client has lost the right to them during processing or sending. The request's handler
 * defines the right (`dependOn`); it is checked once the response has been open for `checkEveryMs` and then at
 * that interval, so a response of less than a second costs nothing. When the right is gone, or cannot be
 * checked, the connection is reset: what has arrived never looks complete, and the kernel sends nothing more.
 * The source sees it as a client disconnect. Up to 4 MB of a large response may still be in the kernel after it
 * left the process; where the system shows how much, it is watched until read.
 */
export function watchOpenResponses(options: Options): OpenResponses {
  const { cut, checkEveryMs = 1_000, checkWithinMs = 5_000 } = options;
  const open = new Map<OpenResponse, Trace>();
  /** Those that have left the process. */
  const sent = new Set<OpenResponse>();

  const isDue = ({ depends }: Trace) =>
    depends !== undefined && !depends.isRequested && performance.now() - depends.requestedAt >= checkEveryMs;

  const forget = (response: OpenResponse) => {
    open.delete(response);
    sent.delete(response);
  };

  async function request(response: OpenResponse, trace: Trace): Promise<void> {
    const { depends } = trace;
    if (!depends || !isDue(trace)) return;
    depends.isRequested = true;
    depends.requestedAt = performance.now();
    const late = new AbortController();
    const allowed = await Promise.race([
      depends.right().catch(() => false),
      pause(checkWithinMs, false, { ref: false, signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    depends.isRequested = false;
    // Replaced meanwhile by a narrower right, which is checked next.
    if (allowed || trace.depends !== depends || !open.has(response)) return;
    forget(response);
    response.req.socket.resetAndDestroy();
    cut();
  }

  /** Checks those whose client has not read everything. */
  async function checkSent(due: readonly [OpenResponse, Trace][]): Promise<void> {
    if (due.length === 0) return;
    const keys = due.map(([{ req }]) => connectionKey(req.socket) ?? '');
    const untaken = await readUntakenBytes(new Set(keys));
    const isTaken = (at: number) => !untaken?.get(keys[at] ?? '');
    for (const [at, [response]] of due.entries()) if (isTaken(at)) forget(response);
    await Promise.all(
      due.filter((_, at) => !isTaken(at)).map(([response, trace]) => request(response, trace)),
    );
  }

  async function check(): Promise<void> {
    // All that are due at once, so that checks of one session are batched.
    const due = [...open].filter(([, trace]) => isDue(trace));
    const begun = due
      .filter(([response]) => !sent.has(response))
      .map(([response, trace]) => request(response, trace));
    await Promise.all([...begun, checkSent(due.filter(([response]) => sent.has(response)))]);
  }

  const timer = setInterval(() => void check(), checkEveryMs / 4);
  timer.unref();
  return {
    watch(response, trace) {
      const { socket } = response.req;
      const before = socket.bytesWritten;
      open.set(response, trace);
      response.once('close', () => {
        const large = trace.depends && socket.bytesWritten - before >= largeBytes;
        if (large && !socket.destroyed) sent.add(response);
        else forget(response);
      });
    },
    check,
    stop: () => clearInterval(timer),
  };
}
