import type { ProposalVotes } from '#registry/queries/reports/proxy-details';
import type { Cell, Column } from '#registry/render/document';
import { percent, shares, text } from '../parts/report/columns.ts';
import { type Meeting, proposalResult, votesCast } from '../parts/response/proposal-result.ts';

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
    { part: row.for_shares, whole: votesCast(row) },
    { part: row.for_shares, whole: meeting.entitled },
    standards[row.standard],
    proposalResult(row, meeting).text,
  ];
}
