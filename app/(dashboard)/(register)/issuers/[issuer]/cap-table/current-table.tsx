'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import { useAllRows } from '#lib/api/all-rows';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { CurrentOnlyMark } from '../../../../as-of-mark.tsx';
import { classLines, holdingsOf } from '../../../../cap-table.ts';
import { capTableChecks } from '../../../../cap-table-checks.ts';
import { dollarClasses } from '../../../../capacity-of.ts';
import { CheckList } from '../../../../check-list.tsx';
import { NotYet } from '../../../../loaded.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { RowsRead, RowsTrouble } from '../../../../rows-progress.tsx';
import { SourceNote } from '../../../../source-note.tsx';
import type { CapTableProps } from './cap-table-screen.tsx';
import { Views } from './lazy-views.tsx';

/** Every row of the cap table as it stands, read page after page and shown as it comes. */
export function CurrentTable({ issuer, view, asof, today }: CapTableProps) {
  const read = useAllRows('GetShareholderCapTable', { CustomerIssuerId: issuer });
  const balance = useQuery(balanceQuery(issuer, today));
  const { pages, complete } = read;
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
        <RowsRead read={read} />
      </SourceNote>
      <RowsTrouble read={read} />
      <Views view={view} issuer={issuer} asof={asof} day={today} {...parts} />
      {complete && <CheckList checks={capTableChecks(parts.lines, balance.data ?? null)} />}
    </>
  );
}
