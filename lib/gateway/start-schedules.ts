import 'server-only';
import { env, registryNow } from '../env.ts';
import { todayIn } from '../format/today.ts';
import { store } from '../session/store.ts';
import { processWide } from '../store/process-wide.ts';
import { isDraining, waitFor } from '../transport/drain.ts';
import { runSchedules } from './runs/run-schedules.ts';
import { dashboard } from './wiring.ts';

/** A day begins at midnight in the registry's zone; its files need not be there at once. */
const everyMs = 5 * 60_000;
const firstMs = 20_000;

/** Creates scheduled reports from now on; every dashboard of a store does, and each schedule is taken by one. */
export function startSchedules(): void {
  processWide('schedules', () => {
    const look = () => {
      if (isDraining()) return;
      const today = todayIn(env().registry.timeZone, registryNow());
      const work = runSchedules(dashboard(), store(), today).catch((error: Error) => {
        console.error(JSON.stringify({ event: 'schedules-failed', error: error.name }));
      });
      waitFor(work);
      work.finally(() => setTimeout(look, everyMs).unref());
    };
    setTimeout(look, firstMs).unref();
    return true;
  });
}
