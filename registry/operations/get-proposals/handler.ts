import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { notFound } from '#registry/http/http-error';
import { proxiesOf } from '#registry/queries/proxies';
import { proposalVotes } from '#registry/queries/reports/proxy-details';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { hasQuorum, proposalResult } from '../parts/response/proposal-result.ts';

/** The proposals of one meeting of the issuer, with the votes and, once closed, the results. */
export async function getProposals(
  ctx: Context,
  input: RequestFor<'GetProposals'>,
): Promise<ExactResponseFor<'GetProposals'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const id = BigInt(input.controlProxyId);
    const meeting = (await proxiesOf(db, issuer.id, ctx.clock.today())).find((each) => each.id === id);
    if (!meeting) throw notFound('The proxy');
    const { entitled, voted, status } = meeting;
    const quorum = hasQuorum(meeting);
    const state = { isClosed: status === 'Closed', hasQuorum: quorum, entitled };
    return {
      controlProxyId: id,
      title: meeting.title,
      status,
      entitledShares: entitled,
      votedShares: voted,
      notVotedShares: entitled - voted,
      quorum: `${meeting.quorum_percent}%`,
      hasQuorum: quorum,
      proposals: (await proposalVotes(db, issuer.id, id)).map((row) => {
        const { text, isCarried } = proposalResult(row, state);
        return {
          number: row.number,
          text: row.text,
          recommendation: row.recommendation,
          standard: row.standard,
          isElection: row.is_election,
          forShares: row.for_shares,
          againstShares: row.against_shares,
          withheldShares: row.withheld_shares,
          abstainShares: row.abstain_shares,
          brokerNonVoteShares: row.broker_non_vote_shares,
          notVotedShares: entitled - voted,
          result: text,
          isCarried,
        };
      }),
    };
  });
}
