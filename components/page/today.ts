import 'server-only';
import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';

/** Today as 'yyyy-mm-dd' in the registry's zone; no later cutoff is ever sent. */
export function today(): string {
  return todayIn(env().registry.timeZone, registryNow());
}

/** Today in UTC, by the same clock: the registry's process dates are UTC days. */
export function utcDay(): string {
  return todayIn('UTC', registryNow());
}
