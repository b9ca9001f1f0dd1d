'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import { CheckList } from '#components/register/check-list';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import type { SendRequest } from '#lib/api/send-request';
import { formatMonth } from '#lib/format/dates';
import { at, type Ta2Month, ta2Months, ta2Year } from '#lib/register/ta2-response';
import { FactMonthSummary, FactMonthTable } from './fact-months.tsx';
import { monthsOf, readMonth } from './months.ts';
import { readFacts } from './read-facts.ts';
import { type FactItem, type FactMonth, factChecks, factItems, factMonth } from './turnaround-facts.ts';
import { setMonth, TurnaroundHeader } from './turnaround-header.tsx';

const waitingForCertificate = <LoadingPlaceholder text="Loading the certificate…" lines={6} />;

const MonthCertificate = lazyComponent(
  () => import('./month-certificate.tsx').then((part) => part.MonthCertificate),
  waitingForCertificate,
  'when drawn',
);
const FactItems = lazyComponent(
  () => import('./fact-items.tsx').then((part) => part.FactItems),
  <LoadingPlaceholder text="Loading items…" lines={12} />,
);

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Items received in a month against the three-business-day rule, each with its own clock. */
export function TurnaroundFactsView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const month = readMonth(useSearchParams().get('month'), today);
  const year = Number(month.slice(0, 4));
  const read = useEachIssuer(
    issuers,
    `turnaround facts ${year} ${today}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) =>
        readFacts(request, customerIssuerId, year, today),
      [year, today],
    ),
  );
  const report = useQuery(query('GetTA2Report', {}));
  const official = ta2Year(report.data) === year ? ta2Months(report.data) : [];
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const { items, sums } = useMemo(() => {
    const known = read.parts.flatMap(({ issuer, data }) => (data ? [{ issuer, data }] : []));
    return {
      items: known.flatMap(({ issuer, data }) => factItems(data, issuer.customerIssuerId, issuer.name)),
      sums: known.flatMap(({ data }) => data.months),
    };
  }, [seen]);
  const months = useMemo(
    () => monthsOf(year, today).map((one) => factMonth(one, sums, items, today)),
    [year, today, sums, items],
  );
  const current = months.find((one) => one.month === month);
  const some = read.parts.some(({ data }) => data !== undefined);
  const whole = read.parts.every(({ data }) => data !== undefined);
  const checks = whole ? factChecks(months, official) : [];
  return (
    <>
      <PrintedAs issuer="All issuers" asOf={`Turnaround, ${formatMonth(month)}`} today={today} />
      <TurnaroundHeader year={year} today={today} />
      <IssuerLoadStatus read={read} what={`Items of ${year}`} />
      {!some && !read.settled && <LoadingPlaceholder text="Loading items…" lines={12} />}
      {some && (
        <>
          <Section
            title={formatMonth(month)}
            aside={month === today.slice(0, 7) ? 'Month to date' : undefined}
          >
            {current && <FactMonthSummary month={current} items={items} isWhole={whole} />}
          </Section>
          <Section title={`Months of ${year}`} aside="Routine items, all issuers">
            <FactMonthTable months={months} isWhole={whole} current={month} onChoose={setMonth} />
            <CheckList checks={checks} title={`Months of ${year} and the TA-2 report`} />
          </Section>
          {whole && current && (
            <CertificateSection
              key={month}
              month={current}
              {...{ items, today }}
              isPending={report.isPending}
              reported={official.find((one) => one.month === month)}
              agent={text(at(report.data, 'registrant.name'))}
            />
          )}
          <Section title={`Items received in ${formatMonth(month)}`}>
            <FactItems key={month} month={month} items={items} settled={read.settled} />
          </Section>
        </>
      )}
    </>
  );
}

type CertificateProps = {
  month: FactMonth;
  items: readonly FactItem[];
  reported: Ta2Month | undefined;
  agent: string;
  today: string;
  /** The TA-2 report is loading: the certificate states its figures. */
  isPending: boolean;
};

/** The certificate of a month: at once where the standard was missed and a notice is due, else when it is asked for. */
function CertificateSection({ month, isPending, ...props }: CertificateProps) {
  const [isOpen, setOpen] = useState(month.passed === false);
  if (isOpen && isPending) return waitingForCertificate;
  if (isOpen) return <MonthCertificate {...props} month={month} />;
  return (
    <Section title={`Certificate of ${formatMonth(month.month)}`} className="print:hidden">
      <Button size="sm" onClick={() => setOpen(true)}>
        Show certificate
      </Button>
    </Section>
  );
}
