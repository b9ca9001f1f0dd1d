// Sample rows, columns and helpers for the tests of tables.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { columns } from './columns.tsx';
import { loadEngine } from './rows/row-model.tsx';

export type Holding = { id: string; name: string; shares: bigint; percent: string; since: string };

/** `big` and `big + 1n` are the same double. */
export const big = 9007199254740992n;

export const holdings: Holding[] = [
  { id: '1', name: 'Alder', shares: big, percent: '30.00000001', since: '2024-02-29' },
  { id: '2', name: '=HYPERLINK("x")', shares: big + 1n, percent: '30.00000002', since: '2025-06-30' },
  { id: '3', name: 'Birch, Joint', shares: 5n, percent: '39.99999997', since: '2026-01-02' },
];

export const kit = [
  columns.text<Holding>('name', 'Holder', (row) => row.name),
  columns.shares<Holding>('shares', 'Shares', (row) => row.shares, { total: 'sum' }),
  columns.percent<Holding>('percent', 'Ownership', (row) => row.percent, { total: 'sum' }),
  columns.date<Holding>('since', 'Since', (row) => row.since, { hidden: true }),
];

/** Props shared by the small tables of these tests. */
export const common = {
  id: 't',
  label: 'Cap table',
  columns: kit,
  rows: holdings,
  rowId: (row: Holding) => row.id,
};

export const many = (count: number): Holding[] =>
  Array.from({ length: count }, (_, index) => ({
    ...holdings[2]!,
    id: String(index),
    name: `Holder ${index}`,
    shares: BigInt(index),
  }));

let saved: Blob | null = null;
let savedAs = '';

/** Resets address and storage and loads the engine; saved files are collected here. */
export async function freshDevice() {
  await loadEngine();
  window.history.replaceState(null, '', '/cap-table');
  localStorage.clear();
  saved = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob;
    return 'blob:x';
  });
  // The test browser would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedAs = this.download;
  });
  // The test browser does not support popovers.
  HTMLElement.prototype.hidePopover ??= () => {};
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
}

/** Presses a button and waits for the file it saves. */
export async function fileOf(button: RegExp): Promise<{ name: string; bytes: Uint8Array; text: string }> {
  saved = null;
  fireEvent.click(screen.getByRole('button', { name: button }));
  const blob = await vi.waitUntil(() => saved, { timeout: 10_000 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { name: savedAs, bytes, text: new TextDecoder().decode(bytes) };
}

/** Opens a menu of the toolbar and waits for its panel to load. */
export async function openPanel(name: string) {
  const panel = screen.getByRole('dialog', { name, hidden: true });
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }));
  await waitFor(() => expect(panel.textContent).not.toMatch(/^(Opening…)?$/), { timeout: 5_000 });
  return within(panel);
}

export const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
export const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
export const pressHead = (name: string, shiftKey = false) =>
  fireEvent.click(within(head(name)).getAllByRole('button')[0]!, { shiftKey });

/** Sets the clipboard API the page has. */
export const withClipboard = (value: Partial<Clipboard>) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
