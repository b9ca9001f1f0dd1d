'use client';

import { useQuery } from '@tanstack/react-query';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { CheckList } from '#components/register/check-list';
import { Badge } from '#components/ui/badge';
import { Section } from '#components/ui/text';
import { quantity } from '#lib/register/quantity';
import { type Proposal, proposalChecks, proposalsOf, proposalsQuery } from './proposals.ts';

const columns: readonly PlainColumn<Proposal>[] = [
  {
    head: 'Proposal',
    cell: ({ number, text, recommendation, standard, isElection }) => (
      <span className="block min-w-56 py-0.5">
        {number}. {text}
        <span className="block text-sm text-muted">
          {[
            isElection && 'Election',
            standard,
            recommendation && `Recommendation of the board: ${recommendation}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    ),
  },
  { head: 'For', cell: ({ votes }) => quantity(votes.for) },
  { head: '% for', cell: ({ percentFor }) => percentFor || '–' },
  { head: 'Against', cell: ({ votes }) => quantity(votes.against) },
  { head: 'Withheld', cell: ({ votes }) => quantity(votes.withheld) },
  { head: 'Abstained', cell: ({ abstained }) => quantity(abstained) },
  { head: 'Broker non-votes', cell: ({ brokerNonVotes }) => quantity(brokerNonVotes) },
  {
    head: 'Result',
    cell: ({ result, isCarried }) =>
      result ? (
        <Badge tone={isCarried ? 'positive' : 'danger'}>{result}</Badge>
      ) : (
        <span className="text-muted">Not closed</span>
      ),
  },
];

/** The proposals of a meeting with the votes on each; results once the vote is closed. */
export function ProposalsSection({ issuer, meeting }: { issuer: number; meeting: number }) {
  const query = proposalsQuery(issuer, meeting);
  const result = useQuery(query);
  return (
    <Section title="Proposals" aside={result.data?.status === 'Closed' ? 'Final' : undefined}>
      <QueryResult result={result} queryKey={query.queryKey} waiting="Loading proposals…" lines={4}>
        {(response) =>
          response.proposals.length === 0 ? (
            <p className="py-1 text-muted">This meeting has no proposals.</p>
          ) : (
            <>
              <PlainTable
                label="Proposals"
                caption="Proposals with votes in shares"
                columns={columns}
                rows={proposalsOf(response)}
                rowId={({ number }) => number}
              />
              <p className="mt-2 max-w-prose text-sm text-muted">
                The percentage is of the votes cast, or of the entitled shares where the majority is of
                outstanding shares. Abstentions and broker non-votes are present but not cast.
              </p>
              <CheckList title="Votes and voted shares" checks={proposalChecks(response)} />
            </>
          )
        }
      </QueryResult>
    </Section>
  );
}
