// Tables of the proof report: causes of differences, and every comparison with its figures.

import { formatShares } from '#lib/format/shares';
import type { Comparison } from '#lib/proof/comparison';
import type { Verdict } from '#lib/proof/verdict';
import type { Cell, Column, Item } from '#registry/render/document';
import { date, integer, shares, text, yesNo } from '../parts/report/columns.ts';

export const causeColumns: readonly Column[] = [
  text('Cause', 60),
  text('Class', 24),
  shares('Shares', 14),
  date('Since', 11),
  integer('Days', 8),
  yesNo('Aged, over 30 days', 12),
];

export const comparisonColumns: readonly Column[] = [
  text('Class', 22),
  text('Comparison', 52),
  shares('Figure', 15),
  text('Source', 19),
  shares('Compared with', 15),
  text('Its source', 19),
  shares('Difference', 13),
  text('Result', 12),
];

/** What puts the books out of proof, worst class first, and what was not read. "No difference" only as far as it was looked for. */
export function* causeItems(verdict: Verdict): Generator<Item> {
  const causes = verdict.classes.flatMap((one) => one.causes);
  if (causes.length > 0) yield { kind: 'section', table: 'causes', title: 'Differences' };
  for (const one of causes)
    yield {
      kind: 'row',
      cells: [
        capitalized(one.text),
        one.className || 'Issuer',
        one.shares,
        one.since,
        one.days,
        one.days === null ? null : one.isAged,
      ],
    };
  if (verdict.missing.length > 0)
    yield {
      kind: 'facts',
      title: 'Not read',
      facts: verdict.missing.map(({ source, reason }) => [source, reason]),
    };
  if (causes.length === 0)
    yield {
      kind: 'facts',
      title: 'Differences',
      facts: [
        [
          'Found',
          verdict.kind === 'in proof'
            ? `None in ${formatShares(verdict.comparisons.length)} comparisons; no record difference is open`
            : 'None in what was read. That proves nothing about what was not read.',
        ],
      ],
    };
}

const groups: readonly (readonly [title: string, results: readonly Comparison['result'][]])[] = [
  ['Comparisons that differ', ['differs']],
  ['Comparisons not made', ['not read']],
  ['Comparisons that are equal or within their limit', ['within limit', 'equal']],
];

/** Every comparison with both figures and their sources, those that differ first. */
export function* comparisonItems({ comparisons }: Verdict): Generator<Item> {
  for (const [title, results] of groups) {
    const own = comparisons.filter(({ result }) => results.includes(result));
    if (own.length === 0) continue;
    yield { kind: 'section', table: 'comparisons', title };
    for (const one of own) yield { kind: 'row', cells: comparisonCells(one) };
  }
}

const comparisonCells = (one: Comparison): Cell[] => [
  one.className || 'Issuer',
  [one.text, one.reason ?? null],
  one.left.value,
  one.left.source,
  one.right.value,
  one.right.source,
  one.difference,
  capitalized(one.result),
];

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
