'use client';

import { useSearchParams } from 'next/navigation';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { TabLinks } from '#components/ui/tabs';
import { PageHeader } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { presets, readPeriod } from '#lib/register/periods';
import { type DateBasis, dateBases } from '#lib/register/transactions/date-bases';
import { routes } from '#lib/routes';
import type { TransactionsProps } from './types.ts';

/** Only one view is visible: its code loads with the page, the other's on a press. */
const StatusView = lazyComponent(
  () => import('./status-view.tsx').then((part) => part.StatusView),
  <LoadingPlaceholder text="Loading transactions…" lines={12} />,
  'when drawn',
);

const JournalView = lazyComponent(
  () => import('./journal-view.tsx').then((part) => part.JournalView),
  <LoadingPlaceholder text="Loading journal…" lines={12} />,
  'when drawn',
);

/** Requests and their status, or the journal of completed transactions. */
export function TransactionsView(props: TransactionsProps) {
  const { issuer, name, view, files, asof, today } = props;
  const params = useSearchParams();
  const end = asof ?? today;
  const quarter = presets(end).find((one) => one.id === 'quarter') ?? { from: end, to: end };
  const period = readPeriod(params.get('from'), params.get('to'), today, quarter);
  const basis = readBasis(params.get('by'));
  const type = props.types.find(({ code }) => code === params.get('type'))?.code ?? null;
  const file = { issuer, from: period.from, to: period.to, filterDateBy: basis, transactionTypeCode: type };
  const text = `${formatDate(period.from)} to ${formatDate(period.to)}`;
  return (
    <>
      <PrintedAs
        issuer={`${name} (${issuer})`}
        asOf={view === 'journal' ? text : `Current, ${formatDate(today)}`}
        today={today}
      />
      <PageHeader
        kicker={view === 'journal' || asof ? name : `${name} · Current, ${formatDate(today)}`}
        title="Transactions"
        actions={
          <>
            {files.list && (
              <LinkButton icon="file" href={routes.newReport('transaction-list', file)}>
                Create transaction list
              </LinkButton>
            )}
            {files.register && (
              <LinkButton icon="file" href={routes.newReport('transactions', file)}>
                Create transaction register
              </LinkButton>
            )}
          </>
        }
      />
      <TabLinks
        label="Transaction views"
        items={[
          {
            label: 'By status',
            href: routes.transactions(issuer, { asof }),
            current: view === 'status',
          },
          {
            label: 'Journal',
            href: routes.transactions(issuer, { view: 'journal', asof }),
            current: view === 'journal',
          },
        ]}
      />
      {view === 'journal' ? (
        <JournalView {...props} {...{ period, basis, type }} />
      ) : (
        <StatusView {...props} type={type} />
      )}
    </>
  );
}

/** `?by=`; any other value means the effective date, from which holdings count. */
const readBasis = (value: string | null): DateBasis =>
  value !== null && Object.hasOwn(dateBases, value) ? (value as DateBasis) : 'EffectiveDate';
