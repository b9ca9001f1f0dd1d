'use client';

import { useSearchParams } from 'next/navigation';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LinkButton } from '@/components/ui/button';
import { TabLinks } from '@/components/ui/tabs';
import { PageHeader } from '@/components/ui/text';
import { PrintedAs } from '../../../../printed-as.tsx';
import { CurrentTable } from './current-table.tsx';
import { PastTable } from './lazy-past.tsx';
import { type CapTableView, capTableViews } from './views.ts';

export type CapTableProps = {
  issuer: number;
  name: string;
  view: CapTableView;
  asof: string | null;
  today: string;
};

/** The interface has no past cap table: in the past the page offers a rebuilt one and says so, or the current one. */
export function CapTableScreen(props: CapTableProps) {
  const { issuer, name, view, asof, today } = props;
  const showCurrent = useSearchParams().get('show') === 'current';
  const day = asof && !showCurrent ? asof : today;
  const past = asof !== null;
  const show = showCurrent ? 'current' : null;
  return (
    <>
      <PrintedAs
        issuer={`${name} (${issuer})`}
        asOf={
          asof && !showCurrent
            ? `As of ${formatLongDate(asof)}, rebuilt`
            : `Current, ${formatLongDate(today)}`
        }
        today={today}
      />
      <PageHeader
        kicker={past ? name : `${name} · Current, ${formatLongDate(today)}`}
        title="Cap table"
        actions={
          <LinkButton
            icon="file"
            href={routes.newReport('shareholder-list', { issuer, asof: day === today ? null : day })}
          >
            Shareholder list as a file
          </LinkButton>
        }
      />
      <TabLinks
        label="Views of the cap table"
        items={capTableViews.map((one) => ({
          label: one.label,
          href: routes.capTable(issuer, { view: one.id, asof, show }),
          current: one.id === view,
        }))}
      />
      {asof && !showCurrent ? <PastTable {...props} asof={asof} /> : <CurrentTable {...props} />}
    </>
  );
}
