// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Stat } from './figures.tsx';

afterEach(cleanup);

const fits = [
  ['37,727,741', 'text-lg', 'text-3xl'],
  ['$4,338,693.64', 'text-lg', 'text-3xl max-xl:text-2xl'],
  ['$12,345,678,901.23', 'text-lg max-xl:text-base', 'text-2xl'],
  // Text may wrap to two lines beside the primary figure.
  ['December 16, 2025', 'text-lg', 'text-2xl'],
] as const;

it.each(fits)('%s is set so that a narrow column need not break it', (value, size, primarySize) => {
  const sizeIn = (primary: boolean) => {
    render(
      <dl>
        <Stat label="Amount" value={value} primary={primary} />
      </dl>,
    );
    const set = screen.getByText(value).className.split(' ');
    cleanup();
    return set.filter((name) => /text-(base|lg|xl|2xl|3xl)$/.test(name)).join(' ');
  };
  expect([sizeIn(false), sizeIn(true)]).toEqual([size, primarySize]);
});
