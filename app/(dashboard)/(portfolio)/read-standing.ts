import { ApiError } from '#lib/api/error';
import type { Ask } from '../across.ts';
import { dividendListInput, dividendsOf } from '../dividends.ts';
import { meetingsOf, proxyListInput } from '../meetings.ts';
import { balanceInput } from '../queries.ts';
import { statusRows } from '../status-list.ts';
import { booksOf, nextDate, type Standing, waitingOf } from './standing.ts';

/** Null for a refusal; anything else, a canceled reading above all, is thrown on. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** What the portfolio tells of one issuer. Without its balance there is nothing to tell: that refusal is thrown. */
export async function readStanding(ask: Ask, issuer: number, today: string): Promise<Standing> {
  const [balances, pending, meetings, dividends] = await Promise.all([
    ask('GetIssuerBalance', balanceInput(issuer, today)),
    orNull(statusRows(ask, { issuer, status: 'Pending', today })),
    orNull(ask('GetProxyList', proxyListInput(issuer)).then(meetingsOf)),
    orNull(ask('GetDividendList', dividendListInput(issuer)).then(dividendsOf)),
  ]);
  const known = meetings || dividends;
  return {
    balances,
    books: booksOf(balances),
    waiting: pending && waitingOf(pending),
    next: known ? nextDate(meetings ?? [], dividends ?? [], today) : undefined,
  };
}
