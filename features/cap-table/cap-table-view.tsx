'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { TabLinks } from '#components/ui/tabs';
import { PageHeader } from '#components/ui/text';
import { balanceQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { preloadView } from './chosen-view.tsx';
import { CurrentTable } from './current-table.tsx';
import type { CapTableProps } from './types.ts';
import { type CapTableKind, capTableViews, waitingLines } from './views.ts';

/** Most visits show the current day. */
const PastTable = lazyComponent(
  () => import('./past-table.tsx').then((part) => part.PastTable),
  <LoadingPlaceholder text="Loading cap table…" lines={waitingLines} />,
  'when drawn',
);

type Props = Omit<CapTableProps, 'view'> & { given: CapTableKind | null };

/**
 * The interface has no past cap table: for a past day the page offers a reconstructed one, labeled so, or the
 * current one.
 */
export function CapTableView({ given, ...rest }: Props) {
  const { issuer, name, asof, today } = rest;
  const showCurrent = useSearchParams().get('show') === 'current';
  const day = asof && !showCurrent ? asof : today;
  // With a single class the table by class has one line, so the table by holder is the default.
  const classes = useQuery(balanceQuery(issuer, asof ?? today)).data?.length;
  const view = given ?? (classes === 1 ? 'holder' : 'class');
  useEffect(() => preloadView(view), [view]);
  const means = capTableViews.find((one) => one.id === view)?.means;
  const props = { ...rest, view };
  const past = asof !== null;
  const show = showCurrent ? 'current' : null;
  return (
    <>
      <PrintedAs
        issuer={`${name} (${issuer})`}
        asOf={
          asof && !showCurrent ? `As of ${formatDate(asof)} (reconstructed)` : `Current, ${formatDate(today)}`
        }
        today={today}
      />
      <PageHeader
        kicker={past ? name : `${name} · Current, ${formatDate(today)}`}
        title="Cap table"
        actions={
          <LinkButton
            icon="file"
            href={routes.newReport('shareholder-list', { issuer, asof: day === today ? null : day })}
          >
            Create shareholder list
          </LinkButton>
        }
      />
      <TabLinks
        label="Cap table views"
        items={capTableViews.map((one) => ({
          label: one.label,
          href: routes.capTable(issuer, { view: one.id, asof, show }),
          current: one.id === view,
        }))}
      />
      {means && <p className="mb-2 text-sm text-muted">{means}</p>}
      {asof && !showCurrent ? <PastTable {...props} asof={asof} /> : <CurrentTable {...props} />}
    </>
  );
}
