import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionKey, readUntakenBytes } from '../net/tcp-table.ts';
import type { Trace } from './trace.ts';

type Answer = ServerResponse<IncomingMessage>;

/** A smaller response is not watched once it has left the process. */
const largeBytes = 64 * 1024;

export type OpenAnswers = {
  /** Watches a response until the client has read all of it, or it was aborted. */
  watch(answer: Answer, trace: Trace): void;
  /** Checks every response that is due; runs by itself. */
  look(): Promise<void>;
  stop(): void;
};

type Options = {
  /** Called for each response that was cut. */
  cut: () => void;
  /** How often the right to an open response is checked, in milliseconds; default one second. */
  askEveryMs?: number;
  /** A check without a result for this long counts as denied; default five seconds. */
  askWithinMs?: number;
};

/**
 * Cuts responses whose client has lost the right to them during processing or sending. The request's handler
 * defines the right (`dependOn`); it is checked once the response has been open for `askEveryMs` and then at
 * that interval, so a response of less than a second costs nothing. When the right is gone, or cannot be
 * checked, the connection is reset: what has arrived never looks complete, and the kernel sends nothing more.
 * The source sees it as a client disconnect. Up to 4 MB of a large response may still be in the kernel after it
 * left the process; where the system shows how much, it is watched until read.
 */
export function watchOpenAnswers(options: Options): OpenAnswers {
  const { cut, askEveryMs = 1_000, askWithinMs = 5_000 } = options;
  const open = new Map<Answer, Trace>();
  /** Those that have left the process. */
  const sent = new Set<Answer>();

  const isDue = ({ depends }: Trace) =>
    depends !== undefined && !depends.isAsked && performance.now() - depends.askedAt >= askEveryMs;

  const forget = (answer: Answer) => {
    open.delete(answer);
    sent.delete(answer);
  };

  async function ask(answer: Answer, trace: Trace): Promise<void> {
    const { depends } = trace;
    if (!depends || !isDue(trace)) return;
    depends.isAsked = true;
    depends.askedAt = performance.now();
    const late = new AbortController();
    const allowed = await Promise.race([
      depends.right().catch(() => false),
      pause(askWithinMs, false, { ref: false, signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    depends.isAsked = false;
    // Replaced meanwhile by a narrower right, which is checked next.
    if (allowed || trace.depends !== depends || !open.has(answer)) return;
    forget(answer);
    answer.req.socket.resetAndDestroy();
    cut();
  }

  /** Checks those whose client has not read everything. */
  async function askSent(due: readonly [Answer, Trace][]): Promise<void> {
    if (due.length === 0) return;
    const keys = due.map(([{ req }]) => connectionKey(req.socket) ?? '');
    const untaken = await readUntakenBytes(new Set(keys));
    const isTaken = (at: number) => !untaken?.get(keys[at] ?? '');
    for (const [at, [answer]] of due.entries()) if (isTaken(at)) forget(answer);
    await Promise.all(due.filter((_, at) => !isTaken(at)).map(([answer, trace]) => ask(answer, trace)));
  }

  async function look(): Promise<void> {
    // All that are due at once, so that checks of one session are batched.
    const due = [...open].filter(([, trace]) => isDue(trace));
    const begun = due.filter(([answer]) => !sent.has(answer)).map(([answer, trace]) => ask(answer, trace));
    await Promise.all([...begun, askSent(due.filter(([answer]) => sent.has(answer)))]);
  }

  const timer = setInterval(() => void look(), askEveryMs / 4);
  timer.unref();
  return {
    watch(answer, trace) {
      const { socket } = answer.req;
      const before = socket.bytesWritten;
      open.set(answer, trace);
      answer.once('close', () => {
        const large = trace.depends && socket.bytesWritten - before >= largeBytes;
        if (large && !socket.destroyed) sent.add(answer);
        else forget(answer);
      });
    },
    look,
    stop: () => clearInterval(timer),
  };
}
