// Reads the proposals of a meeting, and checks their votes.

import { query } from '#lib/api/query';
import type { ResponseFor } from '#lib/contract/index';
import { exact } from '#lib/format/exact-shares';
import { formatPercent } from '#lib/format/percent';
import { textOf } from '#lib/format/text-of';
import { sum } from '#lib/register/bigint-math';
import { type Check, mustEqual } from '#lib/register/checks';

type Response = ResponseFor<'GetProposals'>;

/** One proposal with the votes on it. */
export type Proposal = {
  number: string;
  text: string;
  recommendation: string;
  /** The rule by which it is carried, with the share of the votes that the rule looks at. */
  standard: string;
  isElection: boolean;
  votes: { for: bigint | null; against: bigint | null; withheld: bigint | null };
  abstained: bigint | null;
  brokerNonVotes: bigint | null;
  /** Percent of the votes the rule compares with; '' where the rule has none. */
  percentFor: string;
  /** Empty while votes are accepted. */
  result: string;
  isCarried: boolean | null;
};

export const proposalsQuery = (issuer: number, meeting: number) =>
  query('GetProposals', { customerIssuerId: issuer, controlProxyId: meeting });

const standards: Readonly<Record<string, string>> = {
  Plurality: 'Plurality',
  MajorityCast: 'Majority of votes cast',
  MajorityOutstanding: 'Majority of outstanding shares',
};

export function proposalsOf(response: Response): Proposal[] {
  const entitled = exact(response.entitledShares);
  return response.proposals.map((row) => {
    const votes = {
      for: exact(row.forShares),
      against: exact(row.againstShares),
      withheld: exact(row.withheldShares),
    };
    const bases: Readonly<Record<string, bigint | null>> = {
      MajorityCast: sum(Object.values(votes)),
      MajorityOutstanding: entitled,
    };
    const base = bases[row.standard] ?? null;
    return {
      number: textOf(row.number),
      text: textOf(row.text),
      recommendation: textOf(row.recommendation),
      standard: standards[row.standard] ?? textOf(row.standard),
      isElection: row.isElection === true,
      votes,
      abstained: exact(row.abstainShares),
      brokerNonVotes: exact(row.brokerNonVoteShares),
      percentFor: base !== null && base > 0n && votes.for !== null ? formatPercent(votes.for, base, 2) : '',
      result: textOf(row.result),
      isCarried: row.isCarried ?? null,
    };
  });
}

/** Votes of each proposal against the shares voted at the meeting; abstentions and broker non-votes are present. */
export function proposalChecks(response: Response): Check[] {
  return proposalsOf(response).map(({ number, votes, abstained, brokerNonVotes }) =>
    mustEqual(
      number,
      `Proposal ${number}: votes, abstentions and broker non-votes equal the voted shares`,
      sum([...Object.values(votes), abstained, brokerNonVotes]),
      exact(response.votedShares),
    ),
  );
}
