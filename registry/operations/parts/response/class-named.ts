import type { SecurityClass } from '#registry/queries/classes';

/** Finds a class of the issuer by id. A row with an unknown class means that the books are corrupt. */
export function classNamed(classes: readonly SecurityClass[]): (id: bigint) => SecurityClass {
  const byId = new Map(classes.map((each) => [each.id, each]));
  return (id) => {
    const found = byId.get(id);
    if (!found) throw new Error('A row belongs to a class the issuer does not have.');
    return found;
  };
}
