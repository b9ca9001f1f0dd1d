// Plans the meetings of demo issuers, from the record date to the votes.

import { isBusinessDay } from '#lib/format/business-days';
import { addDays, daysBetween, formatNumericDate } from '#lib/format/dates';
import {
  cancelProxyIn,
  closeProxyIn,
  openProxyIn,
  type Proposal,
  planProxyIn,
} from '#registry/ledger/proxies';
import { type Ballot, castVotesIn, type Vote } from '#registry/ledger/votes';
import type { Market } from './market/market.ts';
import type { Prng } from './prng.ts';
import { type Job, openDay } from './schedule.ts';
import { type Simulation, streamOf } from './simulation.ts';

export type Meeting = {
  title: string;
  kind: 'Annual' | 'Special';
  /** These days move to the next day on which both agent and exchange are open. */
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

/** The last day on which votes of an open meeting arrived. */
const countedOn = '2026-11-18';

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

/** Brokers may vote on it without instructions; on everything else they may not. */
const isRoutine = (proposal: Proposal) => proposal.text.startsWith('Ratify the auditor');

/** The jobs of one meeting: set up, opened, voted on, closed or canceled. */
export function planMeeting(simulation: Simulation, market: Market, given: Meeting): Job[] {
  const { book, issuerId, world } = simulation;
  const meeting = {
    ...given,
    recordOn: openDay(given.recordOn),
    mailedOn: given.mailedOn && openDay(given.mailedOn),
    meetingOn: openDay(given.meetingOn),
  };
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
    day: isClosed ? meeting.meetingOn : countedOn,
    rank: 7,
    run: () => voteAll(simulation, market, { ...meeting, mailedOn }, proxyId),
  };
  const close: Job = {
    day: meeting.meetingOn,
    rank: 8,
    run: () => closeProxyIn(book, { issuerId, proxyId }),
  };
  return isClosed ? [plan, open, vote, close] : [plan, open, vote];
}

type Mailed = Meeting & { mailedOn: string };

async function voteAll(
  simulation: Simulation,
  market: Market,
  meeting: Mailed,
  proxyId: bigint,
): Promise<void> {
  const { book, issuerId } = simulation;
  const rng = streamOf(simulation, `votes on ${meeting.title}`);
  const { rows } = await book.tx.query<{ holder_id: bigint; shares: bigint }>(
    'select holder_id, shares from proxy_entitlement where issuer_id = $1 and proxy_id = $2 order by holder_id',
    [issuerId, proxyId],
  );
  const entitled = rows.reduce((sum, row) => sum + row.shares, 0n);
  const turnout = (meeting.turnout ?? 5000n) * 1000n + BigInt(rng.int(0, 999));
  const requested = (entitled * turnout) / 10_000_000n;
  const others = rng.shuffle(rows.filter((row) => row.holder_id !== market.nominee));
  const nominee = rows.find((row) => row.holder_id === market.nominee);
  const voters = Math.round(((meeting.voters ?? 200) * rng.int(88, 112)) / 100);
  const ballots: Ballot[] = [];
  let present = 0n;
  // Brokers vote at most 92 of 100 depository shares; registered holders must vote the rest.
  const byBrokers = ((nominee?.shares ?? 0n) * 92n) / 100n;
  for (const [index, { holder_id: holderId, shares }] of others.entries()) {
    if (index >= voters && present + byBrokers >= requested) break;
    if (present + shares > requested) continue;
    present += shares;
    const votes = (meeting.proposals ?? []).map((one, place) => registeredVote(rng, one, place + 1, shares));
    ballots.push({ holderId, shares, votes, ...delivery(rng, meeting) });
  }
  const rest = requested - present;
  if (nominee && rest > 0n) {
    const shares = rest < nominee.shares ? rest : nominee.shares;
    ballots.push({
      holderId: nominee.holder_id,
      shares,
      votes: brokerVotes(rng, meeting.proposals ?? [], shares),
      method: 'Internet',
      // The brokers' count of the last day before the meeting replaces their earlier ones.
      votedOn: lastBefore(meeting),
    });
  }
  await castVotesIn(book, { issuerId, proxyId, ballots });
}

/** How and when a registered holder voted: from the mailing until the meeting, most soon after the mailing. */
function delivery(rng: Prng, meeting: Mailed): Pick<Ballot, 'method' | 'votedOn'> {
  const methods = ['Mail', 'Mail', 'Mail', 'Internet', 'Internet', 'Internet', 'Phone', 'Meeting'];
  const method = rng.pick(meeting.outcome === 'Closed' ? methods : methods.slice(0, -1));
  if (method === 'Meeting') return { method, votedOn: meeting.meetingOn };
  const span = daysBetween(meeting.mailedOn, lastBefore(meeting));
  const first = Math.min(span, method === 'Mail' ? 5 : 1);
  const early = Math.min(rng.next(), rng.next());
  let votedOn = addDays(meeting.mailedOn, first + Math.floor(early * (span - first + 1)));
  while (method === 'Mail' && !isBusinessDay(votedOn)) votedOn = addDays(votedOn, -1);
  return { method, votedOn };
}

/** The business day before the meeting, or the last counted one while the vote is open. */
function lastBefore(meeting: Mailed): string {
  if (meeting.outcome !== 'Closed') return countedOn;
  let day = addDays(meeting.meetingOn, -1);
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

function registeredVote(rng: Prng, proposal: Proposal, number: number, shares: bigint): Vote {
  const dice = rng.next();
  if (dice < 0.9) return { proposal: number, for: shares };
  if (proposal.isElection) return { proposal: number, withheld: shares };
  return dice < 0.96 ? { proposal: number, against: shares } : { proposal: number, abstain: shares };
}

/**
 * The votes of the depository's nominee. Shares without instructions are present only where a routine proposal
 * brings them to the meeting: there the brokers vote them, and on all other proposals the same number is not voted.
 */
function brokerVotes(rng: Prng, proposals: readonly Proposal[], shares: bigint): Vote[] {
  const uninstructed = proposals.some(isRoutine) ? (shares * BigInt(rng.int(600, 1100))) / 10_000n : 0n;
  return proposals.map((proposal, index): Vote => {
    const brokerNonVote = isRoutine(proposal) ? 0n : uninstructed;
    const no = (shares * BigInt(rng.int(100, 700))) / 10_000n;
    const abstain = proposal.isElection ? 0n : (shares * BigInt(rng.int(10, 90))) / 10_000n;
    const yes = shares - brokerNonVote - no - abstain;
    const against = proposal.isElection ? { withheld: no } : { against: no };
    return { proposal: index + 1, for: yes, ...against, abstain, brokerNonVote };
  });
}
