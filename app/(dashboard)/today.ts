import 'server-only';

/** Where the registry's business day is counted (decisions: today = the calendar day in the registry's zone). */
const zone = 'America/New_York';

/** Today as 'yyyy-mm-dd' in the registry's zone; the latest cutoff that is ever sent. */
export function today(): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(new Date());
}
