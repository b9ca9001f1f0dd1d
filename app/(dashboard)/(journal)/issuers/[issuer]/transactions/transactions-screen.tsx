'use client';

import { useSearchParams } from 'next/navigation';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LinkButton } from '@/components/ui/button';
import { TabLinks } from '@/components/ui/tabs';
import { PageHeader } from '@/components/ui/text';
import { presets, readPeriod } from '../../../../periods.ts';
import { PrintedAs } from '../../../../printed-as.tsx';
import { readBasis } from './journal-state.ts';
import { JournalView, StatusView } from './lazy-views.tsx';

export type TransactionsProps = {
  issuer: number;
  name: string;
  view: 'status' | 'journal';
  /** Letter and title of each transaction type. */
  types: readonly { code: string; title: string }[];
  /** Agent staff start with pending items, issuer staff with completed ones. */
  agent: boolean;
  files: { list: boolean; register: boolean };
  asof: string | null;
  today: string;
};

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
                Journal as a file
              </LinkButton>
            )}
            {files.register && (
              <LinkButton icon="file" href={routes.newReport('transactions', file)}>
                Register as a file
              </LinkButton>
            )}
          </>
        }
      />
      <TabLinks
        label="Views of the transactions"
        items={[
          {
            label: 'By status',
            href: routes.transactions(issuer, { asof }),
            current: view === 'status',
          },
          {
            label: 'Journal: what changed',
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
