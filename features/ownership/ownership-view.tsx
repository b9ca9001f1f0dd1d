'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { AsOfPage } from '#components/register/as-of-page';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { ownershipQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';

type Props = { issuer: number; name: string; asof: string | null; today: string };

/** Table and chart load together with the holdings and do not delay the page. */
const ListedPanel = lazyComponent(
  () => import('./class-panel.tsx').then((part) => part.ListedPanel),
  <LoadingPlaceholder text="Loading ownership…" lines={12} />,
);

/** The same for the largest accounts only. */
export const ClassPanel = lazyComponent(
  () => import('./class-panel.tsx').then((part) => part.ClassPanel),
  <LoadingPlaceholder text="Loading ownership…" lines={12} />,
  'when drawn',
);

/** Link to the file with every account. */
export const ListAsFile = ({ issuer, asof }: Pick<Props, 'issuer' | 'asof'>) => (
  <LinkButton icon="file" href={routes.newReport('shareholder-list', { issuer, asof })}>
    Create shareholder list
  </LinkButton>
);

/** Holdings of a class on a day: chart, figures and checks. */
export function OwnershipView(props: Props) {
  const { issuer, name, asof, today } = props;
  return (
    <AsOfPage
      {...props}
      title="Ownership"
      requested={ownershipQuery(issuer, asof ?? today)}
      waiting="ownership"
      actions={<ListAsFile issuer={issuer} asof={asof} />}
    >
      {(ownership, balances) => <ListedPanel {...{ issuer, name, ownership, balances, asof, today }} />}
    </AsOfPage>
  );
}
