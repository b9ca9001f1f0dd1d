// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PairedChart } from './paired-chart.tsx';

afterEach(cleanup);

const row = (label: string, before: string | null, after: string) => ({
  ...{ id: label, label, before, after, reserved: before === null, drawn: true },
  texts: ['1', before ?? 'reserved', after],
});

const draw = (before: string, after: string) =>
  render(
    <PairedChart
      title="Now and fully diluted"
      summary="Dilution."
      head={['Holder', 'Shares', '% of outstanding', '% of fully diluted']}
      before="% of outstanding"
      after="% of fully diluted"
      reserved="Reserved"
      rows={[row('Nominee', before, after), row('Holder', '12', '9'), row('Plan', null, '7.6')]}
    />,
  );

it('gives one holder far above holders and reserves a panel of its own, and says so', () => {
  draw('88', '79.3');
  expect(screen.getByText('Percent, scale to 100%')).toBeTruthy();
  expect(screen.getByText('Percent, the other holders and reserves on a larger scale')).toBeTruthy();
});

it('draws one panel where the bars can be compared', () => {
  draw('48', '40');
  expect(screen.getByText('Percent')).toBeTruthy();
  expect(screen.queryByText(/on a larger scale/)).toBeNull();
});
