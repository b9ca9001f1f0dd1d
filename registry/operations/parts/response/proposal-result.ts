// The result of a proposal: carried, failed or none yet, by votes, quorum and standard.

import type { ProxySummary } from '#registry/queries/proxies';
import type { ProposalVotes } from '#registry/queries/reports/proxy-details';

export type Meeting = { isClosed: boolean; hasQuorum: boolean; entitled: bigint };

/** Abstentions and broker non-votes count as present, but not as votes cast. */
export function votesCast(row: ProposalVotes): bigint {
  return row.for_shares + row.against_shares + row.withheld_shares;
}

/**
 * There is a result only after the vote is closed; before that all numbers are preliminary. Nothing is carried without
 * a quorum.
 */
export function proposalResult(
  row: ProposalVotes,
  { isClosed, hasQuorum, entitled }: Meeting,
): { text: string; isCarried: boolean | null } {
  if (!isClosed) return { text: '', isCarried: null };
  if (!hasQuorum) return { text: 'No quorum', isCarried: false };
  const isCarried = {
    Plurality: row.for_shares > 0n,
    MajorityCast: row.for_shares > row.against_shares + row.withheld_shares,
    MajorityOutstanding: row.for_shares * 2n > entitled,
  }[row.standard];
  if (row.is_election) return { text: isCarried ? 'Elected' : 'Not elected', isCarried };
  return { text: isCarried ? 'Passed' : 'Not passed', isCarried };
}

/** Compares present ÷ entitled with the quorum text ('33.33'), in exact arithmetic. */
export function hasQuorum({ quorum_percent, voted, entitled }: ProxySummary): boolean {
  const [whole = '0', fraction = ''] = quorum_percent.split('.');
  const required = BigInt(whole + fraction);
  return entitled > 0n && voted * 100n * 10n ** BigInt(fraction.length) >= required * entitled;
}
