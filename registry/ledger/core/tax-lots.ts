// Sets, loads and divides tax lots, and passes them on to other certificates.

import { arrayText } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { never, sumShares } from './certificates.ts';
import { allocate, shareOfMoney } from './fractions.ts';
import { assertRule } from './ledger-error.ts';
import type { Row } from './tables.ts';
import type { Certificate, Lot } from './types.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Sets the lots of a certificate, replacing its former lots. */
export function setLots(book: UnitOfWork, certificate: Certificate, lots: readonly Lot[]): void {
  if (lots.length === 0) return;
  assertRule(
    sumShares(lots) === certificate.shares && lots.every((lot) => lot.shares > 0n),
    'lotSum',
    'taxLots',
    `The lots of ${certificate.prefix}-${certificate.number} must add up to ${certificate.shares} shares.`,
  );
  book.lots.set(certificate.id, [...lots]);
  book.changedLots.add(certificate.id);
}

export function lotRows(book: UnitOfWork, certificateIds: readonly bigint[]): Row<'tax_lot'>[] {
  return certificateIds.flatMap((id) =>
    (book.lots.get(id) ?? []).map((lot, index) => ({
      issuer_id: book.issuerId,
      certificate_id: id,
      number: index + 1,
      acquired_on: lot.acquiredOn,
      shares: lot.shares,
      cost_per_share: lot.costPerShare,
      total_cost: lot.totalCost,
      is_covered: lot.isCovered,
      method: lot.method,
    })),
  );
}

export async function loadLots(book: UnitOfWork, certificateIds: readonly bigint[]): Promise<void> {
  if (book.isNew) return;
  const missing = certificateIds.filter((id) => !book.lots.has(id));
  if (missing.length === 0) return;
  const { rows } = await queryPrepared(
    book.tx,
    `select certificate_id, acquired_on, shares, cost_per_share, total_cost, is_covered, method
       from tax_lot where issuer_id = $1 and certificate_id = any($2::bigint[]) order by certificate_id, number`,
    [book.issuerId, arrayText(missing)],
  );
  for (const id of missing) book.lots.set(id, []);
  for (const row of rows) {
    book.lots.get(row.certificate_id)!.push({
      acquiredOn: row.acquired_on,
      shares: row.shares,
      costPerShare: row.cost_per_share,
      totalCost: row.total_cost,
      isCovered: row.is_covered,
      method: row.method,
    });
  }
}

/**
 * The lots of certificates in order. Empty when no certificate has lots; otherwise a certificate without lots
 * counts as one lot of unknown basis.
 */
export function lotsOf(book: UnitOfWork, certificates: readonly Certificate[]): Lot[] {
  if (!certificates.some((one) => book.lots.get(one.id)?.length)) return [];
  return certificates.flatMap((one) => {
    const lots = book.lots.get(one.id);
    if (lots?.length) return lots;
    const { acquiredOn, shares } = one;
    return [{ acquiredOn, shares, costPerShare: null, totalCost: null, isCovered: false, method: 'Unknown' }];
  });
}

/** Takes `shares` from the front of a list of lots. The cost of a divided lot is split without loss. */
export function takeLots(lots: Lot[], shares: bigint): Lot[] {
  const taken: Lot[] = [];
  let left = shares;
  while (left > 0n && lots.length > 0) {
    const first = lots[0]!;
    if (first.shares <= left) {
      taken.push(first);
      lots.shift();
      left -= first.shares;
      continue;
    }
    const money = first.totalCost === null ? null : shareOfMoney(first.totalCost, left, first.shares);
    taken.push({ ...first, shares: left, totalCost: money?.part ?? null });
    lots[0] = { ...first, shares: first.shares - left, totalCost: money?.rest ?? null };
    left = 0n;
  }
  return taken;
}

/** The same lots for another number of shares: same total basis, same dates. */
export function rescaleLots(lots: readonly Lot[], shares: bigint): Lot[] {
  const before = sumShares(lots);
  if (before === 0n || shares === 0n) return [];
  const weights = lots.map((lot) => lot.shares);
  const parts = allocate(shares, weights, { numerator: shares, denominator: before });
  const rescaled: Lot[] = [];
  let orphanCost = null as string | null;
  lots.forEach((lot, index) => {
    const quantity = parts[index]!;
    // A lot too small for one share passes its basis to the next one.
    if (quantity === 0n) orphanCost = addMoney(orphanCost, lot.totalCost);
    else {
      rescaled.push({
        ...lot,
        shares: quantity,
        costPerShare: null,
        totalCost: addMoney(orphanCost, lot.totalCost),
      });
      orphanCost = null;
    }
  });
  const last = rescaled.at(-1);
  if (orphanCost !== null && last) last.totalCost = addMoney(last.totalCost, orphanCost);
  return rescaled;
}

/**
 * Adds the basis of lots that got no share to another lot of the account, preferably one with known basis.
 * Without such a lot the basis is dropped: no value is made up for shares of unknown basis.
 */
export function inheritCost(heirs: readonly Lot[], orphans: readonly Lot[]): void {
  const heir = heirs.find((lot) => lot.totalCost !== null) ?? heirs[0];
  if (!heir) return;
  for (const lot of orphans) heir.totalCost = addMoney(heir.totalCost, lot.totalCost);
}

/**
 * Spreads the basis of a certificate's lots over its shares and `added` new ones, and returns the lots of the
 * new ones. If the certificate was canceled since, its basis has moved on: its lots stay as recorded, and the
 * new shares get its dates with unknown basis.
 */
export function spreadLots(book: UnitOfWork, parent: Certificate, added: bigint): Lot[] {
  const lots = book.lots.get(parent.id) ?? [];
  if (lots.length === 0) return [];
  const weights = lots.map((lot) => lot.shares);
  const parts = allocate(added, weights, { numerator: added, denominator: parent.shares });
  const given: Lot[] = [];
  if (parent.canceledOn !== never) {
    const bare = { costPerShare: null, totalCost: null };
    return lots.flatMap((lot, index) => (parts[index] ? { ...lot, ...bare, shares: parts[index] } : []));
  }
  const remaining = lots.map((lot, index) => {
    const extra = parts[index]!;
    if (extra === 0n) return lot;
    const money = lot.totalCost === null ? null : shareOfMoney(lot.totalCost, lot.shares, lot.shares + extra);
    given.push({ ...lot, shares: extra, costPerShare: null, totalCost: money?.rest ?? null });
    return { ...lot, costPerShare: null, totalCost: money?.part ?? null };
  });
  setLots(book, parent, remaining);
  return given;
}

function addMoney(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  const cents = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'));
  };
  const sum = (cents(a) + cents(b)).toString().padStart(3, '0');
  return `${sum.slice(0, -2)}.${sum.slice(-2)}`;
}
