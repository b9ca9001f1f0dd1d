// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { Route } from 'next';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { isNavigating } from './browser/pending-navigation.ts';
import { Link } from './link.tsx';

type Given = ComponentProps<'a'> & { prefetch?: boolean; onNavigate?: () => void };

const given = vi.fn<(props: Given) => void>();

vi.mock('next/link', () => ({
  default: ({ prefetch, onNavigate, ...rest }: Given) => {
    given({ prefetch, onNavigate, ...rest });
    return <a {...rest} />;
  },
}));

afterEach(cleanup);

it('does not prefetch, and records a navigation when the router takes it', () => {
  render(
    <Link href={'/issuers/1001?asof=2025-12-31' as Route} title="There">
      Larkspur
    </Link>,
  );
  const link = screen.getByRole('link', { name: 'Larkspur' });
  expect(link.getAttribute('href')).toBe('/issuers/1001?asof=2025-12-31');
  expect(link.title).toBe('There');
  const [props] = given.mock.lastCall ?? [];
  expect(props?.prefetch).toBe(false);
  expect(isNavigating()).toBe(false);
  props?.onNavigate?.();
  expect(isNavigating()).toBe(true);
});
