import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columns } from './columns.tsx';
import { filteredRows, sortedRows } from './row-model.ts';
import { compareTexts } from './text-order.ts';

type Row = { name: string | null; shares: bigint | null; at: number };
const kit = [
  columns.text<Row>('name', 'Name', (row) => row.name),
  columns.shares<Row>('shares', 'Shares', (row) => row.shares),
];

it('orders by the first column, then the next; blanks last both ways; ties as they came', () => {
  const row = fc.record({
    name: fc.option(fc.constantFrom('Ærø', 'aero', 'Zed 10', 'zed 9', 'Zed 9', '', 'Åse')),
    shares: fc.option(fc.bigInt({ min: -3n, max: 3n })),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.boolean(), fc.boolean(), (given, byName, byShares) => {
      const rows = given.map((one, at) => ({ ...one, at }));
      const sorted = sortedRows(rows, kit, [
        { id: 'name', desc: byName },
        { id: 'shares', desc: byShares },
      ]);
      expect([...sorted].sort((a, b) => a.at - b.at)).toEqual(rows);
      for (const [place, right] of sorted.entries()) {
        const left = sorted[place - 1];
        if (!left) continue;
        const [a, b] = [left.name || null, right.name || null];
        if (a === null || b === null) {
          expect(b).toBeNull();
          if (a !== null) continue;
        } else {
          const found = compareTexts(a, b) * (byName ? -1 : 1);
          expect(found).toBeLessThanOrEqual(0);
          if (found < 0) continue;
        }
        if (left.shares === null) expect(right.shares).toBeNull();
        else if (right.shares !== null) {
          const less = byShares ? left.shares > right.shares : left.shares < right.shares;
          expect(less || left.shares === right.shares).toBe(true);
          if (less) continue;
        } else continue;
        expect(left.at).toBeLessThan(right.at);
      }
    }),
    { numRuns: 500 },
  );
});

it('keeps the array when nothing is asked, so that nothing is drawn anew', () => {
  const rows: Row[] = [{ name: 'A', shares: 1n, at: 0 }];
  expect(sortedRows(rows, kit, [])).toBe(rows);
  expect(filteredRows(rows, kit, { q: '  ', filters: { name: '' } })).toBe(rows);
  expect(sortedRows(rows, kit, [{ id: 'gone', desc: true }])).toBe(rows);
});

it('lets through the rows that pass the words and every filter', () => {
  const rows: Row[] = [
    { name: 'Ærø Invest', shares: 10n, at: 0 },
    { name: 'Ærø Holding', shares: 5n, at: 1 },
    { name: 'Birch', shares: null, at: 2 },
  ];
  const kept = filteredRows(rows, kit, { q: 'aero', filters: { shares: '>=5' } });
  expect(kept.map((row) => row.at)).toEqual([0, 1]);
  expect(filteredRows(rows, kit, { q: 'aero 10', filters: {} }).map((row) => row.at)).toEqual([0]);
});
