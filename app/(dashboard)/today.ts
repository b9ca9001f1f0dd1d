import 'server-only';
import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';

/** Today as 'yyyy-mm-dd' in the registry's zone; the latest cutoff that is ever sent. */
export function today(): string {
  return todayIn(env().registry.timeZone, registryNow());
}

/** The calendar day in UTC, by the same clock: what a registry's own process date falls on. */
export function utcDay(): string {
  return todayIn('UTC', registryNow());
}
