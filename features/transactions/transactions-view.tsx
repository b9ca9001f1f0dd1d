'use client';

import { useSearchParams } from 'next/navigation';
import { PrintedAs } from '#components/register/printed-as';
import { LinkButton } from '#components/ui/button';
import { TabLinks } from '#components/ui/tabs';
import { PageHeader } from '#components/ui/text';
import { formatLongDate } from '#lib/format/dates';
import { presets, readPeriod } from '#lib/register/periods';
import { routes } from '#lib/routes';
import { readBasis } from './journal-state.ts';
import { JournalView, StatusView } from './lazy-views.tsx';
import type { TransactionsProps } from './types.ts';

/** Requests and their status, or the journal of completed transactions. */
export function TransactionsScreen(props: TransactionsProps) {
  const { issuer, name, view, files, asof, today } = props;
  const params = useSearchParams();
  const end = asof ?? today;
  const quarter = presets(end).find((one) => one.id === 'quarter') ?? { from: end, to: end };
  const period = readPeriod(params.get('from'), params.get('to'), today, quarter);
  const basis = readBasis(params.get('by'));
  const type = props.types.find(({ code }) => code === params.get('type'))?.code ?? null;
  const file = { issuer, from: period.from, to: period.to, filterDateBy: basis, transactionTypeCode: type };
  const words = `${formatLongDate(period.from)} to ${formatLongDate(period.to)}`;
  return (
    <>
      <PrintedAs
        issuer={`${name} (${issuer})`}
        asOf={view === 'journal' ? words : `Current, ${formatLongDate(today)}`}
        today={today}
      />
      <PageHeader
        kicker={view === 'journal' || asof ? name : `${name} · Current, ${formatLongDate(today)}`}
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
