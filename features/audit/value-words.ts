type Values = Readonly<Record<string, unknown>> | null;

const shown = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** `field: primaryTaxId; reason: Letter of the holder` */
export const valueWords = (values: Values) =>
  Object.entries(values ?? {})
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('; ');

/** Each field that changed, before and after; '' means no value. */
export function changesIn({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({ name, before: shown(before?.[name]), after: shown(after?.[name]) }));
}

/** `name: A → B; city: → Dayton` */
export const changeWords = (entry: { before: Values; after: Values }) =>
  changesIn(entry)
    .map(({ name, before, after }) => `${name}: ${before} → ${after}`)
    .join('; ');
