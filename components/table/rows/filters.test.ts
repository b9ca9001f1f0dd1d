import { describe, expect, it } from 'vitest';
import { columns } from '../columns.tsx';
import { columnTest, termsFilter } from './filters.ts';

type Row = { name: string; shares: bigint | null; since: string };
const name = columns.text<Row>('name', 'Name', (row) => row.name);
const shares = columns.shares<Row>('shares', 'Shares', (row) => row.shares);
const since = columns.date<Row>('since', 'Since', (row) => row.since);
const rows: Row[] = [
  { name: 'Åland Østerbro', shares: 9007199254740993n, since: '2024-02-29' },
  { name: 'Cede & Co.', shares: 1000n, since: '2025-12-31' },
  { name: 'Nobody', shares: null, since: '' },
];
const found = (test: (row: Row) => boolean) => rows.filter(test).map((row) => row.name[0]);

describe('filters', () => {
  it('finds words in any cell, accents and case aside', () => {
    const search = (terms: string) => found(termsFilter([name, shares, since], terms));
    expect(search('osterbro ALAND')).toEqual(['Å']);
    expect(search('cede 12/31')).toEqual(['C']);
    expect(search('cede Dec 31, 2025')).toEqual(['C']);
    expect(search('dec 2025')).toEqual(['C']);
    expect(search('2025-12-31')).toEqual(['C']);
    expect(search('cede 2/29')).toEqual([]);
  });

  it('finds a whole text, so that one class is not found with another', () => {
    const filter = (expression: string) => found(columnTest(name, expression));
    expect(filter('cede')).toEqual(['C']);
    expect(filter('=cede')).toEqual([]);
    expect(filter('= CEDE & Co.')).toEqual(['C']);
    expect(filter('=')).toEqual([]);
  });

  it('compares quantities exactly', () => {
    const filter = (expression: string) => found(columnTest(shares, expression));
    expect(filter('>9007199254740992')).toEqual(['Å']);
    expect(filter('=1,000')).toEqual(['C']);
    expect(filter('1..1000')).toEqual(['C']);
    expect(filter('..999')).toEqual([]);
    expect(filter('1,00')).toEqual(['C']);
  });

  it('compares dates as days', () => {
    const filter = (expression: string) => found(columnTest(since, expression));
    expect(filter('>=2024-03-01')).toEqual(['C']);
    expect(filter('2/29/2024..2024-12-31')).toEqual(['Å']);
    expect(filter('2025-12')).toEqual(['C']);
    expect(filter('>=Mar 1, 2024')).toEqual(['C']);
    expect(filter('Feb 29, 2024..Dec 31, 2024')).toEqual(['Å']);
    expect(filter('=12/31/2025')).toEqual(['C']);
  });

  it('finds a date in every form in which it may be typed', () => {
    const filter = (expression: string) => found(columnTest(since, expression));
    for (const day of ['Dec 31, 2025', 'December 31, 2025', '12/31/2025', '2025-12-31'])
      expect(filter(day)).toEqual(['C']);
    expect(filter('Feb 2024')).toEqual(['Å']);
    expect(filter('2/29')).toEqual(['Å']);
    expect(filter('Dec 30, 2025')).toEqual([]);
  });
});
