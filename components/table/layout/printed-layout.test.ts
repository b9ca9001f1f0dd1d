import { expect, it } from 'vitest';
import { columns } from '../columns.tsx';
import { printedLayout } from './printed-layout.ts';

type Line = { name: string; account: string; shares: bigint };

const kit = [
  columns.text<Line>('name', 'Holder', (row) => row.name),
  columns.text<Line>('account', 'Account', (row) => row.account),
  columns.shares<Line>('shares', 'Shares', (row) => row.shares, { total: 'sum' }),
];
const long = 'VERNON M VANLANDINGHAM TR VANLANDINGHAM FAMILY TRUST UA DTD 02/05/2024';
const line = (over: Partial<Line>): Line => ({ name: 'A BEE', account: 'H-0102109', shares: 1n, ...over });
/** Width of each column on a page of 690 px. */
const px = (lines: readonly Line[], total = '') =>
  printedLayout(kit, lines, new Map([['shares', total]])).widths.map((percent) => percent * 6.9);
const sum = (numbers: readonly number[]) => Math.round(numbers.reduce((all, one) => all + one, 0));

it('keeps figures, totals and account numbers on one line and gives names the rest', () => {
  const [name = 0, account = 0, shares = 0] = px(Array(3).fill(line({ name: long })), '1,497,519,000');
  // A digit at 8 pt is 6.8 px wide in a wide font.
  expect(shares).toBeGreaterThan('1497519000'.length * 6.8);
  expect(account).toBeGreaterThan('0102109'.length * 6.8);
  expect(name).toBeGreaterThan(account + shares);
  expect(sum([name, account, shares])).toBe(690);
});

it('never breaks a figure for a long name', () => {
  const normal = px([line({ name: long, shares: 123_456_789_012n })]);
  const longer = px([line({ name: long.repeat(9), shares: 123_456_789_012n })]);
  expect(longer[2]).toBeGreaterThanOrEqual('123456789012'.length * 6.8);
  expect(longer[0]).toBeCloseTo(normal[0] ?? 0, 5);
});

it('fills the page when everything fits', () => {
  expect(sum(px([line({})]))).toBe(690);
});

it('reduces the font size before breaking a word', () => {
  const size = (length: number) => printedLayout(kit, [line({ name: 'n'.repeat(length) })], new Map()).size;
  expect([60, 90, 104, 200].map(size)).toEqual([8, 7, 6.5, 6.5]);
});

it('a date is not broken at its spaces', () => {
  const dated = [
    columns.text<Line>('name', 'Holder', (row) => row.name),
    columns.date<Line>('day', 'Day', () => '2026-11-20'),
  ];
  const [, day = 0] = printedLayout(dated, [line({ name: 'N'.repeat(60) })], new Map()).widths;
  expect(day * 6.9).toBeGreaterThan('Nov202026'.length * 6.8);
});

it('shrinks names where not even words fit, then all columns equally', () => {
  const [name = 0, account = 0, shares = 0] = px([line({ name: 'N'.repeat(200), shares: 123_456_789n })]);
  expect(account).toBeGreaterThan('0102109'.length * 5.5);
  expect(shares).toBeGreaterThan('123456789'.length * 5.5);
  expect(sum([name, account, shares])).toBe(690);
  const figures = px([line({ shares: 10n ** 100n })]);
  expect(sum(figures)).toBe(690);
  expect(figures[0]).toBeLessThan(name);
});
