// Reads from the books what the rules for papers need to know.

import { federalCalendar } from '#lib/format/business-days';
import { activeStops } from '#registry/ledger/stops';
import type { Prepared, Work } from './item-work.ts';
import { labelOf } from './presented-certificates.ts';
import { readClass, readHolders } from './reads/read-cache.ts';
import { localDay, receiptOf } from './rules/clock.ts';
import { type AccountFacts, type PaperFacts, paperDefaults } from './rules/facts.ts';

/** What the rules for papers need to know, read in the item's book. */
export async function paperFacts(work: Work, prepared: Prepared): Promise<PaperFacts> {
  const { book, content, today, timeZone, cutoff } = work;
  const { owners, lineAccounts, certificates, classId } = prepared;
  const receipt = receiptOf(content.receivedAt, { timeZone, calendar: federalCalendar, cutoff });
  const accounts = await accountFacts(work, [...owners, ...lineAccounts.filter((id) => id !== null)]);
  const shares = prepared.sources;
  const row = await readClass(work, classId, receipt.receivedDate);
  return {
    today,
    receivedDate: receipt.receivedDate,
    countedFrom: receipt.countedFrom,
    calendar: federalCalendar,
    transferors: owners.flatMap((id) => accounts.get(id) ?? []),
    transferees: lineAccounts.map((id) => (id === null ? null : (accounts.get(id) ?? null))),
    certificates: certificates.map((one) => ({ name: labelOf(one), isPaper: one.form === 'Certificate' })),
    className: (classId !== null && book.classes.get(classId)?.name) || '',
    cusip: row?.cusip || null,
    price: row?.amount && row.day ? { perShare: row.amount, day: row.day } : null,
    sharesLeaving: prepared.shares ?? 0n,
    restrictions: [...new Set(shares.map((one) => one.restriction))],
    acquiredOn:
      shares
        .map((one) => one.acquiredOn)
        .sort()
        .at(-1) ?? null,
    // The books do not say whether an issuer files reports or was a shell.
    issuerReports: null,
    issuerWasShell: null,
    isStoppedAsLost: certificates.every((one) =>
      activeStops(book, one.id).some((stop) => stop.kind === 'Lost, stolen or not received'),
    ),
    settings: paperDefaults,
  };
}

async function accountFacts(
  work: Work,
  holderIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, AccountFacts>> {
  await readHolders(work, holderIds);
  const rows = holderIds.flatMap((id) => work.known.holders.get(id) ?? []);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        holderId: row.id,
        registration: [row.name, row.name2, row.name3].filter(Boolean),
        accountType: row.account_type,
        taxId: row.primary_tax_id,
        isTaxIdCertified: row.tax_certified,
        addressChangedOn: row.address_changed_at && localDay(row.address_changed_at, work.timeZone),
        badAddressSince: row.bad_address_since,
        // The books have no day of death and no sanctions list.
        diedOn: null,
        sanctions: null,
      },
    ]),
  );
}
