// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FactMonthSummary, FactMonthTable } from './fact-months.tsx';
import type { FactMonth } from './turnaround-facts.ts';

afterEach(cleanup);

const month: FactMonth = {
  ...{ month: '2026-10', received: 74, routine: 56n, within: 54n, percent: '96.43', passed: true },
};
const draw = (isWhole: boolean) =>
  render(
    <>
      <FactMonthSummary month={month} items={[]} isWhole={isWhole} />
      <FactMonthTable months={[month]} isWhole={isWhole} current="2026-10" onChoose={() => {}} />
    </>,
  );

test('a month is met when the items of all issuers are loaded', () => {
  draw(true);
  expect(screen.getAllByText('Standard met').map(({ className }) => /positive/.test(className))).toEqual([
    true,
    true,
  ]);
});

test('with some issuers only, nothing is said of the standard, and nothing is green', () => {
  const { container } = draw(false);
  expect(screen.queryByText('Standard met')).toBeNull();
  expect(screen.getAllByText('Not all issuers loaded')).toHaveLength(2);
  expect(container.innerHTML).not.toMatch(/positive/);
});
