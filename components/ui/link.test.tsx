// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import type { Route } from 'next';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { Link } from './link.tsx';

afterEach(cleanup);

function draw(onClick?: () => void) {
  const router = { push: vi.fn(), replace: vi.fn(), prefetch: vi.fn() };
  render(
    <AppRouterContext value={router as never}>
      <Link href={'/issuers/1001?asof=2025-12-31' as Route} onClick={onClick} title="There">
        Larkspur
      </Link>
    </AppRouterContext>,
  );
  const link = screen.getByRole('link', { name: 'Larkspur' });
  /** True when the browser follows the link itself. */
  const press = (how: object = {}) => {
    const event = createEvent.click(link, { button: 0, ...how });
    fireEvent(link, event);
    return !event.defaultPrevented;
  };
  return { router, link, press };
}

it('goes there without loading the page anew, and fetches nothing before', () => {
  const { router, link, press } = draw();
  expect(link.getAttribute('href')).toBe('/issuers/1001?asof=2025-12-31');
  expect(link.title).toBe('There');
  expect(press()).toBe(false);
  expect(router.push.mock.calls).toEqual([['/issuers/1001?asof=2025-12-31']]);
  expect(router.prefetch).not.toHaveBeenCalled();
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves %o to the browser',
  (how) => {
    const { router, press } = draw();
    expect(press(how)).toBe(true);
    expect(router.push).not.toHaveBeenCalled();
  },
);

it('does its own first, which may stop it', () => {
  const done = vi.fn();
  const { router, press } = draw(done);
  press();
  expect(done).toHaveBeenCalledTimes(1);
  expect(router.push).toHaveBeenCalledTimes(1);
});
