import type { AnswerFor, RequestFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { fixed, parseDecimal } from '#lib/format/decimal';
import { formatMoney, formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { inSnapshot } from '../db/session.ts';
import { classesOf } from '../queries/classes.ts';
import { type DividendSummary, dividendsOf } from '../queries/dividends.ts';
import { proxiesOf } from '../queries/proxies.ts';
import { classNamed } from './class-named.ts';
import type { Context } from './context.ts';
import { anyIssuers } from './coverage.ts';
import { quantity } from './display.ts';
import { issuerInScope } from './scope.ts';

/** Meetings of one issuer, or of all the client may see, latest record date first. */
export async function getProxyList(
  ctx: Context,
  input: RequestFor<'GetProxyList'>,
): Promise<AnswerFor<'GetProxyList'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    const answer: AnswerFor<'GetProxyList'> = [];
    for (const issuer of issuers) {
      const ofId = classNamed(await classesOf(db, issuer.id, today));
      for (const proxy of await proxiesOf(db, issuer.id, today)) {
        const ofClass = ofId(proxy.class_id);
        answer.push({
          proxyId: proxy.id,
          issuer: issuer.name,
          security: ofClass.name,
          totalShares: proxy.entitled,
          totalSharesFormat: quantity(ofClass, proxy.entitled),
          totalVotedShares: proxy.voted,
          totalVotedSharesFormat: quantity(ofClass, proxy.voted),
          title: proxy.title,
          quorum: percentText(proxy.quorum_percent),
          recordDate: formatDate(proxy.record_on),
          mailingDate: formatDate(proxy.mailed_on),
          meetingDateTime: proxy.meeting_at,
          voteCloseDateTime: proxy.vote_close_at,
          status: proxy.status,
        });
      }
    }
    return answer;
  });
}

/** Dividends of an issuer, latest record date first; isPDF has no effect. */
export async function getDividendList(
  ctx: Context,
  input: RequestFor<'GetDividendList'>,
): Promise<AnswerFor<'GetDividendList'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const ofId = classNamed(await classesOf(db, issuer.id, today));
    const dividends = await dividendsOf(db, issuer.id, today);
    return dividends.map((dividend) => {
      const ofClass = ofId(dividend.class_id);
      return {
        dividendId: dividend.id,
        type: dividend.kind,
        security: ofClass.name,
        payable: formatDate(dividend.payable_on),
        recordDate: formatDate(dividend.record_on),
        ratio: dividend.ratio,
        oustandingShares: dividend.outstanding,
        outstandingSharesFormat: quantity(ofClass, dividend.outstanding),
        distributionAmount: Number(dividend.distribution),
        distributionAmountFormat: distributionText(dividend),
        fractionalType: dividend.fractional_type,
        cashPerShare: dividend.rate === null ? null : Number(dividend.rate),
        cashPerShareFormat: dividend.rate === null ? '' : formatPerShare(dividend.rate),
      };
    });
  });
}

/** Dollars for cash dividends; the number of shares, without a currency sign, for stock dividends. */
function distributionText({ kind, distribution }: DividendSummary): string {
  return kind === 'Stock' ? formatShares(distribution) : formatMoney(distribution);
}

/** The required quorum as text, '33.33%'. */
function percentText(percent: string): string {
  const value = parseDecimal(percent);
  return value ? `${fixed(value, 2, 4).text}%` : percent;
}
