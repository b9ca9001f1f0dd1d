import { describe, expect, it } from 'vitest';
import { columns } from '../columns.tsx';
import { plainView, pressSort, readView, shownColumns, type View, writeView } from './view.ts';

type Row = { a: string; b: bigint; c: string };
const kit = [
  columns.text<Row>('a', 'A', (row) => row.a),
  columns.shares<Row>('b', 'B', (row) => row.b),
  columns.date<Row>('c', 'C', (row) => row.c, { hidden: true }),
];
const params = (text: string) => new URLSearchParams(text);

describe('view in the address', () => {
  const view: View = {
    sort: [
      { id: 'b', desc: true },
      { id: 'a', desc: false },
    ],
    q: 'ø & co',
    filters: { b: '>1,000' },
    cols: ['c', 'a'],
  };

  it('round-trips beside other parameters and with a prefix', () => {
    const written = writeView(params('asof=2026-06-30'), view, 'x-');
    expect(written.get('asof')).toBe('2026-06-30');
    expect(readView(written, kit, 'x-')).toEqual(view);
    expect(readView(written, kit)).toEqual(plainView);
  });

  it('removes its parameters when cleared', () => {
    expect(writeView(writeView(params('asof=1'), view), plainView).toString()).toBe('asof=1');
  });

  it('drops unknown columns', () => {
    expect(readView(params('sort=-zz,a&cols=zz,b,b&f.zz=1'), kit)).toEqual({
      sort: [{ id: 'a', desc: false }],
      q: '',
      filters: {},
      cols: ['b'],
    });
  });
});

describe('pressSort', () => {
  it('goes to the first direction, the other, none', () => {
    const one = pressSort([], 'b', true, false);
    const two = pressSort(one, 'b', true, false);
    expect([one, two, pressSort(two, 'b', true, false)]).toEqual([
      [{ id: 'b', desc: true }],
      [{ id: 'b', desc: false }],
      [],
    ]);
  });

  it('replaces by a press and adds by a shift-press, in order', () => {
    const one = pressSort([], 'b', true, false);
    expect(pressSort(one, 'a', false, false)).toEqual([{ id: 'a', desc: false }]);
    const both = pressSort(one, 'a', false, true);
    expect(both.map((part) => part.id)).toEqual(['b', 'a']);
    expect(pressSort(both, 'b', true, true)).toEqual([
      { id: 'b', desc: false },
      { id: 'a', desc: false },
    ]);
  });
});

describe('columns', () => {
  const ids = (cols: View['cols']) => shownColumns(kit, cols).map((column) => column.id);

  it('are the default unless a view names others, and never none', () => {
    expect(ids(null)).toEqual(['a', 'b']);
    expect(ids([])).toEqual(['a']);
  });
});
