// Rows of the lists of holders: current ones, those of a past day, and all registrations.

import type { ResponseFor } from '#lib/contract/index';
import { exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { sum } from '#lib/register/bigint-math';

type CapTableRow = ResponseFor<'GetShareholderCapTable'>['shareholders'][number];

/** One account with what it holds, class by class. */
export type HolderRow = {
  id: string;
  /** Account id for its page; '' when the registry gave none. */
  account: string;
  name: string;
  kind: string;
  email: string;
  classes: number;
  byClass: Readonly<Record<string, bigint | null>>;
};

type DetailsRow = ResponseFor<'GetIssuerShareholderDetails'>['shareholders'][number];

/** One holder of the shareholder details, which list one element per account with its classes. */
export function holderRow(row: Partial<DetailsRow>): HolderRow {
  const byClass: Record<string, bigint | null> = {};
  for (const { securityType, totalShares } of row.securities ?? []) {
    const className = textOf(securityType);
    const before = byClass[className];
    const shares = exact(totalShares);
    byClass[className] = before === undefined ? shares : sum([before, shares]);
  }
  return {
    id: textOf(row.shareholderControlId) || textOf(row.shareholderCustomerId) || textOf(row.shareholderName),
    account: textOf(row.shareholderCustomerId),
    name: textOf(row.shareholderName),
    kind: textOf(row.shareholderType) || textOf(row.shareholderTypeEnum),
    email: textOf(row.shareholderEmail),
    byClass,
    classes: Object.values(byClass).filter((held) => held !== 0n).length,
  };
}

type PastRow = ResponseFor<'GetHoldersAsOf'>['shareholders'][number];

/** One holder at the close of a past day: shares of that day, registration and e-mail of today. */
export function pastHolderRow(row: PastRow): HolderRow {
  const name = [row.name, row.name2, row.name3].map(textOf).filter(Boolean).join(' ');
  const { email } = row.primaryAddress ?? {};
  return {
    ...holderRow({
      shareholderCustomerId: row.customerShareholderId,
      shareholderName: name || row.sortName,
      shareholderType: row.type,
      shareholderTypeEnum: row.typeEnum,
      securities: row.securities.map(({ security, shares }) => ({
        securityType: security,
        totalShares: shares,
      })),
    } as Partial<DetailsRow>),
    id: textOf(row.systemShareholderId) || textOf(row.customerShareholderId),
    email: textOf(email),
  };
}

/** Classes in the order the registry lists them; one that only a holder has is added at the end. */
export const classNames = (rows: readonly (HolderRow | undefined)[], listed: readonly string[]): string[] => [
  ...new Set([...listed, ...rows.flatMap((row) => (row ? Object.keys(row.byClass) : []))]),
];

/** Account types in use, most frequent first. */
export function kindsOf(rows: readonly { kind: string }[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kind } of rows) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind, 'en'));
}

export type RegistrationRow = {
  id: string;
  account: string;
  name: string;
  kind: string;
  address: string;
  city: string;
  state: string;
  country: string;
  email: string;
  phone: string;
  taxId: string;
  /** Null until all holdings are loaded. */
  holds: boolean | null;
};

/** An account's keys with separate prefixes: the registry's key and the customer's account id can be equal. */
const holderKeys = (system: unknown, account: unknown) => [
  ...(textOf(system) ? [`system ${textOf(system)}`] : []),
  ...(textOf(account) ? [`account ${textOf(account)}`] : []),
];

/** Keys of every account with shares in the cap table. */
export function keysOfHolding(rows: readonly CapTableRow[]): ReadonlySet<string> {
  return new Set(
    rows
      .filter((row) => exact(row.totalShares) !== 0n)
      .flatMap((row) => holderKeys(row.shareholderControlId, row.shareholderCustomerId)),
  );
}

type ListedRecord = ResponseFor<'GetShareholderDetailsList'>['shareholders'][number];

/**
 * Registrations from the list of records. The interface does not define its elements, so every field may be
 * missing. `holding` has the keys of accounts with current holdings; null while they load.
 */
export function registrationRows(
  records: readonly ListedRecord[],
  holding: ReadonlySet<string> | null,
): RegistrationRow[] {
  return records.map((record, index) => {
    const address: Record<string, unknown> = record.primaryAddress ?? {};
    const keys = holderKeys(record.systemShareholderId, record.customerShareholderId);
    return {
      id: keys[0] ?? `row ${index}`,
      account: textOf(record.customerShareholderId),
      name: textOf(record.name) || textOf(record.sortName),
      kind: textOf(record.type) || textOf(record.typeEnum),
      address: textOf(record.fullPrimaryAddress) || textOf(address.address1),
      city: textOf(address.city),
      state: textOf(address.state),
      country: textOf(address.country) || textOf(address.country2Code),
      email: textOf(address.email),
      phone: textOf(address.phone),
      taxId: textOf(record.primaryTaxId),
      holds: holding && keys.some((key) => holding.has(key)),
    };
  });
}
