// Route handler of the verdicts on month ends.

import 'server-only';
import type { Pool } from 'pg';
import { coversIssuer } from '../access/decide.ts';
import { ApiError } from '../api/error.ts';
import type { MonthEnd, MonthEndRead, SaidOfMonth } from '../api/month-ends.ts';
import { json } from '../api/respond.ts';
import { addDays, isDate, monthEnd } from '../format/dates.ts';
import { type StoredVerdict, storable, storedMonthEnds, storeMonthEnd } from '../month-ends/rows.ts';
import { figureChanges } from '../proof/figures.ts';
import { type Asked, answerUser } from './answer-user.ts';
import { authorizeOperation } from './authorize.ts';
import type { GatewayContext } from './gateway-context.ts';
import { invalid, readBody, rejectForeign } from './request.ts';
import { readIssuerVerdict } from './summaries/issuer-verdict.ts';

const monthsMax = 60;
const changesMax = 100;

/**
 * `/api/month-ends`: what was said of the ends of months. GET `?issuer=&before=` gives what is stored. POST `{ issuer, end }`
 * reads the books of an ended month anew and stores the verdict unless one is stored; the answer has both, and what
 * differs. While the registry is still reading, the answer is 503; `isAgain: true` then asks for the same reading. Books
 * that could not be read are never stored. Never throws.
 */
export function handleMonthEnds(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  today: string,
): Promise<Response> {
  return answerUser(request, context, { action: 'read', endpoint: 'GetProof' }, async (asked) => {
    const about = { requestId: asked.requestId, secure: false };
    if (request.method === 'GET') {
      const search = new URL(request.url).searchParams;
      const issuer = issuerFor(asked, Number(search.get('issuer')));
      const before = search.get('before') ?? '';
      if (!isDate(before)) throw invalid({ before: ['This must be a date, yyyy-mm-dd.'] });
      const stored = await storedMonthEnds(pool, issuer, before, monthsMax);
      return json({ monthEnds: stored.map(shown) } satisfies { monthEnds: MonthEnd[] }, about);
    }
    rejectForeign(request, context.publicUrl);
    const { issuer: given, end, isAgain } = ((await readBody(request)) ?? {}) as Record<string, unknown>;
    const issuer = issuerFor(asked, given);
    if (typeof end !== 'string' || !isDate(end) || monthEnd(end) !== end || end >= today)
      throw invalid({ end: ['This must be the last day of a month that has ended.'] });
    asked.tell({ effectiveDate: end });
    const question = { issuer, day: end, isAgain: isAgain === true };
    return json(await readOne(pool, context, asked, question), about);
  });
}

/** The issuer of a request, where the user may see the proof of its books. */
function issuerFor({ user, tell }: Asked, given: unknown): number {
  authorizeOperation(user, 'GetProof');
  if (!Number.isSafeInteger(given) || (given as number) <= 0)
    throw invalid({ issuer: ['This must be the ID of an issuer.'] });
  if (!coversIssuer(user, given as number)) throw new ApiError('forbidden');
  tell({ issuer: given as number });
  return given as number;
}

async function readOne(
  pool: Pool,
  context: GatewayContext,
  { user, requestId }: Asked,
  asked: { issuer: number; day: string; isAgain: boolean },
): Promise<MonthEndRead> {
  const leave = context.limits.enter(user.id, 'read');
  try {
    const read = await readIssuerVerdict(context, user, { ...asked, requestId });
    const now = storable(read.verdict, read);
    // Nothing is stored of books that were not read; what was stored before stays.
    if (!read.isRead) {
      const [known] = await storedMonthEnds(pool, asked.issuer, addDays(asked.day, 1), 1);
      return { stored: known?.end === asked.day ? shown(known) : null, now: said(now), changes: [], more: 0 };
    }
    const stored = await storeMonthEnd(pool, asked.issuer, now);
    const changes = stored.digest === now.digest ? [] : figureChanges(stored.figures, now.figures);
    return {
      stored: shown(stored),
      now: said(now),
      changes: changes.slice(0, changesMax),
      more: Math.max(0, changes.length - changesMax),
    };
  } finally {
    leave();
  }
}

const said = ({ kind, label, sentence, version, readAt }: StoredVerdict): SaidOfMonth => ({
  kind,
  label,
  sentence,
  version,
  readAt,
});
const shown = (one: StoredVerdict): MonthEnd => ({ end: one.end, ...said(one) });
