import { formatShares } from '#lib/format/shares';
import { at } from '#lib/register/ta2-response';
import type { Line, Source } from './ta2-lines.ts';

/** Due date of the form: March 31 of the next year. The response's own date where it gives one. */
export function dueDate(response: unknown, year: number): string {
  const own = at(response, 'dueDate');
  return typeof own === 'string' && own ? own : `${year + 1}-03-31`;
}

/** How long until a form is due: 'in 131 days'. */
export const dueText = (left: number) =>
  left < 0 ? 'Overdue' : left === 0 ? 'Today' : `In ${formatShares(left)} ${left === 1 ? 'day' : 'days'}`;

/** A value typed on this device overrides one from an operation or a sum. */
export type Filled = Line & { value: string; from: Source; overridden: boolean };

export function filled(lines: readonly Line[], typed: Readonly<Record<string, string>>): Filled[] {
  return lines.map((one) => {
    const own = (typed[one.id] ?? '').trim();
    return {
      ...one,
      value: own || one.given,
      from: own ? 'typed' : one.source,
      overridden: own !== '' && one.given !== '' && own !== one.given,
    };
  });
}

export const missingCount = (lines: readonly Filled[]) =>
  lines.filter((one) => one.value === '' && !one.optional).length;
