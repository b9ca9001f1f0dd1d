'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import { useAllRows } from '#lib/api/all-rows';
import { formatLongDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { Button } from '@/components/ui/button';
import { ErrorPanel } from '@/components/ui/states';
import { CurrentOnlyMark } from '../../../../as-of-mark.tsx';
import { dollarClasses } from '../../../../capacity-of.ts';
import { clock, NotYet } from '../../../../loaded.tsx';
import { classLines, holdingsOf } from '../../../figures/cap-table.ts';
import { capTableChecks } from '../../../figures/cap-table-checks.ts';
import { CheckList } from '../check-list.tsx';
import { balanceQuery } from '../queries.ts';
import type { CapTableProps } from './cap-table-screen.tsx';
import { Views } from './lazy-views.tsx';
import { SourceNote } from './source-note.tsx';

/** Every row of the cap table as it stands, read page after page and shown as it comes. */
export function CurrentTable({ issuer, view, asof, today }: CapTableProps) {
  const read = useAllRows('GetShareholderCapTable', { CustomerIssuerId: issuer });
  const balance = useQuery(balanceQuery(issuer, today));
  const { pages, complete, total } = read;
  const parts = useMemo(() => {
    const rows = pages.flatMap((page) => page.shareholders);
    const securities = pages.at(-1)?.securities ?? [];
    const inDollars = dollarClasses(balance.data ?? []);
    return { holdings: holdingsOf(rows, inDollars), lines: classLines(rows, securities, inDollars) };
  }, [pages, balance.data]);
  const retry = () => void read.again();
  if (pages.length === 0) {
    const { error, isFetching, stop: cancel } = read;
    const waiting = 'The registry is listing the holders.';
    return <NotYet lines={12} {...{ error, isFetching, waiting, retry, cancel }} />;
  }
  return (
    <>
      <SourceNote mark={asof !== null && <CurrentOnlyMark past today={today} />}>
        {asof && (
          <>
            These are today's holdings, not those of {formatLongDate(asof)}.{' '}
            <Link href={routes.capTable(issuer, { view, asof })}>Show the table rebuilt for that day</Link>.
          </>
        )}
        {!complete && !read.error && (
          <span role="status" className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            {read.stopped ? 'Stopped after ' : 'Reading '}
            {formatShares(read.received)} of {formatShares(total ?? 0)} rows.{' '}
            {read.stopped ? 'Totals are of these rows only.' : 'Totals are complete when all are here.'}
            <Button size="sm" onClick={read.stopped ? read.goOn : read.stop}>
              {read.stopped ? 'Read the rest' : 'Stop'}
            </Button>
          </span>
        )}
      </SourceNote>
      {read.error && (
        <ErrorPanel
          error={read.error}
          onRetry={complete ? retry : read.goOn}
          title={complete ? 'The rows could not be read again' : 'Not every row could be read'}
          stillShowing={`at ${clock(read.updatedAt)}`}
        />
      )}
      {read.moved && (
        <p className="mb-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          The register changed while it was being read, so the rows may not add up.{' '}
          <button type="button" className="underline" onClick={retry}>
            Read it again
          </button>
        </p>
      )}
      <Views view={view} issuer={issuer} day={today} {...parts} />
      {complete && <CheckList checks={capTableChecks(parts.lines, balance.data ?? null)} />}
    </>
  );
}
