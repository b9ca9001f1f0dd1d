'use client';

import { useMemo, useState } from 'react';
import { useBooksFrom } from '#components/data/queries/use-books-from';
import { useLimitedQueries } from '#components/data/queries/use-limited-queries';
import { VerdictBadge } from '#components/register/verdict-badge';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { addDays, formatDate } from '#lib/format/dates';
import { factsOf } from '#lib/proof/facts';
import { verdictOf } from '#lib/proof/verdict';
import { monthStart } from '#lib/register/periods';
import { routes } from '#lib/routes';

const monthsShown = 12;
const atOnce = 2;

/** Ends of the months before a day, the latest first. */
export function monthEndsBefore(day: string, count: number): string[] {
  const ends: string[] = [];
  for (let end = addDays(monthStart(day), -1); ends.length < count; end = addDays(monthStart(end), -1))
    ends.push(end);
  return ends;
}

/** The verdicts at the last month ends, from the books as they are now; on request, one read for each. */
export function MonthEnds({ issuer, day }: { issuer: number; day: string }) {
  const [requested, setRequested] = useState(false);
  return (
    <Section title="Month ends" aside={`Before ${formatDate(day)}`}>
      {requested ? (
        <Verdicts issuer={issuer} day={day} />
      ) : (
        <p className="print:hidden">
          <Button size="sm" onClick={() => setRequested(true)}>
            Show the last {monthsShown} month ends
          </Button>
        </p>
      )}
      <p className="mt-2 max-w-prose text-sm text-muted">
        Made now from the books as they are, with entries posted since. They can differ from what was said at
        the time.
      </p>
    </Section>
  );
}

function Verdicts({ issuer, day }: { issuer: number; day: string }) {
  const booksFrom = useBooksFrom(issuer);
  const ends = useMemo(
    () =>
      booksFrom === undefined
        ? []
        : monthEndsBefore(day, monthsShown).filter((end) => booksFrom === null || end >= booksFrom),
    [day, booksFrom],
  );
  const queries = useMemo(
    () => ends.map((cutoff) => query('GetProof', { customerIssuerId: issuer, cutoff })),
    [issuer, ends],
  );
  const { data, error, retry, complete, read } = useLimitedQueries(queries, atOnce);
  if (booksFrom && ends.length === 0)
    return <p role="status">The books begin on {formatDate(booksFrom)}, after the last month end.</p>;
  return (
    <>
      {!complete && !error && (
        <p role="status" className="text-sm text-muted">
          Comparing {read} of {ends.length}…
        </p>
      )}
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
          {error.message}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      <ul>
        {ends.map((end, index) => {
          const response = data[index];
          if (response === undefined) return null;
          const facts = factsOf(response);
          const verdict = verdictOf({
            date: end,
            facts: facts ?? [{ source: 'The books', reason: 'could not be read' }],
          });
          return (
            <li
              key={end}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-1.5"
            >
              <span className="w-32">
                <Link href={routes.proof({ issuer, asof: end })}>{formatDate(end)}</Link>
              </span>
              <span className="w-44">
                <VerdictBadge verdict={verdict} />
              </span>
              <span className="min-w-64 flex-1 text-sm">{verdict.sentence}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
