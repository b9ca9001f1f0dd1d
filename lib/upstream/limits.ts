import 'server-only';
import { ApiError } from '../api/error.ts';

/** Room for a busy person and not for a script (decisions, ruling 25). */
const parallelMax = 64;
const reportsInARow = 40;
const reportsPerSecond = 0.5;

export type Limits = {
  /** Takes a place for one call; give it back with the function returned. Throws ApiError `rate_limited`. */
  enter(person: string, kind: 'read' | 'report'): () => void;
};

/** Per-person limits of this process. */
export function openLimits(now: () => number = Date.now): Limits {
  const running = new Map<string, number>();
  const reports = new Map<string, { left: number; at: number }>();

  function takeReport(person: string): void {
    const known = reports.get(person) ?? { left: reportsInARow, at: now() };
    const left = Math.min(reportsInARow, known.left + ((now() - known.at) / 1000) * reportsPerSecond);
    reports.set(person, { left: Math.max(0, left - 1), at: now() });
    if (left < 1) throw new ApiError('rate_limited', { retryAfter: (1 - left) / reportsPerSecond });
  }

  return {
    enter(person, kind) {
      const count = running.get(person) ?? 0;
      if (count >= parallelMax) throw new ApiError('rate_limited', { retryAfter: 1 });
      if (kind === 'report') takeReport(person);
      running.set(person, count + 1);
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        const left = (running.get(person) ?? 1) - 1;
        if (left > 0) running.set(person, left);
        else running.delete(person);
      };
    },
  };
}
