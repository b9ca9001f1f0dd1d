// Finds the issuer that a request names if the client may see it, and checks the request's days.

import type { CalendarDate } from '#lib/format/dates';
import { addDays } from '#lib/format/dates';
import type { Caller } from '#registry/access/clients';
import type { Clock } from '#registry/clock';
import type { Db } from '#registry/db/session';
import { badField, HttpError, noAccess, notFound } from '#registry/http/http-error';
import { findIssuer, type Issuer } from '#registry/queries/issuers';

type GivenId = number | bigint | null | undefined;

/**
 * The issuer a request names by the customer's id or by the registry's own. None, or two different ones: 400. A
 * client bound to issuers gets the same 403 for any other id, existing or not. 404 only for a granted id that
 * has no issuer yet.
 */
export async function issuerInScope(
  db: Db,
  caller: Caller,
  field: string,
  customerId: GivenId,
  systemId?: GivenId,
): Promise<Issuer> {
  const given = customerId ?? systemId;
  if (given === null || given === undefined) throw badField(field, 'must name an issuer');
  const issuer = await findIssuer(
    db,
    customerId === null || customerId === undefined
      ? { id: BigInt(given) }
      : { customerId: BigInt(customerId) },
  );
  // 0 never matches: such a registry id has no issuer.
  const named = issuer?.customerId ?? BigInt(customerId ?? 0);
  if (caller.issuers !== 'all' && !caller.issuers.has(named)) throw noAccess();
  if (!issuer) throw notFound('The issuer');
  if (systemId !== null && systemId !== undefined && BigInt(systemId) !== issuer.id) {
    throw badField('SystemControlIssuerId', `must name the same issuer as ${field}`);
  }
  return issuer;
}

/** The issuer of the operations below Issuer/, which accept either id in the query. */
export function issuerOfQuery(
  db: Db,
  caller: Caller,
  input: { CustomerIssuerId?: GivenId; SystemControlIssuerId?: GivenId },
): Promise<Issuer> {
  return issuerInScope(db, caller, 'CustomerIssuerId', input.CustomerIssuerId, input.SystemControlIssuerId);
}

/**
 * The cutoff of a request; default today. One calendar day ahead is read as today, because it may already be
 * today in the client's time zone. Later is 400.
 */
export function cutoffOrToday(
  clock: Clock,
  field: string,
  given: CalendarDate | null | undefined,
): CalendarDate {
  const today = clock.today();
  if (given === null || given === undefined || given <= today) return given ?? today;
  if (given === addDays(today, 1)) return today;
  throw badField(field, `must not be later than today, ${today}`);
}

/**
 * Refuses a day before the first one of a register that was brought in: what was canceled before is not known, so that
 * the holdings of such a day would be too small.
 */
export function checkBooksFrom(issuer: Issuer, field: string, day: CalendarDate): void {
  const { booksFrom } = issuer;
  if (booksFrom !== null && day < booksFrom)
    throw beforeBooks(issuer, field, `must not be before ${booksFrom}`);
}

/** The same for the first day of a period, which begins with the balance of the day before. */
export function checkPeriodFrom(issuer: Issuer, field: string, from: CalendarDate): void {
  const { booksFrom } = issuer;
  if (booksFrom !== null && from <= booksFrom) throw beforeBooks(issuer, field, `must be after ${booksFrom}`);
}

const beforeBooks = ({ name, booksFrom }: Issuer, field: string, text: string) =>
  new HttpError(400, `The books of ${name} begin on ${booksFrom}.`, { errors: { [field]: [text] } });
