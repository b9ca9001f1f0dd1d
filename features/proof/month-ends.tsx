// Shows the stored verdicts on the last month ends, and what has changed since.

'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useBooksFrom } from '#components/data/queries/use-books-from';
import { useLimitedQueries } from '#components/data/queries/use-limited-queries';
import { QueryResult } from '#components/data/query-result';
import { VerdictBadge } from '#components/register/verdict-badge';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { type MonthEnd, type MonthEndRead, readMonthEnd, storedMonthEnds } from '#lib/api/month-ends';
import { addDays, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { FigureChange } from '#lib/proof/figures';
import { monthStart } from '#lib/register/periods';
import { routes } from '#lib/routes';

const LaterTransactions = lazyComponent(
  () => import('#components/register/later/later-transactions').then((part) => part.LaterTransactions),
  <LoadingPlaceholder text="Loading transactions…" lines={3} />,
  'when drawn',
);

const monthsShown = 12;
const changesShown = 5;
const atOnce = 2;

/** Ends of the months before a day, the latest first. */
export function monthEndsBefore(day: string, count: number): string[] {
  const ends: string[] = [];
  for (let end = addDays(monthStart(day), -1); ends.length < count; end = addDays(monthStart(end), -1))
    ends.push(end);
  return ends;
}

/** Month ends that are read again without being asked: the books have had another version since. */
export const outdated = (stored: readonly MonthEnd[], ends: readonly string[], version: string | null) =>
  version === null
    ? []
    : stored
        .filter((one) => one.version !== null && one.version !== version && ends.includes(one.end))
        .map(({ end }) => end);

type Props = { issuer: number; day: string; today: string; version: string | null };

/** What was said of the last month ends, as stored when each was first compared, and what has changed since. */
export function MonthEnds({ issuer, day, today, version }: Props) {
  const booksFrom = useBooksFrom(issuer);
  const queryKey = ['month ends', issuer, day];
  const stored = useQuery<MonthEnd[], ApiError>({
    queryKey,
    queryFn: ({ signal }) => storedMonthEnds(issuer, day, signal),
  });
  const ends = useMemo(
    () =>
      booksFrom === undefined
        ? []
        : monthEndsBefore(day, monthsShown).filter((end) => booksFrom === null || end >= booksFrom),
    [day, booksFrom],
  );
  return (
    <Section title="Month ends" aside={`Before ${formatDate(day)}`}>
      <QueryResult result={stored} queryKey={queryKey} waiting="Loading month ends…" lines={4}>
        {(known) =>
          booksFrom && ends.length === 0 ? (
            <p role="status">The books begin on {formatDate(booksFrom)}, after the last month end.</p>
          ) : (
            <Verdicts issuer={issuer} today={today} ends={ends} known={known} version={version} />
          )
        }
      </QueryResult>
      <p className="mt-2 max-w-prose text-sm text-muted">
        The first reading of a month end is stored and stays as it was. A later reading is shown below it
        where the figures differ.
      </p>
    </Section>
  );
}

type Listed = {
  issuer: number;
  today: string;
  ends: readonly string[];
  known: readonly MonthEnd[];
  version: string | null;
};

function Verdicts({ issuer, today, ends, known, version }: Listed) {
  // Each press reads every month end again.
  const [round, setRound] = useState(0);
  const wanted = useMemo(
    () => (round > 0 ? ends : outdated(known, ends, version)),
    [round, ends, known, version],
  );
  const queries = useMemo(
    () =>
      wanted.map((end) =>
        queryOptions<MonthEndRead, ApiError>({
          queryKey: ['month end', issuer, end, version, round],
          queryFn: ({ signal }) => readMonthEnd(issuer, end, signal),
        }),
      ),
    [issuer, wanted, version, round],
  );
  const { data, error, retry, complete, read, isFetching } = useLimitedQueries(queries, atOnce);
  const pending = wanted.length > 0 && !complete && isFetching;
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-3 text-sm print:hidden">
        <Button size="sm" pending={pending} onClick={() => setRound(round + 1)}>
          Compare {ends.length === 1 ? 'the last month end' : `the last ${ends.length} month ends`}
        </Button>
        {pending && (
          <span role="status" className="text-muted">
            Comparing {read} of {wanted.length}…
          </span>
        )}
      </p>
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
          {error.message}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      <ul>
        {ends.map((end) => (
          <Line
            key={end}
            issuer={issuer}
            today={today}
            end={end}
            known={known.find((one) => one.end === end)}
            again={data[wanted.indexOf(end)]}
          />
        ))}
      </ul>
    </>
  );
}

type LineProps = { issuer: number; today: string; end: string; known?: MonthEnd; again?: MonthEndRead };

function Line({ issuer, today, end, known, again }: LineProps) {
  const clock = useClock();
  const stored = again?.stored ?? known;
  // Books that could not be read are not stored: what is said of them is said of now.
  const first = stored ?? again?.now;
  const when = (one: { readAt: string; version: string | null }) =>
    `${clock.instant(one.readAt)}${one.version ? `, version ${one.version} of the books` : ''}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-1.5">
      <span className="w-32">
        <Link href={routes.proof({ issuer, asof: end })}>{formatDate(end)}</Link>
      </span>
      {first ? (
        <>
          <span className="w-44">
            <VerdictBadge verdict={first} />
          </span>
          <div className="min-w-64 flex-1 text-sm">
            <p>{first.sentence}</p>
            <p className="text-muted">
              {stored ? 'First read' : 'Not stored. Read'} {when(first)}.
              {stored && again && again.now.readAt !== stored.readAt && again.changes.length === 0 && (
                <> {unchanged(again)}</>
              )}
            </p>
            {again && again.changes.length > 0 && (
              <div className="mt-1 border-l-2 border-rule pl-3">
                <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                  <strong className="font-medium">Changed since</strong> <VerdictBadge verdict={again.now} />
                </p>
                <p>{again.now.sentence}</p>
                <p className="text-muted">Read {when(again.now)}.</p>
                <Changes read={again} />
                <LaterTransactions
                  hasChanged
                  issuer={issuer}
                  asOf={end}
                  createdOn={latest(clock.day((stored ?? again.now).readAt), end)}
                  today={today}
                />
              </div>
            )}
          </div>
        </>
      ) : (
        <span className="text-sm text-muted">Not compared yet</span>
      )}
    </li>
  );
}

/** Calendar dates sort as text. */
const latest = (one: string, other: string) => (one > other ? one : other);

/** A reading that failed says nothing about whether the figures are the same. */
const unchanged = ({ now, stored }: MonthEndRead) =>
  now.kind === 'not provable' && stored?.kind !== 'not provable'
    ? `Could not be read again: ${now.sentence}`
    : 'Compared again: the same figures.';

function Changes({ read: { changes, more } }: { read: MonthEndRead }) {
  const rest = changes.length + more - Math.min(changes.length, changesShown);
  return (
    <ul className="mt-1 list-disc pl-5">
      {changes.slice(0, changesShown).map((one) => (
        <li key={`${one.className} ${one.text}`}>{changeText(one)}</li>
      ))}
      {rest > 0 && <li>{rest === 1 ? '1 more figure changed' : `${rest} more figures changed`}</li>}
    </ul>
  );
}

/** 'Common Stock: Issued shares…: 100 and 100 then, 140 and 100 now'. */
export function changeText({ className, text, before, now }: FigureChange): string {
  const sides = (one: FigureChange['now'], none: string) =>
    one ? `${figure(one.left)} and ${figure(one.right)}` : none;
  const about = className ? `${className}: ${text}` : text;
  return `${about}: ${sides(before, 'not compared')} then, ${sides(now, 'not compared')} now`;
}

const figure = (digits: string | null) => (digits === null ? 'not read' : formatShares(BigInt(digits)));
