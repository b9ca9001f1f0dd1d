import { expect, it } from 'vitest';
import { printedWidths } from './printed-widths.ts';

const name = { kind: 'text', whole: false } as const;
const figure = { kind: 'number', whole: true } as const;
const date = { kind: 'date', whole: false } as const;
const whole = (widths: number[]) => Math.round(widths.reduce((sum, width) => sum + width, 0));
/** What a column has on a page of 690 px. */
const px = (percent: number | undefined) => Math.round((percent ?? 0) * 6.9);

it('keeps figures, dates and account numbers whole where names can give way', () => {
  const widths = printedWidths([name, name, figure, figure, date, name], [300, 200, 100, 100, 90, 100]);
  expect(widths.slice(2).map(px)).toEqual([80, 80, 72, 80]);
  expect(whole(widths)).toBe(100);
  expect(px(widths[0]) / px(widths[1])).toBeCloseTo(1.5, 1);
});

it.each([
  ['everything fits', [name, figure], [300, 100], [75, 25]],
  ['there is nothing but figures', [figure, figure], [900, 900], [50, 50]],
  ['figures would leave names no room', [name, ...Array(8).fill(figure)], [200, ...Array(8).fill(100)], [20]],
])('all give way alike where %s', (_when, shown, widthsPx, expected) => {
  const widths = printedWidths(shown, widthsPx);
  expect(widths.slice(0, expected.length)).toEqual(expected);
  expect(whole(widths)).toBe(100);
});
