// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

afterEach(cleanup);
const Table = ({ rows }: { rows: number }) => <p>{rows} rows</p>;
const waiting = <p>Waiting</p>;

it('waits for its code once; then it is drawn at once, but never on the server', async () => {
  const load = vi.fn(async () => Table);
  const Later = lazyComponent<{ rows: number }>(load, waiting, 'when drawn');
  const first = render(<Later rows={1} />);
  expect(screen.getByText('Waiting')).toBeTruthy();
  await screen.findByText('1 rows');
  first.unmount();
  render(<Later rows={2} />);
  expect(screen.getByText('2 rows')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  expect(renderToString(<Later rows={3} />)).toContain('Waiting');
});

it('begins to fetch with the module it is made in', () => {
  const load = vi.fn(async () => Table);
  lazyComponent(load, waiting);
  expect(load).toHaveBeenCalledTimes(1);
});
