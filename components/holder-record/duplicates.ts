import type { ResponseFor } from '#lib/contract/index';
import { masked } from './holder-diff.ts';
import { type HolderDraft, taxModeOf } from './holder-draft.ts';

type Listed = ResponseFor<'GetShareholderDetailsList'>['shareholders'][number];

/** An account that may belong to the same holder, and the reasons. */
export type Duplicate = { account: string; name: string; reasons: readonly string[] };

const bare = (value: unknown) =>
  String(value ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
const lower = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase();

const placeOf = (address: Readonly<Record<string, unknown>>) =>
  address.address1 ? bare(`${address.address1} ${address.postalCode ?? ''} ${address.city ?? ''}`) : '';

const shownMax = 20;

/**
 * Accounts with the same name, last four digits of a tax id, e-mail or address; those with most matches first.
 */
export function duplicatesOf(draft: HolderDraft, records: readonly Listed[]): Duplicate[] {
  const name = bare([draft.name, draft.name2, draft.name3].join(' '));
  const typed = taxModeOf(draft, 'primary') === 'type' ? masked(draft.primaryTaxId ?? '') : '';
  const mail = lower(draft['primaryAddress.email']);
  const place = placeOf(
    Object.fromEntries(
      ['address1', 'postalCode', 'city'].map((part) => [part, draft[`primaryAddress.${part}`]?.trim() ?? '']),
    ),
  );
  const found = records.flatMap((record) => {
    if (record.customerShareholderId === draft.customerShareholderId?.trim()) return [];
    const address = (record.primaryAddress ?? {}) as Readonly<Record<string, unknown>>;
    const last4 = String(record.primaryTaxId ?? '').slice(-4);
    const reasons = [
      name && bare(record.name) === name ? 'same name' : '',
      typed.length > 5 && /^\w{4}$/.test(last4) && typed.endsWith(last4)
        ? `tax ID also ends in ${last4}`
        : '',
      mail && lower(address.email) === mail ? 'same email' : '',
      place && placeOf(address) === place ? 'same address' : '',
    ].filter(Boolean);
    if (reasons.length === 0) return [];
    return [
      { account: String(record.customerShareholderId ?? ''), name: String(record.name ?? ''), reasons },
    ];
  });
  return found.sort((a, b) => b.reasons.length - a.reasons.length).slice(0, shownMax);
}
