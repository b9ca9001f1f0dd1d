import { describe, expect, test } from 'vitest';
import { sheetOf } from '../fields/index.ts';
import { cellValue } from './cell-value.ts';
import { foreignValues, proposedCode, valueKey } from './unlisted-values.ts';

const fieldOf = (sheet: string, key: string) => sheetOf(sheet).fields.find((one) => one.key === key)!;
const restriction = fieldOf('positions', 'restriction');
const accountType = fieldOf('holders', 'account_type');
const certified = fieldOf('holders', 'is_certified');
const writing = { dateOrder: null, decimalMark: null, is1904: false };

const mapping = new Map([
  ['restriction', new Map([['reg s (cat. 3)', 'S']])],
  ['account_type', new Map([['joint tenants w/ ros', 'JointTenant']])],
  [
    'is_certified',
    new Map([
      ['on file', 'Y'],
      ['missing', 'N'],
    ]),
  ],
]);

/** What a sheet reads of these texts. */
function reads(field: typeof restriction, texts: string[], decided = mapping as typeof mapping | undefined) {
  const values = foreignValues(decided);
  const read = texts.map((text) => {
    const cell = { kind: 'text', text } as const;
    const { value, remark } = values.read(field, text, cellValue(cell, field, writing));
    return remark ? remark.code : value;
  });
  return { read, list: values.list() };
}

test('a value about which somebody decided is taken, in any case and spacing', () => {
  expect(reads(accountType, ['Joint tenants w/ ROS', ' joint  tenants W/ ros ', 'JointTenant']).read).toEqual(
    ['JointTenant', 'JointTenant', 'JointTenant'],
  );
  expect(reads(certified, ['on file', 'Missing', 'Y']).read).toEqual(['true', 'false', 'true']);
});

test('a value of the list is never replaced', () => {
  const other = new Map([['restriction', new Map([['n', 'R']])]]);
  expect(reads(restriction, ['N', 'n'], other as never).read).toEqual(['N', 'N']);
});

test('other values stay errors, and are listed once with their number and a proposal', () => {
  const { read, list } = reads(restriction, ['Rule 144', 'Reg S (Cat. 3)', 'rule 144', 'Odd lot', 'N']);
  expect(read).toEqual(['X19', 'S', 'X19', 'X19', 'N']);
  expect(list).toEqual([
    { field: 'restriction', value: 'Rule 144', cells: 2, isMapped: false, code: 'R' },
    { field: 'restriction', value: 'Reg S (Cat. 3)', cells: 1, isMapped: true, code: 'S' },
    { field: 'restriction', value: 'Odd lot', cells: 1, isMapped: false, code: null },
  ]);
});

test('a decision for a code that the list does not have is not taken', () => {
  const gone = new Map([['restriction', new Map([['rule 144', 'ZZ']])]]);
  expect(reads(restriction, ['Rule 144'], gone as never).read).toEqual(['X19']);
});

test('fields without a list, long texts and formulas are left to the file', () => {
  expect(reads(fieldOf('holders', 'name'), ['x']).list).toEqual([]);
  expect(reads(restriction, ['x'.repeat(201)]).list).toEqual([]);
  const formula = cellValue({ kind: 'formula', text: '=A1' }, restriction, writing);
  expect(foreignValues(mapping).read(restriction, '=A1', formula).remark?.code).toBe('X01');
});

test('no more than 200 values of a field are listed', () => {
  const many = Array.from({ length: 250 }, (_, at) => `text ${at}`);
  expect(reads(restriction, many).list).toHaveLength(200);
});

describe('proposals', () => {
  test.each([
    [restriction.type, 'rule-144', 'R'],
    [accountType.type, 'Joint Tenant', 'JointTenant'],
    [accountType.type, 'Family office', null],
    [certified.type, 'Yes!', 'Y'],
    [restriction.type, '---', null],
    [fieldOf('holders', 'name').type, 'Y', null],
  ])('%#: %s', (type, text, code) => expect(proposedCode(type, text)).toBe(code));
});

test('values are compared without case and spacing', () => {
  expect(valueKey(' Reg\u00a0S  (Cat. 3)')).toBe('reg s (cat. 3)');
});
