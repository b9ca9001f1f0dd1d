import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionKey, readUntakenBytes } from '../net/tcp-table.ts';
import type { Trace } from './trace.ts';

type Answer = ServerResponse<IncomingMessage>;

/** A smaller answer is not looked after once it has left the program. */
const largeBytes = 64 * 1024;

export type OpenAnswers = {
  /** Watches an answer until its reader has all of it, or it broke off. */
  watch(answer: Answer, trace: Trace): void;
  /** Asks for every answer that is due; runs by itself. */
  look(): Promise<void>;
  stop(): void;
};

type Options = {
  /** Told of each answer that was cut. */
  cut: () => void;
  /** How often the right to an open answer is asked, in milliseconds; default a second. */
  askEveryMs?: number;
  /** A question without an answer for so long counts as no; default five seconds. */
  askWithinMs?: number;
};

/**
 * Cuts answers whose reader has lost the right to them while they were made or sent. The right is what the handling of the
 * request said it depends on (`dependOn`); it is asked once the answer has been open for `askEveryMs` after that, and as
 * often from then on, so that an answer of less than a second costs nothing. When it is gone, or cannot be asked, the
 * connection is reset: what has arrived never looks whole, and nothing that the kernel still held follows. Whoever makes
 * the answer hears of it as of a reader who left. Of a large answer that has left the program whole, up to 4 MB may still
 * lie in the kernel; where the system shows how much, it is watched until that is taken.
 */
export function watchOpenAnswers(options: Options): OpenAnswers {
  const { cut, askEveryMs = 1_000, askWithinMs = 5_000 } = options;
  const open = new Map<Answer, Trace>();
  /** Those of them that have left the program. */
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
    // Replaced meanwhile by a narrower right: that one is asked next.
    if (allowed || trace.depends !== depends || !open.has(answer)) return;
    forget(answer);
    answer.req.socket.resetAndDestroy();
    cut();
  }

  /** Asks for those whose reader has not taken everything. */
  async function askSent(due: readonly [Answer, Trace][]): Promise<void> {
    if (due.length === 0) return;
    const keys = due.map(([{ req }]) => connectionKey(req.socket) ?? '');
    const untaken = await readUntakenBytes(new Set(keys));
    const isTaken = (at: number) => !untaken?.get(keys[at] ?? '');
    for (const [at, [answer]] of due.entries()) if (isTaken(at)) forget(answer);
    await Promise.all(due.filter((_, at) => !isTaken(at)).map(([answer, trace]) => ask(answer, trace)));
  }

  async function look(): Promise<void> {
    // All that are due at a time, so that the questions of one session can travel together.
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
