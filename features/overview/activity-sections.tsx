'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useAccountCount } from '#components/data/queries/use-account-count';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Link } from '#components/ui/link';
import { formatShares } from '#lib/format/shares';
import { dollarClasses } from '#lib/register/capacity';
import { routes } from '#lib/routes';

const Activity = lazyComponent(
  () => import('./recent-activity.tsx').then((part) => part.RecentActivity),
  <LoadingPlaceholder text="Loading recent activity…" lines={8} />,
  'when drawn',
);

type Props = { issuer: number; asof: string | null; today: string };

/** Loads after the page: journal and chart are its heaviest parts and the last to be viewed. */
export function LazyActivity(props: Props) {
  const { issuer, asof } = props;
  const { balance, accounts, tooMany } = useAccountCount(issuer, asof ?? props.today);
  // Its transactions of a year would be hundreds of megabytes.
  if (tooMany) {
    return (
      <p className="max-w-prose text-sm">
        With {formatShares(accounts)} holdings the transactions of a year are too many to read here. The{' '}
        <Link href={routes.transactions(issuer, { view: 'journal', asof })}>journal</Link> shows those of a
        period.
      </p>
    );
  }
  return <Activity {...props} dollars={[...dollarClasses(balance.data ?? [])]} />;
}

/** Reads the journal as well, and is not urgent. */
export const LazyVisit = lazyComponent(
  () => import('./visit-changes.tsx').then((part) => part.VisitChanges),
  <LoadingPlaceholder text="Loading recent changes…" lines={1} />,
  'when drawn',
);
