import { expect, it } from 'vitest';
import { columns } from '../columns.tsx';
import { inOrder, orderOf, sameSort } from './row-order.ts';

type Row = { name: string | null };
const kit = [columns.text<Row>('name', 'Name', (row) => row.name)];

it('returns the same array without a sort, so that nothing renders again', () => {
  const rows: Row[] = [{ name: 'B' }, { name: 'A' }];
  expect(inOrder(rows, kit, [])).toBe(rows);
  expect(inOrder(rows, kit, [{ id: 'gone', desc: true }])).toBe(rows);
});

it('orders names with and without a precomputed key alike', () => {
  const names = ['Zed 10', 'Ærø', 'Zed 9', 'aero', 'Åse', 'Birch'];
  const rows = names.map((name) => ({ name }));
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  expect(inOrder(rows, kit, [{ id: 'name', desc: false }]).map((row) => row.name)).toEqual(
    names.toSorted(collator.compare),
  );
});

it('puts rows without a value last both ways', () => {
  const order = orderOf([{ name: '' }, { name: 'A' }, { name: null }], kit[0]!);
  for (const desc of [false, true])
    expect([order(0, 1, desc), order(1, 0, desc), order(0, 2, desc)]).toEqual([1, -1, 0]);
});

it('compares integers beyond doubles exactly', () => {
  const shares = columns.shares<bigint>('shares', 'Shares', (row) => row);
  const order = orderOf([2n ** 53n, 2n ** 53n + 1n], shares);
  expect([order(0, 1, false), order(0, 1, true), order(1, 1, true)]).toEqual([-1, 1, 0]);
});

it('compares two sorts', () => {
  const name = { id: 'name', desc: false };
  expect(sameSort([name], [{ ...name }])).toBe(true);
  expect(sameSort([name], [{ ...name, desc: true }])).toBe(false);
  expect(sameSort([name], [])).toBe(false);
});
