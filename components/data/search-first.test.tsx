// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchFirst } from './search-first.tsx';

const opened = vi.fn();

function Table({ rows, busy = false }: { rows: readonly string[]; busy?: boolean }) {
  return (
    <SearchFirst>
      <input type="search" aria-label="Filter" />
      <section aria-busy={busy || undefined} data-partial={busy ? '' : undefined}>
        <table>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row} aria-rowindex={index + 2}>
                <td>
                  {/* biome-ignore lint/a11y/useValidAnchor: only whether it is pressed counts here */}
                  <a href="#there" onClick={() => opened(row)}>
                    {row}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </SearchFirst>
  );
}

const request = (text: string) => {
  const box = screen.getByRole('searchbox');
  fireEvent.change(box, { target: { value: text } });
  fireEvent.keyDown(box, { key: 'Enter' });
};

beforeEach(() => {
  vi.useFakeTimers();
  opened.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('opens the row found as soon as rows arrive, however long loading takes', () => {
  const { rerender } = render(<Table rows={['BE-1']} busy />);
  request('be-2875');
  vi.advanceTimersByTime(30_000);
  expect(opened).not.toHaveBeenCalled();
  rerender(<Table rows={['BE-2875']} />);
  vi.advanceTimersByTime(100);
  expect(opened.mock.calls).toEqual([['BE-2875']]);
});

it('opens nothing for replaced search text', () => {
  const { rerender } = render(<Table rows={['BE-1']} busy />);
  request('be-2875');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'be-28' } });
  rerender(<Table rows={['BE-2875']} />);
  vi.advanceTimersByTime(5_000);
  expect(opened).not.toHaveBeenCalled();
});
