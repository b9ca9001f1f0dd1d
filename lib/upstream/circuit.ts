/** Circuit breaker: after five failed calls in a row, only an occasional probe is sent to the registry. */
export type Circuit = {
  /** True when this call may be sent; while open, one call per pause is let through as a probe. */
  admits(): boolean;
  /** Reports the result of a sent call. */
  report(reached: boolean): void;
  /** True while calls are blocked. */
  isOpen(): boolean;
  /** Seconds until the next probe, at least 1. */
  waitSeconds(): number;
};

const failuresMax = 5;
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** A circuit breaker with its own count. A probe is sent well within 30 s of the end of the failure. */
export function openCircuit(now: () => number = Date.now): Circuit {
  let failures = 0;
  let pauseMs = firstPauseMs;
  let nextProbeAt = 0;
  return {
    admits() {
      if (failures < failuresMax) return true;
      if (now() < nextProbeAt) return false;
      // The probe's result changes this again; until then no other call is sent.
      nextProbeAt = now() + pauseMs;
      return true;
    },
    report(reached) {
      if (reached) {
        failures = 0;
        pauseMs = firstPauseMs;
        return;
      }
      failures += 1;
      if (failures < failuresMax) return;
      if (failures > failuresMax) pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      nextProbeAt = now() + pauseMs;
    },
    isOpen: () => failures >= failuresMax,
    waitSeconds: () => Math.max(1, Math.ceil((nextProbeAt - now()) / 1000)),
  };
}
