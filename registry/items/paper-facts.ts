import type { CalendarDate } from '#lib/format/dates';
import { arrayText } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { activeStops } from '#registry/ledger/stops';
import { labelOf } from './presented.ts';
import { localDay, receiptOf } from './rules/clock.ts';
import { type AccountFacts, type PaperFacts, paperDefaults } from './rules/facts.ts';
import type { Prepared, Work } from './work.ts';

const calendar = { holidays: 'federal' } as const;

/** What the rules for papers need to know, read in the item's book. */
export async function paperFacts(work: Work, prepared: Prepared): Promise<PaperFacts> {
  const { book, content, today, timeZone, cutoff } = work;
  const { owners, lineAccounts, certificates, classId } = prepared;
  const receipt = receiptOf(content.receivedAt, { timeZone, calendar, cutoff });
  const accounts = await accountFacts(work, [...owners, ...lineAccounts.filter((id) => id !== null)]);
  const shares = prepared.sources;
  const { rows } = await queryPrepared<{ cusip: string; amount: string | null; day: CalendarDate | null }>(
    book.tx,
    `select k.cusip, p.amount, p.day from security_class k
       left join lateral (select amount, day from price
                           where issuer_id = $1 and class_id = k.id and day <= $3 order by day desc limit 1) as p on true
      where k.issuer_id = $1 and k.id = $2`,
    [book.issuerId, classId, receipt.receivedDate],
  );
  const [row] = rows;
  return {
    today,
    receivedDate: receipt.receivedDate,
    countedFrom: receipt.countedFrom,
    calendar,
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

type AccountRow = {
  id: bigint;
  name: string;
  name2: string;
  name3: string;
  account_type: string;
  primary_tax_id: string;
  tax_certified: boolean;
  bad_address_since: CalendarDate | null;
  address_changed_at: string | null;
};

async function accountFacts(
  { book, timeZone }: Work,
  holderIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, AccountFacts>> {
  if (holderIds.length === 0) return new Map();
  const { rows } = await queryPrepared<AccountRow>(
    book.tx,
    `select h.id, h.name, h.name2, h.name3, h.account_type, h.primary_tax_id, h.tax_certified, h.bad_address_since,
            (select max(c.changed_at) from holder_change c
              where c.holder_id = h.id and c.before_text <> '' and c.after_text like '%"primary_address"%') as address_changed_at
       from holder h where h.id = any($1::bigint[])`,
    [arrayText(holderIds)],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        holderId: row.id,
        registration: [row.name, row.name2, row.name3].filter(Boolean),
        accountType: row.account_type,
        taxId: row.primary_tax_id,
        isTaxIdCertified: row.tax_certified,
        addressChangedOn: row.address_changed_at && localDay(row.address_changed_at, timeZone),
        badAddressSince: row.bad_address_since,
        // The books have no day of death and no sanctions list.
        diedOn: null,
        sanctions: null,
      },
    ]),
  );
}
