import { today } from '#components/page/today';
import { formatInstant } from '#components/ui/instant';
import type { User } from '#lib/access/roles';
import { type LastVisit, lastVisit } from '#lib/audit/last-visit';
import { env } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { store } from '#lib/session/store';
import { LazyVisit } from './activity-sections.tsx';

/** Transactions posted since the user's last visit; the audit trail has its time. */
export async function SinceLastVisit({ user, issuer }: { user: User; issuer: number }) {
  const visit: LastVisit = await lastVisit(store(), user.id).catch(() => ({ state: 'unknown' }));
  if (visit.state === 'first') {
    return (
      <p className="py-1.5">
        This is your first visit. On later visits, this section lists the transactions posted since the last
        one.
      </p>
    );
  }
  if (visit.state === 'unknown') return <p className="py-1.5">The date of your last visit is not known.</p>;
  const at = new Date(visit.at);
  const zone = env().registry.timeZone;
  return (
    <LazyVisit
      issuer={issuer}
      // Process dates are days of the registry's zone, without a time.
      from={todayIn(zone, at)}
      to={today()}
      last={formatInstant(visit.at, zone)}
    />
  );
}
