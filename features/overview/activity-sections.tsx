'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { balanceQuery } from '#lib/api/register-queries';
import { dollarClasses } from '#lib/register/capacity';

const Activity = lazyComponent(
  () => import('./recent-activity.tsx').then((part) => part.RecentActivity),
  <LoadingPlaceholder text="Loading recent activity…" lines={8} />,
  'when drawn',
);

type Props = { issuer: number; asof: string | null; today: string };

/** Loads after the page: journal and chart are its heaviest parts and the last to be viewed. */
export function LazyActivity(props: Props) {
  const { data } = useQuery(balanceQuery(props.issuer, props.asof ?? props.today));
  return <Activity {...props} dollars={[...dollarClasses(data ?? [])]} />;
}

/** Reads the journal as well, and is not urgent. */
export const LazyVisit = lazyComponent(
  () => import('./visit-changes.tsx').then((part) => part.VisitChanges),
  <LoadingPlaceholder text="Loading changes since your last visit…" lines={1} />,
  'when drawn',
);
