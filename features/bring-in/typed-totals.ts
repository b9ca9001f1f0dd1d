import type { FormFailure } from '#components/form/form';
import { readTotal } from '#lib/register/typed-total';
import type { RegisterFile } from './types.ts';

/** Control totals that a user types for the classes of a register; pure. */

type TypedTotal = NonNullable<RegisterFile['typedTotals']>[number];
type Measure = TypedTotal['measure'];

/** Those that a prior agent or an issuer states as a rule; others are shown once they are typed. */
const usual: readonly Measure[] = ['Issued', 'Outstanding', 'Restricted', 'Holders'];

export const measureText = (measure: string): string => (measure === 'BookEntry' ? 'Book entry' : measure);

export type TotalField = { name: string; class: string; measure: Measure; label: string };

/** A field for each total that can be typed, class by class. */
export function totalFields({
  classes,
  typedTotals,
}: Pick<RegisterFile, 'classes' | 'typedTotals'>): TotalField[] {
  return classes.flatMap(({ class: name }, index) => {
    const typed = (typedTotals ?? []).filter((one) => one.class === name).map(({ measure }) => measure);
    return [...new Set([...usual, ...typed])].map((measure) => ({
      ...{ name: `total-${index}-${measure}`, class: name, measure },
      label: `${name}, ${measureText(measure)}`,
    }));
  });
}

/** What the fields are for, and what saving them ends. */
export const totalsNote = ({ state }: Pick<RegisterFile, 'state'>): string =>
  [
    'Totals that you know from elsewhere, such as a letter of the prior agent. Each is compared with the rows.',
    'Leave blank what you do not know.',
    ...(state === 'Approved' ? ['Saving makes the approval void.'] : []),
  ].join(' ');

/** What was typed before, by the names of the fields. */
export function typedBefore(file: Pick<RegisterFile, 'classes' | 'typedTotals'>): Record<string, string> {
  return Object.fromEntries(
    totalFields(file).map(({ name, class: of, measure }) => {
      const typed = file.typedTotals?.find((one) => one.class === of && one.measure === measure);
      return [name, typed ? `${typed.value}` : ''];
    }),
  );
}

/** What is sent, or which fields are wrong. */
export function totalsOf(
  file: Pick<RegisterFile, 'classes' | 'typedTotals'>,
  texts: Readonly<Record<string, string>>,
): { class: string; measure: Measure; value: bigint }[] | FormFailure {
  const fields: Record<string, string> = {};
  const totals = totalFields(file).flatMap(({ name, class: of, measure, label }) => {
    const text = texts[name]?.trim() ?? '';
    if (text === '') return [];
    const value = readTotal(text);
    if (value === null) fields[name] = `${label} must be a whole number, such as 2,000,000.`;
    return value === null ? [] : [{ class: of, measure, value }];
  });
  if (Object.keys(fields).length > 0)
    return { code: 'invalid', message: 'A control total is not a whole number.', fields };
  const before = typedBefore(file);
  const isSame = (name: string) => (texts[name]?.trim() ?? '').replaceAll(',', '') === before[name];
  if (Object.keys(before).every(isSame))
    return { code: 'invalid', message: 'No control total was changed. Type one, or cancel.' };
  return totals;
}
