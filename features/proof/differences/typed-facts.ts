import { exact } from '#lib/format/exact-shares';
import type { RecordDifference } from './types.ts';

/** What is known about a record difference, as it stands in the fields of a form. */
export type TypedFacts = {
  since: string;
  basis: string;
  cause: string;
  causeKind: string;
  /** Numbers of certificates, separated by blanks or commas. */
  certificates: string;
  account: string;
  item: string;
  isOverIssuance: boolean;
  isByPriorAgent: boolean;
  discovered: string;
  letter: string;
  bond: string;
  boughtInOn: string;
  boughtInShares: string;
  boughtInPrice: string;
  boughtInFrom: string;
  note: string;
};

export const noFacts: TypedFacts = {
  ...{ since: '', basis: 'Detail', cause: '', causeKind: '', certificates: '', account: '', item: '' },
  ...{ isOverIssuance: false, isByPriorAgent: false, discovered: '', letter: '', bond: '' },
  ...{ boughtInOn: '', boughtInShares: '', boughtInPrice: '', boughtInFrom: '', note: '' },
};

/** The fields as they were recorded. A day that was not stated is that of the opening, and stays empty. */
export function typedFacts(one: RecordDifference): TypedFacts {
  const unlessOpened = (day: string | undefined) => (day === undefined || day === one.openedOn ? '' : day);
  const shares = one.boughtInShares ?? null;
  return {
    since: unlessOpened(one.existedSince),
    basis: one.basis,
    cause: one.cause,
    causeKind: one.causeKind ?? '',
    certificates: (one.certificates ?? []).map(({ certificateNumber }) => certificateNumber).join(', '),
    account: one.customerShareholderId ?? '',
    item: one.itemId ? `${one.itemId}` : '',
    isOverIssuance: one.isOverIssuance,
    isByPriorAgent: one.isByPriorAgent,
    discovered: unlessOpened(one.discoveredOn),
    letter: one.letterOn ?? '',
    bond: one.bond ?? '',
    boughtInOn: one.boughtInOn ?? '',
    boughtInShares: shares === null ? '' : `${exact(shares)}`,
    boughtInPrice: one.boughtInPrice ?? '',
    boughtInFrom: one.boughtInFrom ?? '',
    note: one.note,
  };
}

/** Labels of the fields by their names in the request. */
export const factLabels = {
  ...{ existedSince: 'Existed since', basis: 'Basis', cause: 'Cause', causeKind: 'Kind of cause' },
  ...{ certificates: 'Certificates', customerShareholderId: 'Account', itemId: 'Item', note: 'Note' },
  ...{ discoveredOn: 'Discovered', letterOn: 'Letter', bond: 'Bond', boughtInOn: 'Bought in' },
  ...{ boughtInShares: 'Shares bought in', boughtInPrice: 'Price per share', boughtInFrom: 'Bought from' },
};

/** The facts of a request, with an error for each field that is not usable. Days are checked against the opening. */
export function requestedFacts(
  typed: TypedFacts,
  openedOn: string,
): { body: Record<string, unknown>; fields: Record<string, string> } {
  const item = idNumber(typed.item);
  const boughtIn = wholeShares(typed.boughtInShares);
  // What belongs to an over-issuance is not shown, and not sent, without one.
  const over = <T>(value: T) => (typed.isOverIssuance ? value : null);
  const isBuyIn = [typed.boughtInShares, typed.boughtInPrice, typed.boughtInFrom].some((text) => text.trim());
  const fields = {
    ...(typed.cause.trim() ? {} : { cause: 'Enter the cause.' }),
    ...(typed.since && openedOn && typed.since > openedOn
      ? { existedSince: 'Enter a day that is not after the day it was found.' }
      : {}),
    ...(item === undefined ? { itemId: 'Enter the number of one item, digits only.' } : {}),
    ...(typed.isOverIssuance && boughtIn === undefined
      ? { boughtInShares: 'Enter a whole number above 0.' }
      : {}),
    ...(typed.isOverIssuance && isBuyIn && !typed.boughtInOn
      ? { boughtInOn: 'Enter the day of the buy-in.' }
      : {}),
    ...(typed.isOverIssuance && typed.boughtInOn && boughtIn === null
      ? { boughtInShares: 'Enter the shares that were bought in.' }
      : {}),
  };
  const body = {
    existedSince: typed.since || null,
    basis: typed.basis,
    cause: typed.cause.trim(),
    causeKind: typed.causeKind || null,
    certificates: typed.certificates.split(/[\s,]/).filter(Boolean),
    customerShareholderId: typed.account.trim() || null,
    itemId: item ?? null,
    isOverIssuance: typed.isOverIssuance,
    isByPriorAgent: typed.isByPriorAgent,
    discoveredOn: over(typed.discovered || null),
    letterOn: over(typed.letter || null),
    bond: over(typed.bond.trim() || null),
    boughtInOn: over(typed.boughtInOn || null),
    boughtInShares: over(boughtIn ?? null),
    boughtInPrice: over(typed.boughtInPrice.trim() || null),
    boughtInFrom: over(typed.boughtInFrom.trim() || null),
    note: typed.note.trim() || null,
  };
  return { body, fields };
}

/** Shares with or without separators; null for none, undefined for what is no number of them. */
function wholeShares(text: string): bigint | null | undefined {
  const plain = text.replaceAll(',', '').trim();
  if (plain === '') return null;
  return /^\d+$/.test(plain) && plain.length <= 18 && BigInt(plain) > 0n ? BigInt(plain) : undefined;
}

/** A typed number of a transaction or an item; null for none, undefined for what is no number. */
export function idNumber(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  return /^\d+$/.test(plain) && plain.length <= 15 && Number(plain) > 0 ? Number(plain) : undefined;
}
