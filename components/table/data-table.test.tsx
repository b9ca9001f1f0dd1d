// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { phoneQuery } from '../ui/browser/use-media-query.ts';
import { columns } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import { MadeOn } from './made-on.tsx';
import {
  common,
  fileOf,
  freshDevice,
  type Holding,
  head,
  holdings,
  kit,
  many,
  names,
  openPanel,
  pressHead,
} from './test-table.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));
beforeEach(freshDevice);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const largest = { sort: [{ id: 'shares', desc: true }] };

const draw = (rows: readonly Holding[] = holdings) =>
  render(<DataTable {...common} rows={rows} noun={['holder', 'holders']} />);

it('sorts quantities that are one double, and marks the sorted column for screen readers', () => {
  draw();
  pressHead('Shares');
  expect(names()).toEqual(['=HYPERLINK("x")', 'Alder', 'Birch, Joint', 'Total']);
  expect(head('Shares').getAttribute('aria-sort')).toBe('descending');
  pressHead('Shares');
  expect(names().slice(0, 3)).toEqual(['Birch, Joint', 'Alder', '=HYPERLINK("x")']);
  pressHead('Holder', true);
  expect(head('Shares').getAttribute('aria-sort')).toBe('ascending');
  expect(head('Holder').getAttribute('aria-sort')).toBeNull();
  expect(head('Holder').textContent).toContain('sorted second');
});

it('counts rows for assistive technology and totals exactly what is shown', () => {
  draw();
  const table = screen.getByRole('table', { name: 'Cap table' });
  expect(table.getAttribute('aria-rowcount')).toBe('5');
  expect(screen.getByText('18,014,398,509,481,990')).toBeTruthy();
  expect(screen.getByText('100.0000%')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'birch' } });
  expect(table.getAttribute('aria-rowcount')).toBe('3');
  expect(names()).toEqual(['Birch, Joint', 'Total shown']);
  expect(screen.getByText('1 of 3 holders')).toBeTruthy();
});

it('sorts by several columns and filters each from one panel', async () => {
  draw([...holdings, { ...holdings[2]!, id: '4', name: 'Aspen' }]);
  const panel = await openPanel('Sort and filter');
  const add = async (list: string, column: string) => {
    fireEvent.change(panel.getByLabelText(list), { target: { value: column } });
    fireEvent.click(panel.getByRole('button', { name: `${list}: Add`, hidden: true }));
  };
  await add('Sort by', 'shares');
  await add('Then also sort by', 'name');
  fireEvent.change(panel.getByLabelText('Direction, level 1'), { target: { value: 'asc' } });
  expect(names().slice(0, 2)).toEqual(['Aspen', 'Birch, Joint']);
  fireEvent.change(panel.getByLabelText('Direction, level 2'), { target: { value: 'desc' } });
  expect(names().slice(0, 2)).toEqual(['Birch, Joint', 'Aspen']);
  await add('Filter a column', 'shares');
  fireEvent.change(panel.getByRole('textbox', { name: 'Shares', hidden: true }), {
    target: { value: '>5' },
  });
  expect(names()).toEqual(['Alder', '=HYPERLINK("x")', 'Total shown']);
  fireEvent.click(panel.getByRole('button', { name: 'Clear sort and filters', hidden: true }));
  expect(names()).toHaveLength(5);
  expect(head('Shares').getAttribute('aria-sort')).toBeNull();
});

it('keeps the view in the address, columns and pins on the device', async () => {
  draw();
  pressHead('Shares');
  const panel = await openPanel('Columns');
  fireEvent.click(panel.getByRole('checkbox', { name: 'Ownership', hidden: true }));
  fireEvent.click(panel.getByRole('button', { name: 'Pin Shares', hidden: true }));
  await vi.waitFor(() => expect(window.location.search).toBe('?sort=-shares&cols=name%2Cshares'));
  const stored = JSON.parse(localStorage.getItem('sharebook-table-t')!);
  expect(stored).toMatchObject({ cols: ['name', 'shares'], pinned: 2 });
  cleanup();
  draw();
  const shares = () => head('Shares').className;
  expect(shares()).toContain('left-[var(--pin-1,0px)]');
  fireEvent.click((await openPanel('Columns')).getByRole('button', { name: 'Pin Holder', hidden: true }));
  // Unpinning the first column moves the one still pinned to the front.
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent?.slice(0, 6))).toEqual([
    'Shares',
    'Holder',
  ]);
  expect(shares()).toContain('left-0');
});

it('draws cards from the first render in a narrow window, never a table before', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: media === phoneQuery,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const drawn: string[] = [];
  const type = (id: string) =>
    columns.text<Holding>(id, id, () => 'Individual', {
      cell: () => {
        drawn.push(id);
        return 'Individual';
      },
    });
  // A card has the first of the texts beside its name.
  render(<DataTable {...common} columns={[...kit, type('first'), type('second')]} />);
  expect(screen.getAllByRole('rowheader')[0]!.textContent).toContain('Individual');
  expect(new Set(drawn)).toEqual(new Set(['first']));
});

it('renders only rows near the window of a long table, and scrolls by keyboard', () => {
  draw(many(25_000));
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('25002');
  const region = screen.getByRole('region', { name: /Cap table/ });
  expect(region.tabIndex).toBe(0);
  Object.defineProperties(region, {
    clientHeight: { value: 600 },
    scrollHeight: { value: 25_000 * 30 + 73 },
  });
  fireEvent.keyDown(region, { key: 'End' });
  fireEvent.scroll(region);
  expect(screen.getByText('Holder 24999').closest('tr')!.getAttribute('aria-rowindex')).toBe('25001');
});

it('leaves rows in place while more load, and sorts them when all are loaded', () => {
  const [first, second, third] = holdings as [Holding, Holding, Holding];
  const table = (rows: Holding[], arriving: boolean) => (
    <DataTable {...common} rows={rows} initial={largest} arriving={arriving} />
  );
  const { rerender } = render(table([third], true));
  rerender(table([third, first], true));
  expect(names().slice(0, 2)).toEqual(['Birch, Joint', 'Alder']);
  // No header is marked as sorted.
  expect(head('Shares').getAttribute('aria-sort')).toBeNull();
  rerender(table([third, first, second], false));
  expect(names().slice(0, 3)).toEqual(['=HYPERLINK("x")', 'Alder', 'Birch, Joint']);
  expect(head('Shares').getAttribute('aria-sort')).toBe('descending');
});

it('sorts the rows loaded and those that follow when the user sorts during loading', async () => {
  window.history.replaceState(null, '', '/cap-table?sort=name');
  const table = (rows: readonly Holding[]) => <DataTable {...common} rows={rows} arriving />;
  const { rerender } = render(table(holdings.slice(1)));
  expect(names().slice(0, 2)).toEqual(['=HYPERLINK("x")', 'Birch, Joint']);
  rerender(table(holdings));
  expect(names().slice(0, 3)).toEqual(['=HYPERLINK("x")', 'Alder', 'Birch, Joint']);
});

it('keeps rows above the others out of sort, filter, totals and counts, but in files', async () => {
  const [first, second, third] = holdings as [Holding, Holding, Holding];
  const lead = [{ ...third, id: 'whole', name: 'Outstanding', shares: 7n }];
  render(
    <MadeOn day="2026-11-20" by="Rosa Miller" serverTime="2026-11-20T15:04:05Z">
      <DataTable {...common} rows={[first, second, third]} lead={lead} noun={['holder', 'holders']} />
    </MadeOn>,
  );
  expect(names()).toEqual(['Outstanding', 'Alder', '=HYPERLINK("x")', 'Birch, Joint', 'Total']);
  pressHead('Shares');
  expect(names()).toEqual(['Outstanding', '=HYPERLINK("x")', 'Alder', 'Birch, Joint', 'Total']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'birch' } });
  await vi.waitFor(() => expect(names()).toEqual(['Outstanding', 'Birch, Joint', 'Total shown']));
  expect(screen.getByText('1 of 3 holders')).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Total shown/ }).textContent).toContain('5');
  const { text } = await fileOf(/CSV/);
  expect(text.split('\r\n').slice(1, 3)).toEqual([
    'Outstanding,7,39.99999997',
    '"Birch, Joint",5,39.99999997',
  ]);
  expect(text).toContain('Rows,1 of 3 holders');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
  expect(await screen.findByText(/No holder matches the filter/)).toBeTruthy();
  expect(names()[0]).toBe('Outstanding');
});

it('prints every row up to the limit and states how many are left out', () => {
  draw(many(2_500));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('Holder 1999')).toBeTruthy();
  expect(screen.queryByText('Holder 2000')).toBeNull();
  expect(screen.getByText(/first 2,000 of 2,500/)).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText('Holder 1999')).toBeNull();
});

it('states why no row is shown and offers to clear the filter', () => {
  window.history.replaceState(null, '', '/cap-table?q=zzz');
  draw();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 3 holders' }));
  expect(names()).toHaveLength(4);
});

it('names its files after the table when the page names none', async () => {
  render(
    <MadeOn day="2026-11-20" by="Rosa Miller" serverTime="2026-11-20T15:04:05Z">
      <DataTable {...common} rows={holdings} />
    </MadeOn>,
  );
  expect((await fileOf(/CSV/)).name).toBe('t.csv');
});
