import { today } from '#components/page/today';
import { formatInstant } from '#components/ui/instant';
import type { User } from '#lib/access/roles';
import { type LastVisit, lastVisit } from '#lib/audit/last-visit';
import { env } from '#lib/env';
import { addDays } from '#lib/format/dates';
import { todayIn } from '#lib/format/today';
import { store } from '#lib/session/store';
import { LazyVisit } from './activity-sections.tsx';

/** Days, today included, that are shown to a user whose last visit is not known. */
const shownDays = 30;

/**
 * Transactions posted since the user's last visit, whose time is in the audit trail; without one, those of the last 30
 * days.
 */
export async function SinceLastVisit({ user, issuer }: { user: User; issuer: number }) {
  const visit: LastVisit = await lastVisit(store(), user.id).catch(() => ({ state: 'unknown' }));
  const to = today();
  if (visit.state !== 'since') {
    return (
      <LazyVisit
        issuer={issuer}
        from={addDays(to, 1 - shownDays)}
        to={to}
        visit={
          visit.state === 'first' ? 'This is your first visit.' : 'The date of your last visit is not known.'
        }
        span={`In the last ${shownDays} days`}
      />
    );
  }
  const zone = env().registry.timeZone;
  return (
    <LazyVisit
      issuer={issuer}
      // Process dates are days of the registry's zone, without a time.
      from={todayIn(zone, new Date(visit.at))}
      to={to}
      visit={`Your last visit was on ${formatInstant(visit.at, zone)}.`}
      span="Since that date"
    />
  );
}
