'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { statusRows } from '#components/data/queries/status-list';
import { type SendRequest, useEachIssuer } from '#components/data/queries/use-each-issuer';
import { Waiting } from '#components/data/waiting';
import { CheckList } from '#components/register/check-list';
import { putParam } from '#components/register/filter-chips';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { ErrorPanel } from '#components/ui/states';
import { PageHeader, Section, Stat, StatRow } from '#components/ui/text';
import { query } from '#lib/api/query';
import { balanceInput } from '#lib/api/register-queries';
import { daysBetween, formatDate, isDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput } from '#lib/register/list-inputs';
import { at, ta2Issuers, ta2Year } from '#lib/register/ta2-response';
import { ta2Checks } from './ta2-checks.ts';
import { issuerYear, wholeYear } from './ta2-derived.ts';
import { dueDate, dueText, filled, missingCount } from './ta2-filled.ts';
import { ta2Lines } from './ta2-lines.ts';
import { useTyped } from './typed.ts';

const Worksheet = lazyComponent(
  () => import('./worksheet.tsx').then((part) => part.Worksheet),
  <Waiting text="Loading TA-2 worksheet…" lines={12} />,
);

const ByIssuer = lazyComponent(
  () => import('./by-issuer.tsx').then((part) => part.ByIssuer),
  <Waiting text="Loading issuers…" lines={6} />,
);

/** Transaction types that count as items for transfer on Form TA-2. */
const itemTypes = ['T', 'C', 'R'] as const;

async function readYear(request: SendRequest, issuer: number, year: number, today: string) {
  const end = `${year}-12-31` < today ? `${year}-12-31` : today;
  const [received, balances, dividends] = await Promise.all([
    Promise.all(
      itemTypes.map((type) =>
        statusRows(request, { issuer, status: 'All', type, since: `${year}-01-01`, today }),
      ),
    ),
    request('GetIssuerBalance', balanceInput(issuer, end)),
    request('GetDividendList', dividendListInput(issuer)),
  ]);
  return issuerYear(year, received, balances, dividendsOf(dividends));
}

/**
 * Worksheet for the yearly Form TA-2: the source of each line, and what is missing. It does not file the form.
 */
export function Ta2View({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const requested = params.get('year');
  const thisYear = Number(today.slice(0, 4));
  const report = useQuery(query('GetTA2Report', {}));
  const reported = ta2Year(report.data);
  const given =
    requested && /^[12]\d{3}$/.test(requested) && Number(requested) <= thisYear ? Number(requested) : null;
  const year = given ?? reported ?? thisYear - 1;
  const response = reported === year ? report.data : null;
  const read = useEachIssuer(
    issuers,
    `ta-2 ${year} ${today}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) =>
        readYear(request, customerIssuerId, year, today),
      [year, today],
    ),
  );
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const derived = useMemo(() => {
    const all = read.parts.flatMap(({ data }) => (data ? [data] : []));
    return all.length === read.parts.length ? wholeYear(all) : null;
  }, [seen]);
  const { typed, saved, type, clear } = useTyped(year);
  const lines = useMemo(() => filled(ta2Lines(response, derived), typed), [response, derived, typed]);
  const checks = useMemo(() => ta2Checks(response, derived), [response, derived]);
  const holding = checks.filter(({ result }) => result === 'holds').length;
  const differing = checks.filter(({ result }) => result === 'differs').length;
  const missing = missingCount(lines);
  const due = dueDate(response, year);
  const running = year === thisYear;
  const from = (source: string) => lines.filter((line) => line.value !== '' && line.from === source).length;
  const years = [thisYear, thisYear - 1, thisYear - 2];
  return (
    <>
      <PrintedAs issuer="The transfer agent, all issuers" asOf={`TA-2 worksheet, ${year}`} today={today} />
      <PageHeader
        kicker={`Transfer agent, all issuers · Calendar year ${year}${running ? `, up to ${formatDate(today)}` : ''}`}
        title="TA-2 worksheet"
        description="The lines of the annual form, each with its source. This is a working paper. It does not file the form, and manual entries are saved on this device only."
        actions={years.map((one) => (
          <Button
            key={one}
            aria-pressed={one === year}
            variant={one === year ? 'primary' : undefined}
            onClick={() => putParam('year', `${one}`)}
          >
            {one}
          </Button>
        ))}
      />
      {report.error && (
        <ErrorPanel
          error={report.error}
          title="The TA-2 report could not be loaded"
          onRetry={() => void report.refetch()}
        />
      )}
      <IssuerLoadStatus read={read} what="Comparison figures" />
      <StatRow>
        <Stat
          label="Missing"
          value={formatShares(missing)}
          tone={missing > 0 ? 'danger' : 'ink'}
          note={`of ${formatShares(lines.length)} lines`}
        />
        <Stat label="From TA-2 report" value={formatShares(from('operation'))} />
        <Stat label="Derived" value={formatShares(from('derived'))} />
        <Stat label="Entered manually" value={formatShares(from('typed'))} note="On this device only" />
        <Stat
          label="Due"
          value={isDate(due) ? formatDate(due) : due}
          note={isDate(due) ? dueText(daysBetween(today, due)) : undefined}
        />
        {checks.length > 0 && (
          <Stat
            label="Checks"
            value={`${formatShares(holding)} of ${formatShares(checks.length)}`}
            tone={differing > 0 ? 'danger' : 'ink'}
            note={differing > 0 ? `${formatShares(differing)} differ` : 'All match'}
          />
        )}
      </StatRow>
      {report.data !== undefined && response === null && (
        <p className="mt-3 max-w-prose rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          {reported === null
            ? 'The registry’s TA-2 report does not state its year, so its figures are not used.'
            : `The registry’s TA-2 report covers ${reported}. No report is available for ${year}. Some figures below are derived from other lists; enter the rest manually.`}
        </p>
      )}
      {response !== null && <FilingSize eligible={at(response, 'abbreviatedFilingEligible')} />}
      {!saved && (
        <p role="alert" className="mt-3 text-danger">
          This device cannot save manual entries. They are lost when you close the page.
        </p>
      )}
      <Section title="Checks between lines" className="mt-6">
        {checks.length > 0 ? (
          <CheckList checks={checks} title="Lines and other lists" />
        ) : (
          <p className="text-muted">
            {report.isFetching ? 'Loading TA-2 report…' : 'No report is available for this year.'}
          </p>
        )}
        {!derived && response !== null && (
          <p className="mt-2 text-sm text-muted">
            Comparisons with other lists appear when all issuers are loaded.
          </p>
        )}
      </Section>
      <Worksheet
        key={year}
        year={year}
        lines={lines}
        typed={typed}
        onType={type}
        onClear={clear}
        today={today}
        partial={running}
      />
      <ByIssuer year={year} parts={read.parts} reported={ta2Issuers(response)} />
    </>
  );
}

/** Fewer than 1,000 items and at most 1,000 accounts: a small filer completes only a part of Form TA-2. */
function FilingSize({ eligible }: { eligible: unknown }) {
  if (typeof eligible !== 'boolean') return null;
  return (
    <p className="mt-3 text-muted">
      {eligible
        ? 'The numbers of items and accounts allow the short form: lines 1 to 5, 11 and the signature.'
        : 'The numbers of items and accounts require the full form: all lines.'}
    </p>
  );
}
