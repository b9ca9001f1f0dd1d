import 'server-only';
import { env } from '#lib/env';

/** Today as 'yyyy-mm-dd' in the registry's zone; the latest cutoff that is ever sent. */
export function today(): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: env().registry.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(new Date());
}
