import { maskTaxId } from '#lib/contract/mask-tax-id';

export type ChangedField = { field: string; before: string | null; after: string | null };

/**
 * The fields of a stored change, those of the addresses apart because roles may not see them. Tax IDs show their last
 * four digits only.
 */
export function changedFields(
  beforeText: string,
  afterText: string,
): { registration: ChangedField[]; contact: ChangedField[] } {
  const before = flat(beforeText);
  const after = flat(afterText);
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter((each) => each.before !== each.after)
    .map((each) =>
      isTaxId.test(each.field)
        ? {
            ...each,
            before: each.before && maskTaxId(each.before),
            after: each.after && maskTaxId(each.after),
          }
        : each,
    );
  return {
    registration: changed.filter(({ field }) => !field.includes('.')),
    contact: changed.filter(({ field }) => field.includes('.')),
  };
}

const isTaxId = /^(primary|secondary)TaxId$/;

/** Fields by their name in responses; an address gives 'primaryAddress.city' and so on. Empty ones are left out. */
function flat(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  const add = (values: Record<string, unknown>, lead: string) => {
    for (const [name, value] of Object.entries(values)) {
      const field = lead + name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
      if (value !== null && typeof value === 'object') add(value as Record<string, unknown>, `${field}.`);
      else if (value !== null && value !== '') fields.set(field, String(value));
    }
  };
  if (text) add(JSON.parse(text) as Record<string, unknown>, '');
  return fields;
}
