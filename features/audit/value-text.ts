// Texts of the values in an audit entry, before and after a change.

import { nameText } from '#lib/format/name-text';

type Values = Readonly<Record<string, unknown>> | null;

const shown = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** `Field: primaryTaxId; Reason: Letter of the holder` */
export const valueText = (values: Values) =>
  Object.entries(values ?? {})
    .map(([name, value]) => `${nameText(name)}: ${shown(value)}`)
    .join('; ');

/** Each field that changed, before and after; '' means no value. */
export function changesIn({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({
    name: nameText(name),
    before: shown(before?.[name]),
    after: shown(after?.[name]),
  }));
}

/** `Name: A → B; City: → Dayton` */
export const changeText = (entry: { before: Values; after: Values }) =>
  changesIn(entry)
    .map(({ name, before, after }) => `${name}: ${before} → ${after}`)
    .join('; ');
