// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Stat } from './text.tsx';

afterEach(cleanup);

it.each([
  ['37,727,741', 'text-xl'],
  ['$4,338,693.64', 'text-xl max-xl:text-lg'],
  ['$12,345,678,901.23', 'text-xl max-xl:text-base'],
  // Text may wrap to two lines.
  ['December 16, 2025', 'text-xl'],
])('%s is set so that a narrow column need not break it', (value, size) => {
  render(
    <dl>
      <Stat label="Amount" value={value} />
    </dl>,
  );
  const set = screen.getByText(value).className.split(' ');
  expect(set.filter((name) => /text-(base|lg|xl)$/.test(name)).join(' ')).toBe(size);
});
