// What a statement tells a broker about a holding: shares by legend, form and stops.

import { formatDollarShares, formatShares } from '#lib/format/shares';
import type { SecurityClass } from '#registry/queries/classes';
import type { AgentAddress } from '#registry/queries/reports/agent-address';
import type { Cell, Column } from '#registry/render/document';
import { restrictionText } from '../display-text.ts';
import { shareCell, shares, text } from './columns.ts';

/** An outstanding certificate or book-entry position. */
export type HeldShares = { form: string; restriction: string; shares: bigint; isStopped: boolean };

/** Shares with one legend, or without any: code N. */
export type LegendShares = { restriction: string; bookEntry: bigint; certificated: bigint };

/** Shares of each legend, those without one first. */
export function sharesByLegend(held: Iterable<HeldShares>): LegendShares[] {
  const sums = new Map<string, LegendShares>();
  for (const { form, restriction, shares: quantity } of held) {
    const sum = sums.get(restriction) ?? { restriction, bookEntry: 0n, certificated: 0n };
    sum[form === 'BookEntry' ? 'bookEntry' : 'certificated'] += quantity;
    sums.set(restriction, sum);
  }
  const order = ({ restriction }: LegendShares) => (restriction === 'N' ? '' : restriction);
  return [...sums.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** The table "By legend" of a statement. */
export const legendColumns: readonly Column[] = [
  text('Class', 22),
  text('Legend', 24),
  shares('Book entry', 12),
  shares('Certificated', 12),
  shares('Total', 12),
];

export function legendCells(sum: LegendShares, ofClass: SecurityClass): Cell[] {
  const quantity = (value: bigint) => shareCell(ofClass, value);
  return [
    ofClass.name,
    restrictionText(sum.restriction) || 'None',
    quantity(sum.bookEntry),
    quantity(sum.certificated),
    quantity(sum.bookEntry + sum.certificated),
  ];
}

/**
 * How to move shares of a class to a broker. Only book-entry shares without a legend and without a stop can be
 * moved; the others are named with what has to happen first.
 */
export function brokerGuidance(
  held: readonly HeldShares[],
  ofClass: SecurityClass,
  isEligible: boolean,
  account: string,
  agent: AgentAddress,
): string[] {
  const quantity = (value: bigint) => `${ofClass.isDollar ? formatDollarShares(value) : formatShares(value)}`;
  const sum = (chosen: (each: HeldShares) => boolean) =>
    held.filter(chosen).reduce((total, each) => total + each.shares, 0n);
  const isFree = (each: HeldShares) => each.restriction === 'N' && !each.isStopped;
  const free = sum((each) => isFree(each) && each.form === 'BookEntry');
  const paper = sum((each) => isFree(each) && each.form !== 'BookEntry');
  const legend = sum((each) => each.restriction !== 'N');
  const stopped = sum((each) => each.restriction === 'N' && each.isStopped);
  if (held.length === 0) return [];
  const { name } = ofClass;
  if (!isEligible)
    return [
      `${name} is not in the depository; its shares move by written instruction to the transfer agent only.`,
    ];
  const lines = [
    free > 0n
      ? `${name}: ${quantity(free)} free book-entry shares can be moved to a broker. Give the broker: agent participant number ${agent.participant_number}, account ${account}, CUSIP ${ofClass.cusip}, the exact registration above, and the last digits of the tax id.`
      : `${name}: no shares can be moved to a broker now.`,
  ];
  if (paper > 0n)
    lines.push(
      `${name}: ${quantity(paper)} certificated shares can be moved after the certificates have been returned to the transfer agent and are held in book entry.`,
    );
  if (legend > 0n)
    lines.push(
      `${name}: ${quantity(legend)} shares with a legend cannot be moved to a broker until the legend is removed, which the issuer has to agree to.`,
    );
  if (stopped > 0n)
    lines.push(
      `${name}: ${quantity(stopped)} shares under a stop cannot be moved until the stop is released.`,
    );
  return lines;
}
