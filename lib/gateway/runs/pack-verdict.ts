import 'server-only';
import type { Pool } from 'pg';
import type { User } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import { storable, storeMonthEnd } from '#lib/month-ends/rows';
import { verdictOf } from '#lib/proof/verdict';
import type { PackVerdict } from '#lib/runs/batch-rows';
import type { GatewayContext } from '../gateway-context.ts';
import { type IssuerVerdict, readIssuerVerdict, withoutBooks } from '../summaries/issuer-verdict.ts';

type Asked = { issuer: number; day: string; requestId: string; isMonthEnd: boolean };

/**
 * What the books of an issuer say as of a day, read now. Books that cannot be read are not provable, never an error. The
 * verdict on an ended month is stored for the page Proof as well.
 */
export async function packVerdict(
  /** Repeats a reading that a rate limit refused, or that is still in progress. */
  patient: <T>(go: (isAgain: boolean) => Promise<T>) => Promise<T>,
  context: GatewayContext,
  pool: Pool,
  user: User,
  asked: Asked,
): Promise<PackVerdict> {
  const read = await patient((isAgain) => readIssuerVerdict(context, user, { ...asked, isAgain })).catch(
    (error: unknown) => unread(asked.day, isApiError(error) ? error.message.replace(/\.$/, '') : 'an error'),
  );
  if (read.isRead && asked.isMonthEnd) await storeMonthEnd(pool, asked.issuer, storable(read.verdict, read));
  const { kind, sentence } = read.verdict;
  return { kind, sentence, readAt: read.readAt };
}

const unread = (day: string, reason: string): IssuerVerdict => ({
  verdict: verdictOf({ date: day, facts: withoutBooks(`could not be read: ${reason}`) }),
  isRead: false,
  version: null,
  readAt: new Date().toISOString(),
});
