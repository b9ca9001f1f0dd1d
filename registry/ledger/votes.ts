import { arrayText, type Columns, insertRows } from '../db/insert.ts';
import { assertRule } from './core/ledger-error.ts';
import type { UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';
import { lockProxy } from './proxies.ts';

export type Vote = {
  proposal: number;
  for?: bigint;
  against?: bigint;
  withheld?: bigint;
  abstain?: bigint;
  brokerNonVote?: bigint;
};
export type Ballot = {
  holderId: bigint;
  shares: bigint;
  method: string;
  votedOn: string;
  votes: readonly Vote[];
};
export type CastVotes = { issuerId: bigint; proxyId: bigint; ballots: readonly Ballot[] };

const ballotColumns = {
  issuer_id: 'bigint',
  proxy_id: 'bigint',
  holder_id: 'bigint',
  shares: 'bigint',
  method: 'text',
  voted_on: 'date',
} satisfies Columns;

const voteColumns = {
  issuer_id: 'bigint',
  proxy_id: 'bigint',
  holder_id: 'bigint',
  proposal: 'int',
  for_shares: 'bigint',
  against_shares: 'bigint',
  withheld_shares: 'bigint',
  abstain_shares: 'bigint',
  broker_non_vote_shares: 'bigint',
} satisfies Columns;

/**
 * Records ballots; a later ballot of a holder replaces the earlier one. For every proposal the votes must add
 * up to the ballot's shares present. Errors: notEntitled, unproved, proxyState.
 */
export async function castVotesIn(book: UnitOfWork, input: CastVotes): Promise<void> {
  const proxy = await lockProxy(book, input.proxyId, 'Open');
  const holders = input.ballots.map((one) => one.holderId);
  assertRule(
    new Set(holders).size === holders.length,
    'unproved',
    'ballots',
    'A holder votes once in one call.',
  );
  const entitled = await book.tx.query(
    `select holder_id, shares from proxy_entitlement
      where issuer_id = $1 and proxy_id = $2 and holder_id = any($3::bigint[])`,
    [book.issuerId, input.proxyId, arrayText(holders)],
  );
  const proposals = await book.tx.query(
    'select number from proxy_proposal where issuer_id = $1 and proxy_id = $2',
    [book.issuerId, input.proxyId],
  );
  const limit = new Map<bigint, bigint>(entitled.rows.map((row) => [row.holder_id, row.shares]));
  const numbers: number[] = proposals.rows.map((row) => row.number);
  for (const ballot of input.ballots) {
    assertRule(
      ballot.shares > 0n && ballot.shares <= (limit.get(ballot.holderId) ?? 0n),
      'notEntitled',
      'ballots',
      `Holder ${ballot.holderId} may vote ${limit.get(ballot.holderId) ?? 0n} shares.`,
    );
    assertRule(
      proxy.recordOn <= ballot.votedOn,
      'dateOrder',
      'votedOn',
      'Nobody votes before the record date.',
    );
    for (const number of numbers) {
      const votes = ballot.votes.filter((one) => one.proposal === number);
      const cast = votes.reduce((sum, one) => sum + castShares(one), 0n);
      assertRule(
        votes.length === 1 && cast === ballot.shares,
        'unproved',
        'ballots',
        `The votes of holder ${ballot.holderId} on proposal ${number} do not add up to the shares present.`,
      );
    }
    assertRule(ballot.votes.length === numbers.length, 'unproved', 'ballots', 'There is no such proposal.');
  }
  const key = { issuer_id: book.issuerId, proxy_id: input.proxyId };
  await insertRows(
    book.tx,
    'proxy_ballot',
    ballotColumns,
    input.ballots.map((one) => ({
      ...key,
      holder_id: one.holderId,
      shares: one.shares,
      method: one.method,
      voted_on: one.votedOn,
    })),
    `on conflict (issuer_id, proxy_id, holder_id) do update set shares = excluded.shares, method = excluded.method,
       voted_on = excluded.voted_on`,
  );
  await insertRows(
    book.tx,
    'proxy_vote',
    voteColumns,
    input.ballots.flatMap((one) =>
      one.votes.map((vote) => ({
        ...key,
        holder_id: one.holderId,
        proposal: vote.proposal,
        for_shares: vote.for ?? 0n,
        against_shares: vote.against ?? 0n,
        withheld_shares: vote.withheld ?? 0n,
        abstain_shares: vote.abstain ?? 0n,
        broker_non_vote_shares: vote.brokerNonVote ?? 0n,
      })),
    ),
    `on conflict (issuer_id, proxy_id, holder_id, proposal) do update set for_shares = excluded.for_shares,
       against_shares = excluded.against_shares, withheld_shares = excluded.withheld_shares,
       abstain_shares = excluded.abstain_shares, broker_non_vote_shares = excluded.broker_non_vote_shares`,
  );
}

export const castVotes = verb(castVotesIn);

function castShares(vote: Vote): bigint {
  const { for: yes = 0n, against = 0n, withheld = 0n, abstain = 0n, brokerNonVote = 0n } = vote;
  return yes + against + withheld + abstain + brokerNonVote;
}
