'use client';

import { AsOfPage } from '#components/register/as-of-page';
import { LinkButton } from '#components/ui/button';
import { ownershipQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';
import { ListedPanel } from './lazy-panel.tsx';

type Props = { issuer: number; name: string; asof: string | null; today: string };

/** Link to the file with every account. */
export const ListAsFile = ({ issuer, asof }: Pick<Props, 'issuer' | 'asof'>) => (
  <LinkButton icon="file" href={routes.newReport('shareholder-list', { issuer, asof })}>
    Create shareholder list
  </LinkButton>
);

/** Holdings of a class on a day: chart, figures and checks. */
export function OwnershipView(props: Props) {
  const { issuer, asof, today } = props;
  return (
    <AsOfPage
      {...props}
      title="Ownership"
      wanted={ownershipQuery(issuer, asof ?? today)}
      waiting="ownership"
      actions={<ListAsFile issuer={issuer} asof={asof} />}
    >
      {(ownership, balances) => <ListedPanel {...{ issuer, ownership, balances, asof, today }} />}
    </AsOfPage>
  );
}
