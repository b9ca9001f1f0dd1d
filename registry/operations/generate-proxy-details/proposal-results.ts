import type { ProposalVotes } from '#registry/queries/reports/proxy-details';
import type { Cell, Column } from '#registry/render/document';
import { percent, shares, text } from '../parts/report/columns.ts';

/** All votes on a proposal. They must add up to the shares present. */
export function votesOn(row: ProposalVotes): bigint {
  return (
    row.for_shares +
    row.against_shares +
    row.withheld_shares +
    row.abstain_shares +
    row.broker_non_vote_shares
  );
}

export const proposalColumns: readonly Column[] = [
  text('No.', 4),
  text('Proposal', 27),
  text('Board', 7),
  shares('For', 12),
  shares('Against', 11),
  shares('Withheld', 11),
  shares('Abstain', 10),
  shares('Broker non-vote', 11),
  shares('Present', 12),
  percent('% of cast', 10),
  percent('% of entitled', 10),
  text('Standard', 12),
  text('Result', 10),
];

const standards = {
  Plurality: 'Plurality',
  MajorityCast: 'Majority of votes cast',
  MajorityOutstanding: 'Majority of outstanding',
} as const;

export type Meeting = { isClosed: boolean; hasQuorum: boolean; entitled: bigint };

export function proposalCells(row: ProposalVotes, meeting: Meeting): Cell[] {
  return [
    String(row.number),
    row.text,
    row.recommendation,
    row.for_shares,
    row.against_shares,
    row.withheld_shares,
    row.abstain_shares,
    row.broker_non_vote_shares,
    votesOn(row),
    { part: row.for_shares, whole: cast(row) },
    { part: row.for_shares, whole: meeting.entitled },
    standards[row.standard],
    result(row, meeting),
  ];
}

/** Abstentions and broker non-votes count as present, but not as votes cast. */
function cast(row: ProposalVotes): bigint {
  return row.for_shares + row.against_shares + row.withheld_shares;
}

/** There is a result only after the vote is closed; before that all numbers are preliminary. */
function result(row: ProposalVotes, { isClosed, hasQuorum, entitled }: Meeting): string {
  if (!isClosed) return '';
  if (!hasQuorum) return 'No quorum';
  const isPassed = {
    Plurality: row.for_shares > 0n,
    MajorityCast: row.for_shares > row.against_shares + row.withheld_shares,
    MajorityOutstanding: row.for_shares * 2n > entitled,
  }[row.standard];
  if (row.is_election) return isPassed ? 'Elected' : 'Not elected';
  return isPassed ? 'Passed' : 'Not passed';
}
