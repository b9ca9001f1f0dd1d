// Reads the balances, verdict, pending items and next date of an issuer for the portfolio.

import { readTransactions } from '#components/data/queries/read-transactions';
import { readVerdict } from '#components/data/queries/read-verdict';
import type { Clock } from '#components/ui/clock';
import { isApiError } from '#lib/api/error';
import { balanceInput } from '#lib/api/register-queries';
import type { SendRequest } from '#lib/api/send-request';
import { balanceChecks } from '#lib/register/balance-checks';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput, proxyListInput } from '#lib/register/list-inputs';
import { meetingsOf } from '#lib/register/meetings/meetings';
import { type IssuerStatus, type NextDate, nextDate, pendingItemsOf } from './issuer-status.ts';

/** Null for an ApiError; rethrows anything else, such as a canceled read. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

/**
 * What decides an issuer's place in the portfolio, in three short calls. Without its balance nothing can be
 * shown: that error is thrown.
 */
export async function readStanding(
  request: SendRequest,
  issuer: number,
  { today, clock, isOffered }: { today: string; clock: Clock; isOffered: boolean },
): Promise<IssuerStatus> {
  const [balances, pending] = await Promise.all([
    request('GetIssuerBalance', balanceInput(issuer, today)),
    orNull(readTransactions(request, { issuer, status: 'Pending', today })),
  ]);
  const checks = balanceChecks(balances);
  const books = await readVerdict(request, { issuer, day: today, clock, isOffered, checks });
  return { balances, books, waiting: pending && pendingItemsOf(pending) };
}

/** The next upcoming date from two full lists; undefined when neither could be read. */
export async function readNext(
  request: SendRequest,
  issuer: number,
  today: string,
): Promise<{ next: NextDate | null | undefined }> {
  const [meetings, dividends] = await Promise.all([
    orNull(request('GetProxyList', proxyListInput(issuer)).then(meetingsOf)),
    orNull(request('GetDividendList', dividendListInput(issuer)).then(dividendsOf)),
  ]);
  const known = meetings || dividends;
  return { next: known ? nextDate(meetings ?? [], dividends ?? [], today) : undefined };
}
