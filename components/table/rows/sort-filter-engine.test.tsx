// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { type Column, columns } from '../columns.tsx';
import { type Arranged, plainView } from '../layout/view.ts';
import { inOrder } from './row-order.ts';
import { type SortedRows, SortFilterEngine } from './sort-filter-engine.tsx';
import { compareTexts } from './text-order.ts';

afterEach(cleanup);

type Row = { name: string | null; shares: bigint | null; at: number };
const kit = [
  columns.text<Row>('name', 'Name', (row) => row.name),
  columns.shares<Row>('shares', 'Shares', (row) => row.shares),
];

let last: SortedRows<Row> | null = null;
const setLast = (made: SortedRows<Row> | null) => {
  last = made;
};
let drawn: ReturnType<typeof render> | null = null;
afterEach(() => {
  drawn = null;
});

/** Result of the engine for rows; one engine for a whole test, as on a page. */
function arranged(rows: readonly Row[], requested: Partial<Arranged>, kinds: readonly Column<Row>[] = kit) {
  const element = (
    <SortFilterEngine
      rows={rows}
      columns={kinds}
      requested={{ ...plainView, ...requested }}
      onMade={setLast}
    />
  );
  if (drawn) drawn.rerender(element);
  else drawn = render(element);
  return last?.all ?? [];
}

it('sorts by each column in turn; blanks last both ways; ties as received', () => {
  const row = fc.record({
    name: fc.option(fc.constantFrom('Ærø', 'aero', 'Zed 10', 'zed 9', 'Zed 9', '', 'Åse')),
    shares: fc.option(fc.bigInt({ min: -3n, max: 3n })),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.boolean(), fc.boolean(), (given, byName, byShares) => {
      const rows = given.map((one, at) => ({ ...one, at }));
      const sort = [
        { id: 'name', desc: byName },
        { id: 'shares', desc: byShares },
      ];
      const sorted = arranged(rows, { sort });
      // A page with this default order renders without the engine: rows must not move when it loads.
      expect(inOrder(rows, kit, sort)).toEqual(sorted);
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
    { numRuns: 300 },
  );
});

const invest: Row[] = [
  { name: 'Ærø Invest', shares: 10n, at: 0 },
  { name: 'Ærø Holding', shares: 5n, at: 1 },
  { name: 'Birch', shares: null, at: 2 },
];

it('returns the rows that match the search and every filter', () => {
  const found = arranged(invest, { q: 'aero', filters: { shares: '>=5' } });
  expect(found.map((row) => row.at)).toEqual([0, 1]);
  expect(arranged(invest, { q: 'aero 10' }).map((row) => row.at)).toEqual([0]);
  expect(arranged(invest, { filters: { shares: '<=5' } }).map((row) => row.at)).toEqual([1]);
  expect(arranged(invest, { q: '  ', filters: { name: ' ' } })).toEqual(invest);
});

it('filters and sorts at once without changing its input', () => {
  const rows = Object.freeze([...invest]);
  const sort = [{ id: 'shares', desc: false }];
  expect(arranged(rows, { q: 'aero', sort }).map((row) => row.at)).toEqual([1, 0]);
  expect(arranged(rows, { sort: [{ id: 'gone', desc: true }] })).toEqual(invest);
});

it('sorts the same rows again for other columns', () => {
  const sort = [{ id: 'shares', desc: false }];
  expect(arranged(invest, { sort }).map((row) => row.at)).toEqual([1, 0, 2]);
  const turned = [kit[0]!, columns.shares<Row>('shares', 'Shares', (row) => -(row.shares ?? 100n))];
  expect(arranged(invest, { sort }, turned).map((row) => row.at)).toEqual([2, 0, 1]);
});

it('clears its result when unmounted', () => {
  arranged(invest, {});
  expect(last?.all).toEqual(invest);
  drawn?.unmount();
  expect(last).toBeNull();
});
