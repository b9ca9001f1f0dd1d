import { describe, expect, it } from 'vitest';
import { comparableOf, duplicatesOf } from './duplicates.ts';
import { diffOf, masked } from './holder-diff.ts';
import { bodyOf, draftOf, type HolderRecord, labelOf, newHolder } from './holder-draft.ts';
import { validateHolder } from './validate-holder.ts';

const types = [
  { value: 'Individual', label: 'Individual' },
  { value: 'JointTenant', label: 'Joint Tenant' },
];
const address = {
  address1: '1 Elm',
  address2: '',
  city: 'Dayton',
  state: 'OH',
  postalCode: '45402',
  country2Code: 'US',
  email: 'ada@quill.example',
  phone: '',
  secondaryPhone: '',
  country: 'United States',
};
const record = {
  customerShareholderId: 'LK-1',
  systemShareholderId: 7,
  name: 'ADA QUILL',
  sortName: 'QUILL, ADA',
  type: 'Joint Tenant',
  primaryTaxId: '*****6789',
  primaryTaxIdType: 'SSN',
  primaryPayeeName: '',
  secondaryTaxId: '',
  secondaryTaxIdType: '',
  secondaryPayeeName: '',
  primaryAddress: address,
  mailingAddress: null,
} as unknown as HolderRecord;
const draft = draftOf(record, types);
const changes = (changed: object) =>
  diffOf({ ...draft, ...changed }, record, types)
    .filter((row) => row.changed)
    .map(({ label, before, after }) => [label, before, after]);

describe('current and new record', () => {
  it('an unchanged form has no changes', () => {
    expect(changes({})).toEqual([]);
  });

  it('lists each change with both sides', () => {
    expect(
      changes({ accountType: 'Individual', 'primaryAddress.city': ' Columbus ', 'primaryAddress.email': '' }),
    ).toEqual([
      ['Account type', 'Joint Tenant', 'Individual'],
      ['City', 'Dayton', 'Columbus'],
      ['E-mail', 'ada@quill.example', ''],
    ]);
  });

  it('a re-entered number is a change even with the same last four, and only they are shown', () => {
    expect(changes({ primaryTaxMode: 'type', primaryTaxId: '123-45-6789' })).toEqual([
      ['Tax ID', '*****6789', '*****6789'],
    ]);
    expect(changes({ primaryTaxMode: 'none' })).toEqual([
      ['Tax ID type', 'SSN', ''],
      ['Tax ID', '*****6789', ''],
    ]);
  });

  it('a mailing address is added and removed as a whole', () => {
    const mail = {
      mailing: 'own',
      'mailingAddress.address1': 'PO Box 4',
      'mailingAddress.country2Code': 'GB',
      'mailingAddress.postalCode': 'N1 9GU',
    };
    expect(changes(mail).map(([label]) => label)).toEqual([
      'Mail: address',
      'Mail: postcode',
      'Mail: country',
    ]);
  });
});

describe('request', () => {
  it('never contains the masked number; unchanged fields are listed with it', () => {
    const { body, keep } = bodyOf(draft, record);
    expect([body.primaryTaxId, body.secondaryTaxId, keep]).toEqual([null, null, ['primary']]);
    expect(JSON.stringify(body)).not.toContain('*');
    expect(body.primaryAddress).toMatchObject({ country: 'United States', address2: null });
    expect(
      bodyOf({ ...draft, 'primaryAddress.country2Code': 'CA' }, record).body.primaryAddress.country,
    ).toBeNull();
    expect(bodyOf({ ...draft, primaryTaxMode: 'type', primaryTaxId: '900010001' }, record)).toMatchObject({
      body: { primaryTaxId: '900010001' },
      keep: [],
    });
  });

  it('sends the name as it was read and no further lines, so that the lines on file stay', () => {
    const kept = { ...draft, name: 'ADA', name2: 'GEORGE QUILL' };
    for (const one of [draft, kept]) {
      const { body } = bodyOf(one, record);
      expect(body.name).toBe('ADA QUILL');
      expect(Object.keys(body)).not.toContain('name2');
      expect(Object.keys(body)).not.toContain('name3');
    }
    expect(changes({ name: 'ADA', name2: 'GEORGE QUILL' })).toEqual([]);
  });

  it('sends all typed lines, so that no old line remains, and counts them as a change', () => {
    const typed = { nameMode: 'type', name: ' ADA QUILL & ', name2: 'GEORGE QUILL' };
    expect(bodyOf({ ...draft, ...typed }, record).body).toMatchObject({
      name: 'ADA QUILL &',
      name2: 'GEORGE QUILL',
      name3: null,
    });
    expect(changes(typed)).toEqual([['Registered name', 'ADA QUILL', 'ADA QUILL & / GEORGE QUILL']]);
    expect(changes({ nameMode: 'type' })).toEqual([['Registered name', 'ADA QUILL', 'ADA QUILL']]);
    expect(bodyOf(newHolder('S-1'), null).body).toMatchObject({ name: '', name2: null, name3: null });
  });

  it('has its lines typed where the registry gives no name, or one too long for a line', () => {
    for (const name of ['', 'A'.repeat(301)])
      expect(draftOf({ ...record, name } as HolderRecord, types).nameMode).toBe('type');
    expect(validateHolder({ ...draft, nameMode: 'type', name: '' }, false)).toHaveProperty('name');
    expect(validateHolder({ ...draft, name: '' }, false)).toEqual({});
  });
});

describe('review blocked', () => {
  it('names required fields, by country', () => {
    expect(Object.keys(validateHolder(newHolder('S-1'), true))).toEqual([
      'name',
      'sortName',
      'primaryAddress.address1',
      'primaryAddress.city',
      'primaryAddress.state',
      'primaryAddress.postalCode',
      'primaryTaxId',
    ]);
    expect(validateHolder(draft, true)).toEqual({});
    expect(
      validateHolder(
        {
          ...draft,
          'primaryAddress.country2Code': 'DE',
          'primaryAddress.state': '',
          'primaryAddress.postalCode': '',
        },
        true,
      ),
    ).toEqual({});
    expect(validateHolder({ ...draft, 'primaryAddress.postalCode': '4540' }, true)).toHaveProperty([
      'primaryAddress.postalCode',
    ]);
  });

  it('uses the country’s address labels', () => {
    expect(['US', 'CA', 'GB', 'FR'].map((country) => labelOf('primaryAddress.postalCode', country))).toEqual([
      'ZIP code',
      'Postal code',
      'Postcode',
      'Postal code',
    ]);
  });
});

it('masks an entered number to its last four', () => {
  expect(['123-45-6789', '12', ''].map(masked)).toEqual(['*****6789', '*****', '']);
});

describe('duplicate accounts', () => {
  const others = [
    { ...record, customerShareholderId: 'LK-2', name: 'Ada  Quill.' },
    {
      ...record,
      customerShareholderId: 'LK-3',
      name: 'EVE',
      primaryTaxId: '*****0001',
      primaryAddress: { ...address, email: 'x@y.example', address1: '9 Oak' },
    },
    { customerShareholderId: 'LK-4' },
  ] as never;

  it('are found by name, tax ID, e-mail and address, the likeliest first', () => {
    const typed = {
      ...draft,
      customerShareholderId: 'S-1',
      primaryTaxMode: 'type',
      primaryTaxId: '900010001',
    };
    expect(duplicatesOf(typed, comparableOf(others))).toEqual([
      { account: 'LK-2', name: 'Ada  Quill.', reasons: ['same name', 'same email', 'same address'] },
      { account: 'LK-3', name: 'EVE', reasons: ['tax ID also ends in 0001'] },
    ]);
  });

  it('never include the account itself, nor any for an empty form', () => {
    expect(
      duplicatesOf(
        { ...draft, customerShareholderId: 'LK-2', primaryTaxMode: 'none' },
        comparableOf(others),
      ).map(({ account }) => account),
    ).toEqual([]);
    expect(duplicatesOf(newHolder('S-1'), comparableOf(others))).toEqual([]);
  });

  it('include an account that is listed without a number, for a form without one', () => {
    const listed = [{ name: 'Ada Quill', primaryTaxId: '' }] as never;
    const typed = { ...newHolder(''), name: 'ADA QUILL' };
    expect(duplicatesOf(typed, comparableOf(listed))).toEqual([
      { account: '', name: 'Ada Quill', reasons: ['same name'] },
    ]);
  });
});
