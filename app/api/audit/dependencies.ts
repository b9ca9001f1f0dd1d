import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { store } from '#lib/session/store';
import { dashboard } from '#lib/upstream/wiring';

/** Dependencies of reading the audit trail; days and times are in the registry's zone. */
export function dependencies() {
  const zone = env().registry.timeZone;
  return { pool: store(), board: dashboard(), zone, today: todayIn(zone, registryNow()) };
}
