// The issuers and days that a report request covers, checked against the client's grant.

import { addDays, type CalendarDate } from '#lib/format/dates';
import { SPAN } from '#registry/db/ids';
import type { Db } from '#registry/db/session';
import { badField, HttpError, notFound } from '#registry/http/http-error';
import { findIssuer, type Issuer, listIssuers } from '#registry/queries/issuers';
import type { Context } from '../context.ts';
import type { Coverage } from '../report/generate.ts';
import { checkBooksFrom, cutoffOrToday, issuerInScope } from './scope.ts';

type Given<T> = T | null | undefined;

/** One issuer as of a day that is not after today. */
export async function issuerAsOf(
  db: Db,
  ctx: Context,
  customerIssuerId: Given<number>,
  field: string,
  cutoff: Given<CalendarDate>,
): Promise<Coverage> {
  const day = cutoffOrToday(ctx.clock, field, cutoff);
  const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', customerIssuerId);
  checkBooksFrom(issuer, field, day);
  return { issuers: [issuer], cutoff: day };
}

/**
 * The issuer of a request; without one, all issuers the client may see: none in an empty registry. 403 for a client that
 * is bound to issuers of which none exists.
 */
export async function anyIssuers(
  db: Db,
  ctx: Context,
  customerIssuerId: Given<number>,
): Promise<{ issuers: readonly Issuer[]; isAllIssuers: boolean }> {
  if (customerIssuerId !== null && customerIssuerId !== undefined) {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', customerIssuerId);
    return { issuers: [issuer], isAllIssuers: false };
  }
  const issuers = await listIssuers(db, ctx.caller.issuers);
  if (issuers.length === 0 && ctx.caller.issuers !== 'all')
    throw new HttpError(403, 'This client has no access to any issuer.');
  return { issuers, isAllIssuers: true };
}

/**
 * A period. Its first day is today by default and must not be after its last day. The last day may be in the
 * future.
 */
export function period(
  ctx: Context,
  startDate: Given<CalendarDate>,
  endDate: Given<CalendarDate>,
): { from: CalendarDate; cutoff: CalendarDate } {
  const today = ctx.clock.today();
  const from = startDate ?? today;
  const cutoff = endDate ?? today;
  if (from > cutoff) throw badField('startDate', `must not be later than endDate, ${cutoff}`);
  return { from, cutoff };
}

/**
 * First day of a period that a request does not name: the first of the month, or the first day with an opening balance in a
 * register that was brought in.
 */
export function firstDay({ booksFrom }: Issuer, cutoff: CalendarDate): CalendarDate {
  const month = `${cutoff.slice(0, 8)}01`;
  const opening = booksFrom && addDays(booksFrom, 1);
  return opening && opening > month ? opening : month;
}

/**
 * The issuer of an object, from its id. The same 404 for an unknown object and for one outside the client's
 * grant.
 */
export async function issuerOfObject(db: Db, ctx: Context, what: string, id: bigint): Promise<Issuer> {
  const issuer = id > 0n ? await findIssuer(db, { id: id / SPAN }) : undefined;
  const { issuers } = ctx.caller;
  if (!issuer || (issuers !== 'all' && !issuers.has(issuer.customerId))) throw notFound(what);
  return issuer;
}
