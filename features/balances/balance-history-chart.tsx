'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { compactDollars, compactNumber } from '#components/charts/axes';
import { ColumnChart } from '#components/charts/column-chart';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useBooksFrom } from '#components/data/queries/use-books-from';
import { useLimitedQueries } from '#components/data/queries/use-limited-queries';
import { QueryPlaceholder } from '#components/data/query-result';
import { putParam } from '#components/ui/browser/address-params';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { Section } from '#components/ui/text';
import { balanceQuery } from '#lib/api/register-queries';
import { formatDate, formatMonth } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { type Balance, capacityOf } from '#lib/register/capacity';
import { quantity } from '#lib/register/quantity';
import { type CourseStep, courseDays, courseSteps } from './balances.ts';

type Props = { issuer: number; day: string; balances: readonly Balance[] };

const size = (value: bigint | null) => (value === null ? null : Number(value));
const readStep = (value: string | null): CourseStep =>
  value === 'month' || value === 'year' ? value : 'quarter';

/** History of a class: outstanding, treasury and reserved at each interval, against authorized. */
export function BalanceHistoryChart(props: Props) {
  const booksFrom = useBooksFrom(props.issuer);
  if (booksFrom === undefined) return <LoadingPlaceholder text="Loading balance history…" lines={8} />;
  return <History {...props} booksFrom={booksFrom} />;
}

function History({ issuer, day, balances, booksFrom }: Props & { booksFrom: string | null }) {
  const params = useSearchParams();
  const step = readStep(params.get('by'));
  const days = useMemo(() => courseDays(day, step, booksFrom), [day, step, booksFrom]);
  const course = useCourse(issuer, days);
  const chosen =
    balances.find((one) => one.className === params.get('class')) ??
    balances.find((one) => (capacityOf(one).outstanding ?? 0n) > 0n) ??
    balances[0];
  if (!chosen) return null;
  const { className } = chosen;
  const { dollars } = capacityOf(chosen);
  const points = course.balances.map((all) => {
    const found = all?.find((one) => one.className === className);
    return found ? capacityOf(found) : null;
  });
  // A limit is drawn only when it is the same known number at every point.
  const limited = points.every((one) => one === null || (!one.unlimited && one.authorized !== null));
  const held = points.some((one) => one?.issued !== one?.outstanding);
  const saved = points.some((one) => one?.reserved !== undefined && one?.reserved !== 0n);
  const series = [
    { id: 'outstanding', label: 'Outstanding', fill: 0 },
    ...(held ? [{ id: 'held', label: 'Treasury', fill: 'rest' as const }] : []),
    ...(saved ? [{ id: 'reserved', label: 'Reserved', fill: 'reserved' as const }] : []),
  ];
  const columnsOf = points.map((one, index) => {
    const at = days[index] ?? day;
    const difference =
      one && one.issued !== null && one.outstanding !== null ? one.issued - one.outstanding : null;
    const parts = [
      one?.outstanding ?? null,
      ...(held ? [difference] : []),
      ...(saved ? [one?.reserved ?? null] : []),
    ];
    return {
      id: at,
      label: formatDate(at),
      short: formatMonth(at),
      sizes: parts.map(size),
      texts: parts.map((part) => (one ? quantity(part, dollars) : 'Not listed')),
      level: limited
        ? { size: size(one?.authorized ?? null), text: one ? quantity(one.authorized, dollars) : '' }
        : undefined,
    };
  });
  const [first] = days;
  return (
    <Section
      title="Balance history"
      aside={
        <>
          {formatDate(first)} to {formatDate(day)}
        </>
      }
    >
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        {balances.length > 1 && (
          <Field label="Class" className="w-72 max-sm:w-full">
            <Select
              value={className}
              onChange={(event) => putParam('class', event.target.value)}
              options={balances.map((one) => ({ value: one.className, label: one.className }))}
            />
          </Field>
        )}
        <Field label="Interval" className="w-44">
          <Select
            value={step}
            onChange={(event) => putParam('by', event.target.value === 'quarter' ? null : event.target.value)}
            options={Object.entries(courseSteps).map(([value, { label }]) => ({ value, label }))}
          />
        </Field>
      </div>
      {course.complete ? (
        <ColumnChart
          title={className}
          asOf={`${courseSteps[step].label}, to ${formatDate(day)}`}
          summary={`${className}: outstanding ${columnsOf[0]?.texts[0]} on ${columnsOf[0]?.label}, ${columnsOf.at(-1)?.texts[0]} on ${columnsOf.at(-1)?.label}. The table below has every figure.`}
          note={`${formatShares(days.length)} balances: ${first === booksFrom ? `one on ${formatDate(first)}, when the books begin, ` : ''}one at each ${courseSteps[step].noun} and one on ${formatDate(day)}. Transactions list the changes in between.`}
          head="Close of"
          series={series}
          columns={columnsOf}
          line={limited ? 'Authorized' : undefined}
          axisText={dollars ? compactDollars : compactNumber}
        />
      ) : (
        <QueryPlaceholder
          error={course.error}
          isFetching={course.isFetching}
          waiting={`Loading balances: ${formatShares(course.read)} of ${formatShares(days.length)} dates…`}
          lines={8}
          retry={course.retry}
          cancel={course.cancel}
        />
      )}
    </Section>
  );
}

const atOnce = 4;

/** Balances of several days, read a few at a time; null for a day that is not loaded yet. */
function useCourse(issuer: number, days: readonly string[]) {
  const queries = useMemo(() => days.map((day) => balanceQuery(issuer, day)), [issuer, days]);
  const { data, ...reads } = useLimitedQueries(queries, atOnce);
  return { ...reads, balances: data.map((one): readonly Balance[] | null => one ?? null) };
}
