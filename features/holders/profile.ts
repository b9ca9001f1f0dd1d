// Holdings, checks, alerts and latest changes of one holder.

import type { ResponseFor } from '#lib/contract/index';
import { isDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { sum } from '#lib/register/bigint-math';
import type { Balance } from '#lib/register/capacity';
import type { Certificate } from '#lib/register/certificates';
import { type Check, mustEqual } from '#lib/register/checks';
import type { Held } from './movements.ts';

export type HolderRecord = Partial<ResponseFor<'GetShareholderDetails'>>;

export type HoldingLine = {
  className: string;
  shares: bigint | null;
  outstanding: bigint | null;
  certificates: number | null;
  /** Null where the registry does not say. */
  bookEntry: boolean | null;
  /**
   * Shares on outstanding certificates with a restriction or a stop; null while the certificates are unknown.
   */
  restricted: bigint | null;
  stopped: bigint | null;
  dollars: boolean;
};

/** Shares of the outstanding certificates for which `mark` is true; null as soon as one does not report it. */
function part(certificates: readonly Certificate[] | null, mark: (one: Certificate) => string | null) {
  const live = certificates?.filter((one) => one.status !== 'Canceled');
  if (!live || live.some((one) => mark(one) === null)) return null;
  return sum(live.filter((one) => mark(one) !== '').map((one) => one.shares));
}

/** Current holdings of an account, class by class, with the outstanding shares of the class. */
export function holdingLines(
  summary: ResponseFor<'GetHoldingSummary'>,
  balances: readonly Balance[] | null,
  certificates: readonly Certificate[] | null,
): HoldingLine[] {
  const rows = Array.isArray(summary) ? summary : [];
  return rows.map((row) => {
    const className = textOf(row.security);
    const balance = balances?.find((one) => one.className === className);
    const own = certificates?.filter((one) => one.className === className) ?? null;
    return {
      className,
      shares: exact(row.shares),
      outstanding: exact(balance?.totalOutstandingShares),
      certificates: typeof row.numberOfCertificates === 'number' ? row.numberOfCertificates : null,
      bookEntry: typeof row.hasBookCertificates === 'boolean' ? row.hasBookCertificates : null,
      restricted: part(own, (one) => one.restriction),
      stopped: part(own, (one) => one.stop),
      dollars: balance?.dollarFormat === true,
    };
  });
}

/** The holding summary against the account's own outstanding certificates. */
export function holdingChecks(
  lines: readonly HoldingLine[],
  certificates: readonly Certificate[] | null,
): Check[] {
  const live = certificates?.filter((one) => one.status !== 'Canceled') ?? null;
  const names = new Set([
    ...lines.map((line) => line.className),
    ...(live?.map((one) => one.className) ?? []),
  ]);
  return [...names].flatMap((className) => {
    const line = lines.find((one) => one.className === className);
    const own = live?.filter((one) => one.className === className) ?? null;
    return [
      mustEqual(
        `${className}/shares`,
        `${className}: outstanding certificates equal the holding`,
        own && sum(own.map((one) => one.shares)),
        line ? line.shares : 0n,
      ),
      mustEqual(
        `${className}/count`,
        `${className}: number of certificates equals the number in the holding`,
        own && BigInt(own.length),
        line ? exact(line.certificates) : 0n,
      ),
    ];
  });
}

/** Ownership at a past day against the certificates outstanding at its close. */
export function pastChecks(
  owned: readonly { className: string; shares: bigint | null }[],
  held: Held | null,
): Check[] {
  const names = new Set([...owned.map((one) => one.className), ...(held?.keys() ?? [])]);
  return [...names].map((className) => {
    const line = owned.find((one) => one.className === className);
    return mustEqual(
      `${className}/past`,
      `${className}: certificates outstanding on the date equal the ownership`,
      held && (held.has(className) ? held.get(className)! : 0n),
      line ? line.shares : 0n,
    );
  });
}

/** Alerts on an account. Facts that no operation reported raise none. */
export function warningsOf(
  record: HolderRecord,
  certificates: readonly Certificate[] | null,
  contact: boolean,
): string[] {
  const stopped = certificates?.filter((one) => one.stop) ?? [];
  const restricted = certificates?.filter((one) => one.status !== 'Canceled' && one.restriction) ?? [];
  const count = (some: readonly Certificate[]) => `${some.length} certificate${some.length === 1 ? '' : 's'}`;
  const kinds = [...new Set(restricted.map((one) => one.restriction))].join(', ');
  const addresses = [record.fullPrimaryAddress, record.primaryAddress?.address1];
  const taxIds = [record.primaryTaxId, record.secondaryTaxId];
  return [
    ...stopped
      .map((one) => `Stop on ${one.number}: ${one.stop?.replace(/^STOP\s*[–-]\s*/i, '')}.`)
      .slice(0, 3),
    ...(stopped.length > 3 ? [`${count(stopped)} stopped in total.`] : []),
    ...(restricted.length > 0 ? [`${count(restricted)} restricted from transfer: ${kinds}.`] : []),
    ...(contact ? unfiled('address', addresses) : []),
    ...unfiled('tax ID', taxIds),
  ];
}

/** Tells an empty value (none on file) from a missing one (not reported). */
function unfiled(what: string, values: readonly unknown[]): string[] {
  if (values.some(textOf)) return [];
  if (values.some((value) => value !== null && value !== undefined)) return [`No ${what} on file.`];
  return [`The registry does not report whether ${what === 'address' ? 'an' : 'a'} ${what} is on file.`];
}

/** A certificate issued to an account, or canceled. */
export type HolderChange = { id: string; day: string; certificate: Certificate; shares: bigint | null };

/**
 * The latest days, `until` at most, on which certificates were issued to an account or canceled, from the
 * certificates alone.
 */
export function lastChanges(
  certificates: readonly Certificate[],
  most: number,
  until: string | null = null,
): HolderChange[] {
  const changes = certificates.flatMap((certificate): HolderChange[] => {
    const { key, issued, canceled, shares } = certificate;
    const gone = shares === null ? null : -shares;
    return [
      ...(isDate(issued) ? [{ id: `${key}/in`, day: issued, certificate, shares }] : []),
      ...(isDate(canceled) ? [{ id: `${key}/out`, day: canceled, certificate, shares: gone }] : []),
    ];
  });
  const past = until === null ? changes : changes.filter(({ day }) => day <= until);
  return past.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)).slice(0, most);
}

/** 'SSN *****6789'; '' when none is on file. The digits arrive masked. */
export const taxIdText = (type: unknown, id: unknown) =>
  textOf(id) ? [textOf(type), textOf(id)].filter(Boolean).join(' ') : '';
