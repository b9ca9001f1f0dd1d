import { expect, it } from 'vitest';
import { columns } from '../columns.tsx';
import { moveColumn, pinColumn, toggleColumn } from './column-moves.ts';

const kit = [
  columns.text<object>('a', 'A', () => ''),
  columns.shares<object>('b', 'B', () => 1n),
  columns.date<object>('c', 'C', () => '', { hidden: true }),
];

it('shows and hides, and never hides the last', () => {
  expect(toggleColumn(kit, null, 'c')).toEqual(['a', 'b', 'c']);
  expect(toggleColumn(kit, ['c', 'b'], 'a')).toEqual(['a', 'c', 'b']);
  expect(toggleColumn(kit, ['b'], 'b')).toEqual(['b']);
});

it('moves by one place, never out of the table', () => {
  expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moveColumn(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
});

it('pins after the pinned columns and unpins to the front of the others', () => {
  expect(pinColumn(['a', 'b', 'c'], 1, 'c')).toEqual({ cols: ['a', 'c', 'b'], pinned: 2 });
  expect(pinColumn(['a', 'c', 'b'], 2, 'a')).toEqual({ cols: ['c', 'a', 'b'], pinned: 1 });
});
