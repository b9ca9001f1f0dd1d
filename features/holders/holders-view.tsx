'use client';

import { Waiting } from '#components/data/waiting';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { TabLinks } from '#components/ui/tabs';
import { PageHeader } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import type { HoldersProps } from './types.ts';

const waiting = <Waiting text="Loading holders…" lines={12} />;

/** The table's code loads together with its rows and does not delay the page. */
const HolderTable = lazyComponent(
  () => import('./holder-table.tsx').then((part) => part.HolderTable),
  waiting,
);

const RegistrationTable = lazyComponent(
  () => import('./registration-table.tsx').then((part) => part.RegistrationTable),
  waiting,
  'when drawn',
);

/** Current holders, and every registration. */
export function HoldersView(props: HoldersProps) {
  const { issuer, name, view, asof, today } = props;
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader
        kicker={asof ? name : `${name} · Current, ${formatDate(today)}`}
        title="Holders"
        actions={
          <>
            {props.register && <LinkButton href={routes.newHolder(issuer)}>New holder</LinkButton>}
            <LinkButton icon="file" href={routes.newReport('shareholder-list', { issuer, asof })}>
              Create shareholder list
            </LinkButton>
          </>
        }
      />
      <TabLinks
        label="Holder views"
        items={[
          {
            label: 'Current holders',
            href: routes.holders(issuer, { asof }),
            current: view === 'holding',
          },
          {
            label: 'All accounts',
            href: routes.holders(issuer, { view: 'records', asof }),
            current: view === 'records',
          },
        ]}
      />
      {asof && (
        <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
          Current holders and accounts.{' '}
          <Link href={routes.ownership(issuer, { asof })}>View ownership as of {formatDate(asof)}</Link>.
        </SourceNote>
      )}
      {view === 'records' ? <RegistrationTable {...props} /> : <HolderTable {...props} />}
    </>
  );
}
