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
