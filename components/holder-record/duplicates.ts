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

const addressKeyOf = (address: Readonly<Record<string, unknown>>) =>
  address.address1 ? bare(`${address.address1} ${address.postalCode ?? ''} ${address.city ?? ''}`) : '';

const shownMax = 20;

/** What is compared of an account. */
export type Comparable = {
  account: string;
  shownName: string;
  name: string;
  last4: string;
  mail: string;
  addressKey: string;
};

/** Prepared once for a list: a register can have 20,000 accounts, and each key typed compares them all. */
export const comparableOf = (records: readonly Listed[]): Comparable[] =>
  records.map((record) => {
    const address = (record.primaryAddress ?? {}) as Readonly<Record<string, unknown>>;
    const last4 = String(record.primaryTaxId ?? '').slice(-4);
    return {
      account: String(record.customerShareholderId ?? ''),
      shownName: String(record.name ?? ''),
      name: bare(record.name),
      last4: /^\w{4}$/.test(last4) ? last4 : '',
      mail: lower(address.email),
      addressKey: addressKeyOf(address),
    };
  });

/**
 * Accounts with the same name, last four digits of a tax id, e-mail or address; those with most matches first.
 */
export function duplicatesOf(draft: HolderDraft, accounts: readonly Comparable[]): Duplicate[] {
  const name = bare([draft.name, draft.name2, draft.name3].join(' '));
  const typed = taxModeOf(draft, 'primary') === 'type' ? masked(draft.primaryTaxId ?? '') : '';
  const mail = lower(draft['primaryAddress.email']);
  const addressKey = addressKeyOf(
    Object.fromEntries(
      ['address1', 'postalCode', 'city'].map((part) => [part, draft[`primaryAddress.${part}`]?.trim() ?? '']),
    ),
  );
  const own = draft.customerShareholderId?.trim();
  const found = accounts.flatMap((one): Duplicate[] => {
    if (own && one.account === own) return [];
    const reasons = [
      name && one.name === name ? 'same name' : '',
      typed.length > 5 && one.last4 && typed.endsWith(one.last4) ? `tax ID also ends in ${one.last4}` : '',
      mail && one.mail === mail ? 'same email' : '',
      addressKey && one.addressKey === addressKey ? 'same address' : '',
    ].filter(Boolean);
    return reasons.length === 0 ? [] : [{ account: one.account, name: one.shownName, reasons }];
  });
  return found.sort((a, b) => b.reasons.length - a.reasons.length).slice(0, shownMax);
}
