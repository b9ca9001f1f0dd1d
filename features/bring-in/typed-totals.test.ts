import { expect, test } from 'vitest';
import { totalFields, totalsNote, totalsOf, typedBefore } from './typed-totals.ts';

const shares = { authorized: null, reserved: 0, issued: 0, treasury: 0, outstanding: 0, restricted: 0 };
const counts = { holders: 0, certificates: 0, certificated: 0, bookEntry: 0 };
const classes = ['Common', 'Series A'].map((name) => ({ class: name, ...shares, ...counts }));
const typed = (measure: 'Outstanding' | 'BookEntry', value: number | string) => ({
  ...{ class: 'Common', measure, value, byEmail: 'clerk@harborline.example' },
});
const file = {
  classes,
  typedTotals: [typed('Outstanding', 2000000), typed('BookEntry', '9007199254740993')],
};

test('each class has the usual measures, and those that were typed', () => {
  expect(totalFields(file).map(({ label }) => label)).toEqual([
    ...[
      'Common, Issued',
      'Common, Outstanding',
      'Common, Restricted',
      'Common, Holders',
      'Common, Book entry',
    ],
    ...['Series A, Issued', 'Series A, Outstanding', 'Series A, Restricted', 'Series A, Holders'],
  ]);
  expect(typedBefore(file)).toMatchObject({
    'total-0-Outstanding': '2000000',
    'total-0-BookEntry': '9007199254740993',
    'total-1-Holders': '',
  });
});

test('totals are exact, and blank is none', () => {
  const texts = {
    'total-0-Outstanding': ' 9,007,199,254,740,993 ',
    'total-1-Holders': '0',
    'total-0-Issued': ' ',
  };
  expect(totalsOf(file, texts)).toEqual([
    { class: 'Common', measure: 'Outstanding', value: 9007199254740993n },
    { class: 'Series A', measure: 'Holders', value: 0n },
  ]);
});

test('what is no total is named with its field', () => {
  for (const text of ['-5', '1.5', 'many', '1000000000000000001', '9'.repeat(30)])
    expect(totalsOf(file, { 'total-1-Holders': text })).toMatchObject({
      fields: { 'total-1-Holders': 'Series A, Holders must be a whole number, such as 2,000,000.' },
    });
});

test('nothing is sent where nothing was changed', () => {
  expect(totalsOf(file, { ...typedBefore(file), 'total-0-Outstanding': '2,000,000' })).toMatchObject({
    message: 'No control total was changed. Type one, or cancel.',
  });
});

test('only of an approved file is it said that its approval becomes void', () => {
  expect(totalsNote({ state: 'Approved' })).toMatch(/\. Saving makes the approval void\.$/);
  expect(totalsNote({ state: 'Checked' })).not.toMatch(/approval/);
});
