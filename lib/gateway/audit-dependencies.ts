import { env, registryNow } from '../env.ts';
import { todayIn } from '../format/today.ts';
import { store } from '../session/store.ts';
import { dashboard } from './wiring.ts';

/** Dependencies of reading the audit trail; days and times are in the registry's zone. */
export function dependencies() {
  const zone = env().registry.timeZone;
  const now = registryNow();
  return { pool: store(), context: dashboard(), zone, today: todayIn(zone, now), now };
}
