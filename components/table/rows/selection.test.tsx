// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataTable } from '../data-table.tsx';
import { MadeOn } from '../made-on.tsx';
import { common, fileOf, freshDevice, type Holding, holdings, many, names } from '../test-table.tsx';
import { selectStep } from './select-cells.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));
beforeEach(freshDevice);
afterEach(cleanup);

const draw = (rows: readonly Holding[]) =>
  render(
    <MadeOn day="2026-11-20" by="Rosa Miller" serverTime="2026-11-20T15:04:05Z">
      <DataTable
        {...common}
        rows={rows}
        noun={['holder', 'holders']}
        selectable
        selectionActions={(ticked) => <span>Act on {ticked.map((row) => row.name).join('+')}</span>}
      />
    </MadeOn>,
  );
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` }) as HTMLInputElement;
const ticked = () =>
  screen
    .getAllByRole('checkbox')
    .filter((one) => (one as HTMLInputElement).checked)
    .map((one) => one.getAttribute('aria-label'));

it('selects one row, then a range from it, in either direction', () => {
  draw(many(20));
  fireEvent.click(box('Holder 6'));
  fireEvent.click(box('Holder 3'), { shiftKey: true });
  expect(ticked()).toEqual([3, 4, 5, 6].map((row) => `Select Holder ${row}`));
  expect(screen.getByText('4 selected')).toBeTruthy();
  expect(screen.getByText('Act on Holder 3+Holder 4+Holder 5+Holder 6')).toBeTruthy();
  fireEvent.click(box('Holder 4'));
  fireEvent.click(box('Holder 5'), { shiftKey: true });
  expect(ticked()).toEqual(['Select Holder 3', 'Select Holder 6']);
});

it('totals, exports and counts only the selected rows that match the filter', async () => {
  draw(holdings);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all holders shown' }));
  fireEvent.click(box('Alder'));
  expect(names().at(-1)).toBe('Total selected');
  expect(screen.getByText('9,007,199,254,740,998')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'birch' } });
  expect(screen.getByText('1 selected, 1 more hidden by the filter')).toBeTruthy();
  const { text } = await fileOf(/Download selected rows as CSV/);
  expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
    'Holder,Shares,Ownership',
    '"Birch, Joint",5,39.99999997',
    '',
    'Prepared by,Rosa Miller',
    'Prepared at,"Nov 20, 2026, 3:04 PM UTC"',
    'Rows,"1 of 3 holders, selected rows"',
    'Filter,birch',
    expect.stringMatching(/^SHA-256 of the rows,[0-9a-f]{64}$/),
    '',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(ticked()).toEqual([]);
});

it('moves and selects by keyboard through rows not rendered yet', async () => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
  draw(many(5_000));
  const [first] = screen.getAllByRole('checkbox').slice(1) as HTMLInputElement[];
  expect(first!.tabIndex).toBe(0);
  expect(screen.getAllByRole('checkbox').filter((one) => one.tabIndex === 0)).toHaveLength(2);
  first!.focus();
  fireEvent.click(first!);
  fireEvent.keyDown(first!, { key: 'ArrowDown', shiftKey: true });
  fireEvent.keyDown(box('Holder 1'), { key: 'ArrowDown', shiftKey: true });
  expect(ticked()).toEqual(['Select Holder 0', 'Select Holder 1', 'Select Holder 2']);
  fireEvent.keyDown(box('Holder 2'), { key: 'End' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Select Holder 4999');
  fireEvent.keyDown(document.activeElement!, { key: 'a', ctrlKey: true });
  expect(screen.getByText('5000 selected')).toBeTruthy();
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(screen.queryByText(/selected/)).toBeNull();
  vi.unstubAllGlobals();
});

it('steps stay inside the rows', () => {
  expect(
    ['ArrowUp', 'PageUp', 'Home', 'End', 'PageDown', 'x'].map((key) => selectStep(key, 0, 9, 5)),
  ).toEqual([0, 0, 0, 8, 5, null]);
});
