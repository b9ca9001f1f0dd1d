/** Whether the registry is being asked at all: after five failed calls in a row only a probe goes out now and then. */
export type Circuit = {
  /** True when this call may go out; while open, one call per pause is let through as a probe. */
  admits(): boolean;
  /** Tells how a call that went out ended. */
  report(reached: boolean): void;
  /** True while calls are kept back. */
  isOpen(): boolean;
  /** Seconds until the next probe, at least 1. */
  waitSeconds(): number;
};

const failuresMax = 5;
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** A circuit with its own count; a probe goes out well within 30 s of the fault's end (decisions, ruling 26). */
export function openCircuit(now: () => number = Date.now): Circuit {
  let failures = 0;
  let pauseMs = firstPauseMs;
  let nextProbeAt = 0;
  return {
    admits() {
      if (failures < failuresMax) return true;
      if (now() < nextProbeAt) return false;
      // The probe's own outcome moves this again; meanwhile nobody else goes.
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
