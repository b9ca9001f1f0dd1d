import { expect, it } from 'vitest';
import { recordChanges } from './record-changes.ts';
import { fieldLabel } from './record-parts.ts';

const row = (over: object = {}) => ({
  changedAt: '2026-11-20T17:00:00Z',
  action: 'Update',
  byEmail: 'operator@harborline.example',
  byFirstName: 'Olivia',
  byLastName: 'Park',
  clientId: 'dashboard',
  registration: [
    { field: 'primaryTaxId', before: null, after: '*****7777' },
    { field: 'lostSince', before: '2026-01-05', after: null },
    { field: 'taxCertified', before: 'false', after: 'true' },
  ],
  contact: [{ field: 'primaryAddress.postalCode', before: '45401', after: '45402' }],
  ...over,
});

it('names fields as the record does, and dashes what is missing', () => {
  const [change] = recordChanges([row()]);
  expect(change).toMatchObject({
    by: 'Olivia Park (operator@harborline.example)',
    isFirst: false,
  });
  expect(change?.lines).toEqual([
    { label: 'Tax ID', before: '–', after: '*****7777' },
    { label: 'Lost since', before: 'Jan 5, 2026', after: '–' },
    { label: 'Tax ID certified', before: 'No', after: 'Yes' },
    { label: 'Primary address, postal code', before: '45401', after: '45402' },
  ]);
  expect(['name2', 'someNewField', 'otherAddress.line3'].map(fieldLabel)).toEqual([
    'Name, line 2',
    'Some new field',
    'Other address, line 3',
  ]);
});

it('leaves out contact data that the role may not see, and names an API client', () => {
  const { contact: _hidden, ...redacted } = row({
    registration: [],
    byEmail: '',
    byFirstName: '',
    byLastName: '',
  });
  expect(recordChanges([redacted as never])[0]).toMatchObject({
    lines: [],
    by: 'API client dashboard',
  });
  expect(recordChanges([row({ action: 'Create', changedAt: 'yesterday' })])[0]).toMatchObject({
    isFirst: true,
    at: '',
  });
});
