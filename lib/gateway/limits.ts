// Limits of calls, parallel requests and files, per user or source address.

import 'server-only';
import { ApiError } from '../api/error.ts';

/** Enough for a busy user, but not for a script. */
const parallelMax = 64;
/** Files of items in memory at the same time: of a user, and of all. */
const filesMax = { user: 4, all: 8 };
/** Calls of a kind allowed in a row, and how many become available again per second. */
const budgets = {
  report: { inARow: 40, perSecond: 0.5 },
  // Tax IDs are revealed one at a time: enough for a few letters, but not for a list.
  reveal: { inARow: 20, perSecond: 0.05 },
  // Enough for a folder of files; digests cannot be guessed in any case.
  verify: { inARow: 60, perSecond: 1 },
  // Without sign-in, per source address, and of all addresses together.
  publicVerify: { inARow: 30, perSecond: 0.2 },
  publicVerifyAll: { inARow: 200, perSecond: 5 },
  // A sender types each addressee.
  send: { inARow: 20, perSecond: 0.05 },
  // The page of an addressee, which needs no sign-in: each attempt costs the hashing of a code.
  publicFile: { inARow: 20, perSecond: 0.1 },
  publicFileAll: { inARow: 60, perSecond: 2 },
} as const;

export type Limits = {
  /** Takes a slot for one call; release it with the returned function. Throws ApiError `rate_limited`. */
  enter(user: string, kind: 'read' | 'file' | keyof typeof budgets): () => void;
};

/** Sources without an account are many: beyond this, those that may again spend all they are allowed are forgotten. */
const knownMax = 10_000;

/** Limits of this process, per user or source. */
export function openLimits(now: () => number = Date.now): Limits {
  const running = new Map<string, number>();
  const spent = new Map<string, { left: number; at: number }>();

  function take(user: string, kind: keyof typeof budgets): void {
    const { inARow, perSecond } = budgets[kind];
    const key = `${kind} ${user}`;
    const known = spent.get(key) ?? { left: inARow, at: now() };
    const left = Math.min(inARow, known.left + ((now() - known.at) / 1000) * perSecond);
    spent.set(key, { left: Math.max(0, left - 1), at: now() });
    if (spent.size > knownMax) forgetRested();
    if (left < 1) throw new ApiError('rate_limited', { retryAfter: (1 - left) / perSecond });
  }

  function forgetRested(): void {
    for (const [key, { left, at }] of spent) {
      const budget = budgets[key.slice(0, key.indexOf(' ')) as keyof typeof budgets];
      if (left + ((now() - at) / 1000) * budget.perSecond >= budget.inARow) spent.delete(key);
    }
    // Still too many at once: the longest known are forgotten; the limit of all together remains.
    for (const key of spent.keys()) {
      if (spent.size <= knownMax) break;
      if (!/^public\w+All /.test(key)) spent.delete(key);
    }
  }

  const files: string[] = [];

  /** Takes one of the places for files. */
  function enterFile(user: string): () => void {
    const own = files.filter((one) => one === user).length;
    if (own >= filesMax.user || files.length >= filesMax.all)
      throw new ApiError('rate_limited', { retryAfter: 2 });
    files.push(user);
    let inside = true;
    return () => {
      if (inside) files.splice(files.indexOf(user), 1);
      inside = false;
    };
  }

  return {
    enter(user, kind) {
      if (kind === 'file') return enterFile(user);
      const count = running.get(user) ?? 0;
      if (count >= parallelMax) throw new ApiError('rate_limited', { retryAfter: 1 });
      if (kind !== 'read') take(user, kind);
      running.set(user, count + 1);
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        const left = (running.get(user) ?? 1) - 1;
        if (left > 0) running.set(user, left);
        else running.delete(user);
      };
    },
  };
}
