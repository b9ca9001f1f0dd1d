'use client';

import { useAgentOperations } from '#components/data/agent-operations';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { AsOfLabel, CurrentOnlyLabel } from '#components/register/as-of-label';
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

const waiting = <LoadingPlaceholder text="Loading holders…" lines={12} />;

/** The table's code loads together with its rows and does not delay the page. */
const HolderTable = lazyComponent(
  () => import('./holder-table.tsx').then((part) => part.HolderTable),
  waiting,
);

const PastHolderTable = lazyComponent(
  () => import('./holder-table.tsx').then((part) => part.PastHolderTable),
  waiting,
);

const RegistrationTable = lazyComponent(
  () => import('./registration-table.tsx').then((part) => part.RegistrationTable),
  waiting,
  'when drawn',
);

/** Holders, of a past day where the registry lists them, and every registration. */
export function HoldersView(props: HoldersProps) {
  const { issuer, name, view, asof, today } = props;
  const hasPast = useAgentOperations().has('GetHoldersAsOf');
  const day = hasPast ? asof : null;
  const isOfDay = day !== null && view === 'holding';
  return (
    <>
      <PrintedAs
        issuer={`${name} (${issuer})`}
        asOf={isOfDay ? `As of ${formatDate(day)}` : `Current, ${formatDate(today)}`}
        today={today}
      />
      <PageHeader
        kicker={asof ? name : `${name} · Current, ${formatDate(today)}`}
        title="Holders"
        actions={
          <>
            {props.register && asof === null && (
              <LinkButton href={routes.newHolder(issuer)}>New holder</LinkButton>
            )}
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
            label: day === null ? 'Current holders' : 'Holders',
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
      {isOfDay && (
        <SourceNote mark={<AsOfLabel date={day} today={today} />}>
          Names{props.contact ? ', account types and email addresses' : ' and account types'} are current.
        </SourceNote>
      )}
      {asof && !isOfDay && (
        <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
          {day === null ? 'Current holders and accounts.' : 'Current accounts.'}{' '}
          <Link href={routes.ownership(issuer, { asof })}>View ownership as of {formatDate(asof)}</Link>.
        </SourceNote>
      )}
      {view === 'records' ? (
        <RegistrationTable {...props} />
      ) : day === null ? (
        <HolderTable {...props} />
      ) : (
        <PastHolderTable key={day} {...props} day={day} />
      )}
    </>
  );
}
