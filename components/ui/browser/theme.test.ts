import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { themeOf } from './theme.ts';

const css = readFileSync(new URL('../../../app/globals.css', import.meta.url), 'utf8');
const [standard = '', contrast = ''] = css.split('@media (prefers-contrast: more)');

type Pair = readonly [light: string, dark: string];
const pairsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map((found) => [
      found[1],
      [found[2], found[3]] as unknown as Pair,
    ]),
  );
const themes = { standard: pairsOf(standard), contrast: { ...pairsOf(standard), ...pairsOf(contrast) } };

function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a: string, b: string) {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const texts = ['ink', 'muted', 'accent', 'danger', 'warning', 'positive', 'past', 'sandbox'];
const grounds = ['surface', 'raised', 'sunken', 'accent-soft'];
const soft = ['danger', 'warning', 'positive', 'past', 'sandbox', 'accent'];
const marks = ['rule', 'focus', 'chart-rest', ...Array.from({ length: 8 }, (_, hue) => `chart-${hue + 1}`)];

describe.each(Object.entries(themes))('colours, %s', (name, pairs) => {
  const cases: [string, string, number][] = [
    ...texts.flatMap((text) => grounds.map((ground): [string, string, number] => [text, ground, 4.5])),
    ...soft.map((text): [string, string, number] => [text, `${text}-soft`, 4.5]),
    ...marks.map((mark): [string, string, number] => [mark, 'raised', 3]),
    ['accent-ink', 'accent', 4.5],
    ...(name === 'contrast' ? [['ink', 'surface', 15] as [string, string, number]] : []),
  ];
  it.each(cases)('%s on %s is at least %d : 1 in both themes', (text, ground, least) => {
    for (const theme of [0, 1] as const) {
      expect(ratio(pairs[text]![theme], pairs[ground]![theme])).toBeGreaterThanOrEqual(least);
    }
  });
});

it('takes an unknown theme for the system one', () => {
  expect(['light', 'dark', 'blue', undefined].map(themeOf)).toEqual(['light', 'dark', 'system', 'system']);
});
