// Splits a holder's record into titled parts with labels.

import type { HolderRecord } from './profile.ts';

type Field = readonly [label: string, value: string];
export type RecordPart = { title: string; fields: readonly Field[]; note?: string };

const text = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

const labels = {
  name: 'Name',
  sortName: 'Sorted as',
  customerShareholderId: 'Account ID',
  displayShareholderId: 'Displayed as',
  systemShareholderId: 'Registry ID',
  type: 'Account type',
  typeEnum: 'Type code',
} as const;

const payment = {
  primaryTaxIdType: 'Tax ID type',
  primaryTaxId: 'Tax ID',
  primaryPayeeName: 'Payee',
  secondaryTaxIdType: 'Second tax ID type',
  secondaryTaxId: 'Second tax ID',
  secondaryPayeeName: 'Second payee',
} as const;

const addressLabels = {
  address1: 'Line 1',
  address2: 'Line 2',
  city: 'City',
  state: 'State or province',
  postalCode: 'Postal code',
  country: 'Country',
  country2Code: 'Country code',
  email: 'Email',
  phone: 'Phone',
  secondaryPhone: 'Second phone',
} as const;

/** Labels of the other fields that the history of a record has. */
const historyLabels = {
  customerId: 'Account ID',
  name2: 'Name, line 2',
  name3: 'Name, line 3',
  accountType: 'Type code',
  taxCertified: 'Tax ID certified',
  isNominee: 'Depository nominee',
  badAddressSince: 'Mail returned since',
  badAddressReason: 'Reason of returned mail',
  lostSince: 'Lost since',
} as const;

const addressTitles: Readonly<Record<string, string>> = {
  primaryAddress: 'Primary address',
  mailingAddress: 'Mailing address',
};

const spaced = (name: string) =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replace(/[A-Z0-9]/g, (letter, at: number) =>
    at === 0 ? letter : ` ${letter.toLowerCase()}`,
  );

/** A field as people read it: 'primaryAddress.city' is 'Primary address, city'. Unknown names are spelled out. */
export function fieldLabel(field: string): string {
  const [first = '', inner] = field.split('.');
  if (inner !== undefined) {
    const known: Readonly<Record<string, string>> = addressLabels;
    const title = addressTitles[first] ?? spaced(first);
    return `${title}, ${(known[inner] ?? spaced(inner)).toLowerCase()}`;
  }
  const known: Readonly<Record<string, string>> = { ...labels, ...payment, ...historyLabels };
  return known[first] ?? spaced(first);
}

const pick = (from: Readonly<Record<string, unknown>>, names: Readonly<Record<string, string>>): Field[] =>
  Object.entries(names).map(([name, label]) => [label, text(from[name])]);

function address(title: string, value: unknown, full: unknown, contact: boolean): RecordPart {
  if (!contact) return { title, fields: [], note: 'Your role does not include addresses, email and phone.' };
  if (!value || typeof value !== 'object') return { title, fields: [], note: text(full) || 'None on file.' };
  return {
    title,
    fields: [...pick(value as Record<string, unknown>, addressLabels), ['Full address', text(full)]],
  };
}

/** A registration in four parts; fields beyond the interface are not shown. */
export function recordParts(record: HolderRecord, contact: boolean): RecordPart[] {
  return [
    { title: 'Registration', fields: pick(record, labels) },
    { title: 'Tax and payment', fields: pick(record, payment) },
    address('Primary address', record.primaryAddress, record.fullPrimaryAddress, contact),
    address('Mailing address', record.mailingAddress, record.fullMailingAddress, contact),
  ];
}
