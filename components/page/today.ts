import 'server-only';
import { env, registryNow } from '#lib/env';
import { zoneTitle } from '#lib/format/local-time';
import { todayIn } from '#lib/format/today';

/** Today as 'yyyy-mm-dd' in the registry's zone; no later cutoff is ever sent. */
export function today(): string {
  return todayIn(env().registry.timeZone, registryNow());
}

/** The zone that 'today' and process dates are days of, as people read it: 'America/New York'. */
export function registryZone(): string {
  return zoneTitle(env().registry.timeZone);
}
