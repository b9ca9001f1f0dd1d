import 'server-only';
import { env } from '#lib/env';
import { todayIn } from '#lib/format/today';

/** Today as 'yyyy-mm-dd' in the registry's zone; the latest cutoff that is ever sent. */
export function today(): string {
  return todayIn(env().registry.timeZone, new Date());
}
