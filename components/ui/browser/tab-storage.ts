// Reads and writes values in the session storage of the tab.

/** What this tab stores under a key, as it was parsed; null when there is nothing or it cannot be read. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

const taxIdFields: ReadonlySet<string> = new Set(['primaryTaxId', 'secondaryTaxId', 'depository.taxId']);

/** Leaves tax IDs out of what is stored in a browser; a replacer as of JSON.stringify. */
export const withoutTaxIds = (name: string, value: unknown): unknown =>
  taxIdFields.has(name) ? undefined : value;

/** Stores a value for this tab; null deletes it. `replacer` as of JSON.stringify. Without storage nothing is kept. */
export function writeTab(
  key: string,
  value: unknown,
  replacer?: (name: string, value: unknown) => unknown,
): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value, replacer));
  } catch {
    // What is typed then lasts as long as the page.
  }
}
