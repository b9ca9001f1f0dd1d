import { formatPercent } from '#lib/format/percent';
import type { Tone } from '#lib/format/tone';
import type { Ta2Month } from '#lib/register/ta2-response';
import type { MonthCounts, Standard } from './turnaround.ts';

/**
 * Result of all transfers against 90%. Only routine items decide compliance, and the list does not mark them.
 */
export const derivedLabels: Record<Standard, { label: string; tone: Tone }> = {
  met: { label: '90% or more', tone: 'neutral' },
  below: { label: 'Below 90%', tone: 'warning' },
  open: { label: 'Unknown', tone: 'neutral' },
};

/** The registry's own result for the month. */
export function officialLabel({ compliant }: Ta2Month): { label: string; tone: Tone } {
  if (compliant === null) return { label: 'Not reported', tone: 'neutral' };
  return compliant
    ? { label: 'Standard met', tone: 'positive' }
    : { label: 'Standard not met', tone: 'danger' };
}

/** '97.50%', or '93.70–97.64%' where rejections without a date may be either; a dash without items. */
export function withinPercent({ least, most, counted }: MonthCounts): string {
  if (counted === 0) return '–';
  const percent = (part: number) => formatPercent(BigInt(part), BigInt(counted), 2);
  return least === most ? percent(least) : `${percent(least).slice(0, -1)}–${percent(most)}`;
}

/** The registry's own percentage with two decimals: '97.30%'. */
export function percentText(text: string | null): string {
  if (text === null) return '–';
  const [whole, part = ''] = text.split('.');
  return `${whole}.${part.padEnd(2, '0')}%`;
}
