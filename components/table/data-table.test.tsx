// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { columns } from './columns.tsx';
import { DataTable } from './data-table.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));

type Row = { id: string; name: string; shares: bigint; percent: string };
const big = 9007199254740992n;
const rows: Row[] = [
  { id: '1', name: 'Alder', shares: big, percent: '30.00000001' },
  { id: '2', name: '=HYPERLINK("x")', shares: big + 1n, percent: '30.00000002' },
  { id: '3', name: 'Birch, Joint', shares: 5n, percent: '39.99999997' },
];
const kit = [
  columns.text<Row>('name', 'Holder', (row) => row.name),
  columns.shares<Row>('shares', 'Shares', (row) => row.shares, { total: 'sum' }),
  columns.percent<Row>('percent', 'Ownership', (row) => row.percent, { total: 'sum' }),
];

let saved: Blob | null = null;
beforeEach(() => {
  window.history.replaceState(null, '', '/cap-table');
  localStorage.clear();
  saved = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob;
    return 'blob:x';
  });
  // The test browser would really go there.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});
afterEach(cleanup);

const draw = (data: readonly Row[] = rows) =>
  render(
    <DataTable
      id="t"
      label="Cap table"
      columns={kit}
      rows={data}
      rowId={(row) => row.id}
      noun={['holder', 'holders']}
    />,
  );
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
const press = (name: string, shiftKey = false) =>
  fireEvent.click(within(head(name)).getAllByRole('button')[0]!, { shiftKey });
const csv = async () => {
  fireEvent.click(screen.getByRole('button', { name: /CSV/ }));
  return (await saved!.text()).replace('\ufeff', '');
};

it('sorts quantities that are one double, and says so to a screen reader', () => {
  draw();
  press('Shares');
  expect(names()).toEqual(['=HYPERLINK("x")', 'Alder', 'Birch, Joint', 'Total']);
  expect(head('Shares').getAttribute('aria-sort')).toBe('descending');
  press('Shares');
  expect(names().slice(0, 3)).toEqual(['Birch, Joint', 'Alder', '=HYPERLINK("x")']);
  press('Holder', true);
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

it('saves as CSV the order, filter and columns on screen, formulas inert', async () => {
  window.history.replaceState(null, '', '/cap-table?sort=-shares&cols=shares,name&f.shares=>100');
  draw();
  const rowsPart = `Shares,Holder\r\n${big + 1n},"'=HYPERLINK(""x"")"\r\n${big},Alder\r\n`;
  const factsPart = 'Rows,2 of 3 holders\r\nFilter Shares,>100\r\nOrder,"Shares, descending"\r\n';
  expect(await csv()).toBe(`${rowsPart}\r\n${factsPart}`);
});

it('keeps the view in the address and the columns on the device', () => {
  vi.useFakeTimers();
  draw();
  press('Shares');
  const menu = screen.getByRole('menu', { name: 'Columns', hidden: true });
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }));
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Ownership', hidden: true }));
  act(() => void vi.advanceTimersByTime(300));
  vi.useRealTimers();
  expect(window.location.search).toBe('?sort=-shares&cols=name%2Cshares');
  expect(JSON.parse(localStorage.getItem('sharebook-table-t')!).cols).toEqual(['name', 'shares']);
});

it('draws only rows near the window of a long table, and scrolls by keyboard', () => {
  const many = Array.from({ length: 25_000 }, (_, index) => ({
    ...rows[0]!,
    id: String(index),
    name: `Holder ${index}`,
  }));
  draw(many);
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

it('prints every row up to the limit and says what is left out', () => {
  const many = Array.from({ length: 2_500 }, (_, index) => ({
    ...rows[0]!,
    id: String(index),
    name: `Holder ${index}`,
  }));
  draw(many);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('Holder 1999')).toBeTruthy();
  expect(screen.queryByText('Holder 2000')).toBeNull();
  expect(screen.getByText(/first 2,000 of 2,500/)).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText('Holder 1999')).toBeNull();
});

it('says why nothing is left and offers the way back', () => {
  window.history.replaceState(null, '', '/cap-table?q=zzz');
  draw();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 3 holders' }));
  expect(names()).toHaveLength(4);
});
