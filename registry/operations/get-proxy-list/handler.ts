import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { formatNumericDate } from '#lib/format/dates';
import { fixed, parseDecimal } from '#lib/format/decimal';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { proxiesOf } from '#registry/queries/proxies';
import type { Context } from '../parts/context.ts';
import { anyIssuers } from '../parts/request/coverage.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { quantity } from '../parts/response/display.ts';

/** Meetings of one issuer, or of all the client may see, latest record date first. */
export async function getProxyList(
  ctx: Context,
  input: RequestFor<'GetProxyList'>,
): Promise<ExactResponseFor<'GetProxyList'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    const response: ExactResponseFor<'GetProxyList'> = [];
    for (const issuer of issuers) {
      const ofId = classNamed(await classesOf(db, issuer.id, today));
      for (const proxy of await proxiesOf(db, issuer.id, today)) {
        const ofClass = ofId(proxy.class_id);
        response.push({
          proxyId: proxy.id,
          issuer: issuer.name,
          security: ofClass.name,
          totalShares: proxy.entitled,
          totalSharesFormat: quantity(ofClass, proxy.entitled),
          totalVotedShares: proxy.voted,
          totalVotedSharesFormat: quantity(ofClass, proxy.voted),
          title: proxy.title,
          quorum: percentText(proxy.quorum_percent),
          recordDate: formatNumericDate(proxy.record_on),
          mailingDate: formatNumericDate(proxy.mailed_on),
          meetingDateTime: proxy.meeting_at,
          voteCloseDateTime: proxy.vote_close_at,
          status: proxy.status,
        });
      }
    }
    return response;
  });
}

/** The required quorum as text, '33.33%'. */
function percentText(percent: string): string {
  const value = parseDecimal(percent);
  return value ? `${fixed(value, 2, 4).text}%` : percent;
}
