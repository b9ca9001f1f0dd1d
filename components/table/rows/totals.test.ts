import { expect, it } from 'vitest';
import { columns } from '../columns.tsx';
import { totalsOf } from './totals.ts';

type Row = { shares: bigint | null; part: string | null | undefined };
const kit = [
  columns.shares<Row>('shares', 'Shares', (row) => row.shares, { total: 'sum' }),
  columns.percent<Row>('part', 'Part', (row) => row.part, { total: 'sum' }),
];
const textOf = (row: Row) => kit.map((column) => column.format(column.value(row)));
const totals = (rows: readonly Row[]) => [...totalsOf(kit, rows).values()];

it('a figure that is missing is a dash, never blank or 0; a cell that has none stays blank', () => {
  expect(textOf({ shares: null, part: null })).toEqual(['–', '–']);
  expect(textOf({ shares: 0n, part: '0' })).toEqual(['0', '0.0000%']);
  expect(textOf({ shares: 5n, part: undefined })).toEqual(['5', '']);
});

it('a sum with a missing part is not known', () => {
  const rows: Row[] = [
    { shares: 5n, part: '25' },
    { shares: 15n, part: '75' },
  ];
  expect(totals(rows)).toEqual(['20', '100.0000%']);
  expect(totals([...rows, { shares: null, part: '0' }])).toEqual(['–', '100.0000%']);
});
