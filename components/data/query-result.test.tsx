// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/error';
import { QueryPlaceholder } from './query-result.tsx';

afterEach(cleanup);

const shown = (error: ApiError) =>
  render(
    <QueryPlaceholder
      error={error}
      isFetching={false}
      waiting="Loading certificates…"
      lines={4}
      instead={<a href="/holders">Choose a holder</a>}
      retry={vi.fn()}
      cancel={vi.fn()}
    />,
  );

it('for a response too large to display names other sources, without a retry', () => {
  shown(new ApiError('upstream_too_large'));
  expect(screen.getByRole('status').textContent).toMatch(/Too large to display.*A report has no such limit/);
  expect(screen.getByRole('link', { name: 'Choose a holder' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers a retry for other errors', () => {
  shown(new ApiError('upstream_failed'));
  expect(screen.getByRole('alert').textContent).toMatch(/reported an error/);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
