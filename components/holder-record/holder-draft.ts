import { addressNames } from '#lib/contract/address-names';
import type { ResponseFor } from '#lib/contract/index';
import { textOf } from '#lib/format/text-of';

/** A registration being typed: texts by the interface's field names, `primaryAddress.city`. */
export type HolderDraft = Readonly<Record<string, string>>;
export type HolderRecord = Partial<ResponseFor<'GetShareholderDetails'>>;

export type Choices = readonly { value: string; label: string }[];

const sides = ['primaryAddress', 'mailingAddress'] as const;
export type Side = (typeof sides)[number];

type AddressName = (typeof addressNames)[number];

/** What to do with a tax id on file, which the page knows only masked. */
export type TaxMode = 'keep' | 'type' | 'none';
export const taxModeOf = (draft: HolderDraft, side: 'primary' | 'secondary') =>
  (draft[`${side}TaxMode`] || 'none') as TaxMode;

/**
 * What to do with the registered name. Its lines are on file, but reads give them joined as one text, so they
 * stay as they are unless all of them are typed.
 */
export type NameMode = 'keep' | 'type';
export const nameModeOf = (draft: HolderDraft) => (draft.nameMode || 'type') as NameMode;

/** The longest name line that a registration may have. */
const nameLineMax = 300;

/** Labels of the fields; the country decides how parts of an address are called. */
export function labelOf(name: string, country = 'US'): string {
  const [first = '', rest] = name.split('.');
  if (rest !== undefined) return addressLabel(rest as AddressName, country);
  return labels[first] ?? first;
}

const labels: Readonly<Record<string, string>> = {
  customerShareholderId: 'Account ID',
  name: 'Name, first line',
  name2: 'Second line',
  name3: 'Third line',
  sortName: 'Sort name',
  accountType: 'Account type',
  primaryTaxIdType: 'Tax ID type',
  primaryTaxId: 'Tax ID',
  primaryPayeeName: 'Payee',
  secondaryTaxIdType: 'Second tax ID type',
  secondaryTaxId: 'Second tax ID',
  secondaryPayeeName: 'Second payee',
  mailing: 'Mailing address',
};

function addressLabel(name: AddressName, country: string): string {
  const states: Record<string, string> = {
    US: 'State',
    CA: 'Province',
    GB: 'County',
    AU: 'State or territory',
  };
  const codes: Record<string, string> = { US: 'ZIP code', GB: 'Postcode', AU: 'Postcode', IE: 'Eircode' };
  const names: Record<AddressName, string> = {
    address1: 'Address',
    address2: 'Address, second line',
    city: country === 'GB' ? 'Town or city' : 'City',
    state: states[country] ?? 'State or region',
    postalCode: codes[country] ?? 'Postal code',
    country2Code: 'Country',
    email: 'E-mail',
    phone: 'Phone',
    secondaryPhone: 'Second phone',
  };
  return names[name];
}

/** An empty form. The account id is generated here, so that it can be looked up when the response is lost. */
export const newHolder = (account: string): HolderDraft => ({
  customerShareholderId: account,
  accountType: 'Individual',
  primaryTaxMode: 'type',
  primaryTaxIdType: 'SSN',
  secondaryTaxMode: 'none',
  'primaryAddress.country2Code': 'US',
});

/** The form filled in from the record. The joined name is the proposal for the first line, if lines are typed. */
export function draftOf(record: HolderRecord, accountTypes: Choices): HolderDraft {
  const fields = record as Record<string, unknown>;
  const type = accountTypes.find(({ value, label }) => value === record.typeEnum || label === record.type);
  const draft: Record<string, string> = {
    customerShareholderId: textOf(record.customerShareholderId),
    name: textOf(record.name),
    nameMode: textOf(record.name).length <= nameLineMax && record.name ? 'keep' : 'type',
    sortName: textOf(record.sortName),
    accountType: type?.value ?? '',
    mailing: record.mailingAddress ? 'own' : '',
  };
  for (const side of ['primary', 'secondary'] as const) {
    draft[`${side}TaxMode`] = textOf(fields[`${side}TaxId`]) ? 'keep' : side === 'primary' ? 'type' : 'none';
    draft[`${side}TaxIdType`] = textOf(fields[`${side}TaxIdType`]) || (side === 'primary' ? 'SSN' : '');
    draft[`${side}PayeeName`] = textOf(fields[`${side}PayeeName`]);
  }
  for (const side of sides) {
    const address = (fields[side] ?? {}) as Record<string, unknown>;
    for (const name of addressNames) draft[`${side}.${name}`] = textOf(address[name]);
  }
  return draft;
}

const orNull = (value: string | undefined) => (value?.trim() ? value.trim() : null);

function addressBody(draft: HolderDraft, side: Side, record: HolderRecord | null) {
  const of = (name: AddressName) => draft[`${side}.${name}`]?.trim() ?? '';
  const onFile = record?.[side] as Record<string, unknown> | null | undefined;
  const country = textOf(onFile?.country2Code) === of('country2Code') ? textOf(onFile?.country) : '';
  return {
    ...Object.fromEntries(addressNames.map((name) => [name, orNull(of(name))])),
    address1: of('address1'),
    city: of('city'),
    country2Code: of('country2Code'),
    country: orNull(country),
  };
}

/**
 * The name lines of a request: all three, so that no old line remains; or the name as it was read, without
 * further lines, by which the registry leaves its lines unchanged.
 */
function nameBody(draft: HolderDraft, record: HolderRecord | null) {
  if (record && nameModeOf(draft) === 'keep') return { name: textOf(record.name) };
  return { name: draft.name?.trim() ?? '', name2: orNull(draft.name2), name3: orNull(draft.name3) };
}

/**
 * The request with every field that the form shows, so that the registry stores exactly that; and the tax ids to
 * keep.
 */
export function bodyOf(draft: HolderDraft, record: HolderRecord | null) {
  const modes = { primary: taxModeOf(draft, 'primary'), secondary: taxModeOf(draft, 'secondary') };
  const body = {
    customerShareholderId: draft.customerShareholderId?.trim(),
    ...nameBody(draft, record),
    sortName: draft.sortName?.trim() ?? '',
    ...(draft.accountType ? { accountType: draft.accountType } : {}),
    primaryPayeeName: orNull(draft.primaryPayeeName),
    primaryTaxId: modes.primary === 'type' ? orNull(draft.primaryTaxId) : null,
    primaryTaxIdType: draft.primaryTaxIdType || 'SSN',
    secondaryPayeeName: orNull(draft.secondaryPayeeName),
    secondaryTaxId: modes.secondary === 'type' ? orNull(draft.secondaryTaxId) : null,
    secondaryTaxIdType: orNull(draft.secondaryTaxIdType),
    primaryAddress: addressBody(draft, 'primaryAddress', record),
    mailingAddress: draft.mailing === 'own' ? addressBody(draft, 'mailingAddress', record) : null,
  };
  const keep = (['primary', 'secondary'] as const).filter((side) => modes[side] === 'keep');
  return { body, keep };
}
