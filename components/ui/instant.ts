/**
 * 'Nov 20, 2026, 3:42 PM EST': an instant on the clocks of a time zone, with the zone's name. Without `timeZone`
 * it is the zone of the browser.
 */
export function formatInstant(iso: string, timeZone?: string): string {
  return new Date(iso).toLocaleString('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
