import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('fields before and after; equal ones are left out, tax IDs masked, address lines apart', () => {
  const before = {
    name: 'A',
    primary_tax_id: '900010001',
    primary_address: { city: 'Dayton', address1: '1' },
  };
  const after = { name: 'B', primary_tax_id: '900010002', primary_address: { city: 'Akron', address1: '1' } };
  expect(changedFields(JSON.stringify(before), JSON.stringify(after))).toEqual({
    registration: [
      { field: 'name', before: 'A', after: 'B' },
      { field: 'primaryTaxId', before: '*****0001', after: '*****0002' },
    ],
    contact: [{ field: 'primaryAddress.city', before: 'Dayton', after: 'Akron' }],
  });
});

test('a change of the first digits of a tax ID is shown', () => {
  const texts = ['900010001', '901010001'].map((id) => JSON.stringify({ primary_tax_id: id }));
  expect(changedFields(texts[0]!, texts[1]!).registration).toHaveLength(1);
});

test('a new registration has nothing before; an address that goes has nothing after', () => {
  expect(changedFields('', '{"name":"A","is_nominee":false,"mailing_address":null}').registration).toEqual([
    { field: 'name', before: null, after: 'A' },
    { field: 'isNominee', before: null, after: 'false' },
  ]);
  const removed = changedFields('{"mailing_address":{"city":"Akron"}}', '{"mailing_address":null}');
  expect(removed.contact).toEqual([{ field: 'mailingAddress.city', before: 'Akron', after: null }]);
});
