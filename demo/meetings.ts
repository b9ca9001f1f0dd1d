import { formatNumericDate } from '#lib/format/dates';
import {
  cancelProxyIn,
  closeProxyIn,
  openProxyIn,
  type Proposal,
  planProxyIn,
} from '#registry/ledger/proxies';
import { type Ballot, castVotesIn, type Vote } from '#registry/ledger/votes';
import type { Market } from './market.ts';
import type { Job } from './schedule.ts';
import type { Simulation } from './simulation.ts';

export type Meeting = {
  title: string;
  kind: 'Annual' | 'Special';
  recordOn: string;
  /** Absent: only planned. */
  mailedOn?: string;
  meetingOn: string;
  quorumPercent: string;
  /** Percentage of the entitled shares present at the end, in hundredths: 8400 is 84 %. */
  turnout?: bigint;
  outcome: 'Closed' | 'Open' | 'Pending' | 'Canceled';
  /** Registered accounts that vote directly. */
  voters?: number;
  proposals?: readonly Proposal[];
};

export const annualProposals = (year: number, names: readonly string[]): Proposal[] => [
  ...names.map((name) => ({
    text: `Elect ${name} as director`,
    recommendation: 'For',
    standard: 'Plurality' as const,
    isElection: true,
  })),
  {
    text: `Ratify the auditor for ${year}`,
    recommendation: 'For',
    standard: 'MajorityCast' as const,
    isElection: false,
  },
  {
    text: 'Approve, on an advisory basis, the pay of the executives',
    recommendation: 'For',
    standard: 'MajorityCast' as const,
    isElection: false,
  },
];

/** The jobs of one meeting: set up, opened, voted in two rounds, closed or canceled. */
export function planMeeting(simulation: Simulation, market: Market, meeting: Meeting): Job[] {
  const { book, issuerId, world } = simulation;
  let proxyId = 0n;
  const plan: Job = {
    day: meeting.recordOn < world.lastDay ? meeting.recordOn : '2026-11-02',
    rank: 5,
    run: async () => {
      proxyId = await planProxyIn(book, {
        issuerId,
        classId: market.classId,
        title: meeting.title,
        kind: meeting.kind,
        recordOn: meeting.recordOn,
        meetingAt: `${formatNumericDate(meeting.meetingOn)} 10:00 AM`,
        voteCloseAt: `${formatNumericDate(meeting.meetingOn)} 9:00 AM`,
        quorumPercent: meeting.quorumPercent,
        proposals: meeting.proposals ?? [],
      });
      if (meeting.outcome === 'Canceled') await cancelProxyIn(book, { issuerId, proxyId });
    },
  };
  const { mailedOn } = meeting;
  if (!mailedOn) return [plan];
  const open: Job = {
    day: mailedOn,
    rank: 6,
    run: () => openProxyIn(book, { issuerId, proxyId, mailedOn, openedAt: simulation.stamp(mailedOn) }),
  };
  const isClosed = meeting.outcome === 'Closed';
  const vote: Job = {
    day: isClosed ? meeting.meetingOn : '2026-11-18',
    rank: 7,
    run: () => voteAll(simulation, market, meeting, proxyId),
  };
  const close: Job = {
    day: meeting.meetingOn,
    rank: 8,
    run: () => closeProxyIn(book, { issuerId, proxyId }),
  };
  return isClosed ? [plan, open, vote, close] : [plan, open, vote];
}

async function voteAll(
  simulation: Simulation,
  market: Market,
  meeting: Meeting,
  proxyId: bigint,
): Promise<void> {
  const { book, issuerId, world } = simulation;
  const { rng } = world;
  const { rows } = await book.tx.query<{ holder_id: bigint; shares: bigint }>(
    'select holder_id, shares from proxy_entitlement where issuer_id = $1 and proxy_id = $2 order by holder_id',
    [issuerId, proxyId],
  );
  const entitled = rows.reduce((sum, row) => sum + row.shares, 0n);
  const requested = (entitled * (meeting.turnout ?? 5000n)) / 10_000n;
  const last = meeting.outcome === 'Closed' ? meeting.meetingOn : '2026-11-18';
  const others = rng.shuffle(rows.filter((row) => row.holder_id !== market.nominee));
  const nominee = rows.find((row) => row.holder_id === market.nominee);
  const ballots: Ballot[] = [];
  let present = 0n;
  // Brokers vote at most 92 of 100 depository shares; registered holders must vote the rest.
  const byBrokers = ((nominee?.shares ?? 0n) * 92n) / 100n;
  for (const [index, row] of others.entries()) {
    if (index >= (meeting.voters ?? 200) && present + byBrokers >= requested) break;
    if (present + row.shares > requested) continue;
    present += row.shares;
    const method = rng.pick(['Mail', 'Mail', 'Internet', 'Internet', 'Phone', 'Meeting']);
    ballots.push(ballot(simulation, meeting, row.holder_id, row.shares, method, last));
  }
  const rest = requested - present;
  if (nominee && rest > 0n) {
    const shares = rest < nominee.shares ? rest : nominee.shares;
    ballots.push(ballot(simulation, meeting, nominee.holder_id, shares, 'Internet', last));
  }
  await castVotesIn(book, { issuerId, proxyId, ballots });
}

function ballot(
  simulation: Simulation,
  meeting: Meeting,
  holderId: bigint,
  shares: bigint,
  method: string,
  votedOn: string,
): Ballot {
  const { rng } = simulation.world;
  const isNominee = [...simulation.markets.values()].some((market) => market.nominee === holderId);
  const votes = (meeting.proposals ?? []).map((proposal, index): Vote => {
    const number = { proposal: index + 1 };
    if (!isNominee) {
      const dice = rng.next();
      if (dice < 0.9) return { ...number, for: shares };
      if (proposal.isElection) return { ...number, withheld: shares };
      return dice < 0.96 ? { ...number, against: shares } : { ...number, abstain: shares };
    }
    // Brokers without instructions may vote only on the auditor.
    const mayVoteAll = proposal.text.startsWith('Ratify');
    const brokerNonVote = mayVoteAll ? 0n : (shares * BigInt(rng.int(6, 11))) / 100n;
    const no = (shares * BigInt(rng.int(1, 7))) / 100n;
    const abstain = proposal.isElection ? 0n : (shares * BigInt(rng.int(1, 9))) / 1000n;
    const yes = shares - brokerNonVote - no - abstain;
    const against = proposal.isElection ? { withheld: no } : { against: no };
    return { ...number, for: yes, ...against, abstain, brokerNonVote };
  });
  return { holderId, shares, method, votedOn, votes };
}
