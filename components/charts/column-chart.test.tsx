// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { compactNumber } from './axes.ts';
import { paint } from './chart-fill.tsx';
import { ColumnChart } from './column-chart.tsx';
import { lookEqual } from './look-equal.ts';
import { PairedChart } from './paired-chart.tsx';
import { hueCount } from './slices.ts';

afterEach(cleanup);

it('has every column, part, level and total in its table at all times', () => {
  render(
    <ColumnChart
      title="Common"
      asOf="Quarter ends"
      summary="Common over time."
      head="Close of"
      series={[
        { id: 'a', label: 'Outstanding', fill: 0 },
        { id: 'b', label: 'Reserved', fill: 'reserved' },
      ]}
      columns={[
        {
          id: '1',
          label: 'Jun 30, 2026',
          short: 'Jun 26',
          sizes: [9, 1],
          texts: ['9,007,199,254,740,993', '1'],
          level: { size: 20, text: '20' },
          total: 'all',
        },
        { id: '2', label: 'today', short: 'now', sizes: [null, null], texts: ['not listed', 'not listed'] },
      ]}
      line="Authorized"
      total="Together"
      axisText={compactNumber}
    />,
  );
  expect(screen.getByRole('img', { name: 'Common over time.' })).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Common' })).getAllByRole('row');
  const text = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);
  expect(rows.map(text)).toEqual([
    ['Close of', 'Outstanding', 'Reserved', 'Together', 'Authorized'],
    ['Jun 30, 2026', '9,007,199,254,740,993', '1', 'all', '20'],
    ['today', 'not listed', 'not listed', '', ''],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.queryByRole('img')).toBeNull();
});

const column = (id: string, ...sizes: number[]) => ({
  id,
  label: id,
  short: id,
  sizes,
  texts: sizes.map(String),
});

it('says in a sentence and the table what columns of one height would not show', () => {
  expect(lookEqual([column('1', 37, 1), column('2', 38, 1)])).toBe(true);
  expect(lookEqual([column('1', 37, 1), column('2', 32, 6)])).toBe(false);
  expect(lookEqual([column('1', 37)])).toBe(true);
  expect(lookEqual([column('1', 0), column('2', 0)])).toBe(true);
  const low = [37, 39].map((size) => ({ ...column(`${size}`, size), level: { size: 100, text: '100' } }));
  expect(lookEqual(low)).toBe(true);
  render(
    <ColumnChart
      title="Common"
      summary="Outstanding 37 and 38."
      head="Close of"
      series={[{ id: 'a', label: 'Outstanding', fill: 0 }]}
      columns={[column('1', 37), column('2', 38)]}
      axisText={compactNumber}
    />,
  );
  expect(screen.getByText('Outstanding 37 and 38.')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('table').closest('.sr-only')).toBeNull();
});

it('keeps in the table what the chart leaves out', () => {
  const row = (id: string, drawn: boolean) => ({
    id,
    label: id,
    before: '1.0',
    after: '0.5',
    reserved: false,
    drawn,
    texts: ['7'],
  });
  render(
    <PairedChart
      title="Dilution"
      summary="Dilution."
      head={['Holder', 'Shares']}
      before="Now"
      after="Diluted"
      reserved="Reserved"
      rows={[row('A', true), row('59 other holders', false)]}
    />,
  );
  expect(screen.getByRole('rowheader', { name: '59 other holders' })).toBeTruthy();
});

it('has eight colors, then gray; reserved is a pattern', () => {
  const paints = Array.from({ length: hueCount + 2 }, (_, index) => paint(index));
  expect(new Set(paints).size).toBe(hueCount + 1);
  expect(paints.slice(hueCount)).toEqual(['var(--chart-rest)', 'var(--chart-rest)']);
  expect(paint('reserved')).toMatch(/^url\(/);
});
