'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useAllRows } from '#lib/api/all-rows';
import { firstRows, moreRows } from '#lib/api/paging';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/states';
import { CurrentOnlyMark } from '../../../../as-of-mark.tsx';
import { classLines, holdingsOf } from '../../../../cap-table.ts';
import { capTableChecks } from '../../../../cap-table-checks.ts';
import { dollarClasses } from '../../../../capacity-of.ts';
import { CheckList } from '../../../../check-list.tsx';
import { NotYet } from '../../../../loaded.tsx';
import { listedMax } from '../../../../many.ts';
import { balanceQuery, capTableInput } from '../../../../queries.ts';
import { RowsRead, RowsTrouble } from '../../../../rows-progress.tsx';
import { SourceNote } from '../../../../source-note.tsx';
import type { CapTableProps } from './cap-table-screen.tsx';
import { LongTable } from './lazy-long-table.tsx';
import { Views } from './lazy-views.tsx';
import { waitingLines } from './views.ts';

/** What a few requests bring is shown when all of it is here: a row must not move under the eye that reads it. */
const heldRowsMax = firstRows + 5 * moreRows;

/**
 * Every row of the cap table as it stands, read page after page; a long one is shown as it comes, in its own order. One
 * that is too long to be sent to a browser is read where somebody looks.
 */
export function CurrentTable({ issuer, view, asof, today }: CapTableProps) {
  const read = useAllRows('GetShareholderCapTable', capTableInput(issuer), true, listedMax);
  const balance = useQuery(balanceQuery(issuer, today));
  const { pages, complete, stopped, error, total, tooLong } = read;
  const settled = complete || stopped || error !== null;
  // A table is much to draw: the browser stays free for the person meanwhile.
  const drawn = useDeferredValue(settled || (total ?? 0) > heldRowsMax);
  const parts = useMemo(() => {
    const rows = pages.flatMap((page) => page.shareholders);
    const securities = pages.at(-1)?.securities ?? [];
    const inDollars = dollarClasses(balance.data ?? []);
    return {
      holdings: holdingsOf(rows, inDollars, complete),
      lines: classLines(rows, securities, inDollars),
    };
  }, [pages, complete, balance.data]);
  const retry = () => void read.again();
  if (pages.length === 0) {
    const { isFetching, stop: cancel } = read;
    const waiting = 'The registry is listing the holders.';
    return <NotYet lines={waitingLines} {...{ error, isFetching, waiting, retry, cancel }} />;
  }
  return (
    <>
      {(asof || !tooLong) && (
        <SourceNote mark={asof !== null && <CurrentOnlyMark past today={today} />}>
          {asof && (
            <>
              These are today's holdings, not those of {formatLongDate(asof)}.{' '}
              <Link href={routes.capTable(issuer, { view, asof })}>Show the table rebuilt for that day</Link>.
            </>
          )}
          {/* That all rows are here is said with them: a line that becomes shorter would move what waits below it. */}
          {!tooLong && <RowsRead read={drawn ? read : { ...read, complete: false }} />}
        </SourceNote>
      )}
      <RowsTrouble read={read} />
      {tooLong ? (
        <LongTable {...{ issuer, view, asof, today }} total={total ?? 0} readAll={read.goOn} />
      ) : drawn ? (
        <Views view={view} issuer={issuer} asof={asof} day={today} arriving={!settled} {...parts} />
      ) : (
        <Skeleton lines={waitingLines} />
      )}
      {complete && drawn && <CheckList checks={capTableChecks(parts.lines, balance.data ?? null)} />}
    </>
  );
}
