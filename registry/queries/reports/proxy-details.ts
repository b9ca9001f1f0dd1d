import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';

/** A proposal with the votes on it. */
export type ProposalVotes = {
  number: number;
  text: string;
  recommendation: string;
  standard: 'Plurality' | 'MajorityCast' | 'MajorityOutstanding';
  is_election: boolean;
  for_shares: bigint;
  against_shares: bigint;
  withheld_shares: bigint;
  abstain_shares: bigint;
  broker_non_vote_shares: bigint;
};

/** The proposals of a meeting in their order. */
export async function proposalVotes(db: Db, issuerId: bigint, proxyId: bigint): Promise<ProposalVotes[]> {
  const sum = (name: string) => `coalesce(sum(v.${name}), 0)::bigint as ${name}`;
  const { rows } = await db.query<ProposalVotes>(
    `select p.number, p.text, p.recommendation, p.standard, p.is_election, ${sum('for_shares')},
            ${sum('against_shares')}, ${sum('withheld_shares')}, ${sum('abstain_shares')},
            ${sum('broker_non_vote_shares')}
       from proxy_proposal p
       left join proxy_vote v on v.issuer_id = p.issuer_id and v.proxy_id = p.proxy_id and v.proposal = p.number
      where p.issuer_id = $1 and p.proxy_id = $2
      group by p.number, p.text, p.recommendation, p.standard, p.is_election
      order by p.number`,
    [issuerId, proxyId],
  );
  return rows;
}

/** Kind of a meeting of an issuer; undefined when the meeting does not exist. */
export async function meetingKind(db: Db, issuerId: bigint, proxyId: bigint): Promise<string | undefined> {
  const { rows } = await db.query<{ kind: string }>(
    'select kind from proxy where issuer_id = $1 and id = $2',
    [issuerId, proxyId],
  );
  return rows[0]?.kind;
}

/**
 * An entitled account; `voted` is null without a ballot. Votes are per proposal: for, against, withheld,
 * abstain, none.
 */
export type EntitledHolder = {
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  entitled: bigint;
  voted: bigint | null;
  method: string | null;
  voted_on: CalendarDate | null;
  votes: [string, string, string, string, string][] | null;
};

/** The accounts that voted, or those that did not, by sort name through a cursor. */
export function entitledHolders(
  client: PoolClient,
  issuerId: bigint,
  proxyId: bigint,
  hasVoted: boolean,
): AsyncGenerator<EntitledHolder, void, undefined> {
  return streamRows<EntitledHolder>(
    client,
    `select h.customer_id, h.name, h.name2, h.name3, e.shares as entitled, b.shares as voted, b.method, b.voted_on,
            (select json_agg(json_build_array(v.for_shares::text, v.against_shares::text, v.withheld_shares::text,
                             v.abstain_shares::text, v.broker_non_vote_shares::text) order by v.proposal)
               from proxy_vote v
              where v.issuer_id = $1 and v.proxy_id = $2 and v.holder_id = e.holder_id) as votes
       from proxy_entitlement e
       join account a on a.issuer_id = $1 and a.holder_id = e.holder_id
       join holder h on h.id = e.holder_id
       left join proxy_ballot b on b.issuer_id = $1 and b.proxy_id = $2 and b.holder_id = e.holder_id
      where e.issuer_id = $1 and e.proxy_id = $2 and (b.holder_id is not null) = $3
      order by a.sort_key, a.holder_id`,
    [issuerId, proxyId, hasVoted],
    1000,
  );
}
