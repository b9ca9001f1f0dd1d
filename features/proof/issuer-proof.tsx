'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { type Books, readBooks } from '#components/data/queries/read-verdict';
import { QueryResult } from '#components/data/query-result';
import { VerdictBadge } from '#components/register/verdict-badge';
import { useOpenInPrint } from '#components/ui/browser/use-open-in-print';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { Skeleton, useShownTogether } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { formatDate } from '#lib/format/dates';
import { type Verdict, verdictOf } from '#lib/proof/verdict';
import { allChecks, type ReadGroup } from '#lib/register/answer-checks/check-group';
import { asComparisons } from '#lib/register/check-comparisons';
import type { Period } from '#lib/register/periods';
import { routes } from '#lib/routes';
import { CauseTable } from './cause-table.tsx';
import { AnswerComparisons, answerLines } from './comparisons/answer-comparisons.tsx';
import { CertificateProof } from './comparisons/certificate-proof.tsx';
import { ClassComparisons } from './comparisons/class-comparisons.tsx';
import { useAnswerChecks } from './comparisons/use-answer-checks.ts';
import { ControlBook } from './control-book/control-book-section.tsx';
import { DepositorySection } from './depository-section.tsx';
import { RecordDifferences } from './differences/record-differences.tsx';
import { MonthEnds } from './month-ends.tsx';
import { NotCovered } from './not-covered.tsx';
import { SentReports } from './sent-reports/sent-reports.tsx';

type Props = { issuer: number; name: string; day: string; today: string; period: Period };

/** The verdict on one issuer's books with everything it rests on, differences first. */
export function IssuerProof({ issuer, name, day, today, period }: Props) {
  const clock = useClock();
  const { call } = useApi();
  const operations = useAgentOperations();
  const isOffered = operations.has('GetProof');
  const booksKey = ['books', issuer, day, isOffered];
  const books = useQuery<Books, ApiError>({
    queryKey: booksKey,
    queryFn: ({ signal }) =>
      // The page reads anew: its reader looks for what changed a moment ago.
      readBooks((id, input) => call(id, input, { signal }), {
        issuer,
        day,
        clock,
        isOffered,
        isFresh: true,
        signal,
      }),
  });
  // Many answers are read for them. The verdict has our registry to itself for two seconds.
  const isAsked = useShownTogether(isOffered && books.isPending);
  const answers = useAnswerChecks(issuer, day, isAsked);
  const verdict = useMemo(
    () =>
      books.data &&
      verdictOf({ ...books.data, date: day, others: asComparisons(allChecks(answers.data ?? [])) }),
    [books.data, answers.data, day],
  );
  const ref = useOpenInPrint<HTMLDivElement>();
  const again = () => void books.refetch().then(() => answers.refetch());
  return (
    <div ref={ref}>
      <QueryResult result={books} queryKey={booksKey} waiting="Comparing the books…" lines={24}>
        {() =>
          verdict && (
            <>
              <Headline
                verdict={verdict}
                pending={books.isFetching || answers.isFetching}
                answers={answers.isFetching ? answers.data : undefined}
                onAgain={again}
                issuer={issuer}
              />
              <Section title="Differences" aside={formatDate(day)}>
                <CauseTable verdict={verdict} />
              </Section>
              {ofBooks(verdict).length > 0 && (
                <Section
                  title="Comparisons of the books"
                  aside={isOffered ? 'Read in one snapshot' : 'Control book from its file'}
                >
                  <ClassComparisons comparisons={ofBooks(verdict)} />
                </Section>
              )}
            </>
          )
        }
      </QueryResult>
      {books.data && (!isOffered || 'depository' in books.data.facts) && (
        <DepositorySection
          facts={'depository' in books.data.facts ? books.data.facts.depository : null}
          {...{ issuer, name, day }}
        />
      )}
      {operations.has('GetRecordDifferences') && (
        <RecordDifferences issuer={issuer} today={today} onChanged={again} />
      )}
      {operations.has('GetSentReports') && <SentReports issuer={issuer} today={today} />}
      <Section title="Comparisons of the interface’s answers" aside={formatDate(day)}>
        {isAsked ? <AnswerComparisons {...{ answers, issuer, day }} /> : <Skeleton lines={answerLines} />}
        {answers.data && day === today && <CertificateProof issuer={issuer} today={today} />}
      </Section>
      <ControlBook issuer={issuer} name={name} period={period} />
      {books.data && <MonthEnds issuer={issuer} day={day} today={today} version={books.data.version} />}
      <NotCovered />
    </div>
  );
}

/** Comparisons of the sources of the books; the others are listed by the answers they come from. */
const ofBooks = ({ comparisons }: Verdict) => comparisons.filter(({ id }) => id !== 'P11');

type HeadlineProps = {
  verdict: Verdict;
  pending: boolean;
  /** While answers of the interface are still being compared. */
  answers?: readonly ReadGroup[];
  onAgain: () => void;
  issuer: number;
};

const Headline = ({ verdict, pending, answers, onAgain, issuer }: HeadlineProps) => (
  <div className="py-1">
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5" role="status">
      {/* The sentence begins with the same words. */}
      <span aria-hidden>
        <VerdictBadge verdict={verdict} />
      </span>
      <span className="max-w-5xl font-title text-xl">{verdict.sentence}</span>
    </p>
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm print:hidden">
      <Button size="sm" pending={pending} onClick={onAgain}>
        Check again
      </Button>
      <Link href={routes.issuer(issuer)}>Overview</Link>
      {answers && (
        <span className="text-muted">
          Comparing the interface’s answers: {answers.filter(({ read }) => read).length} of {answers.length}…
        </span>
      )}
    </p>
  </div>
);
