/** A field of an answer as text; '' where it was not sent. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);
