import { otherStock } from '../render/labels-refused.ts';

type Fields = Record<string, string[]>;

/** Fields about which the registry knows more than the contract: why this very value is refused. */
const reasons: Record<string, (value: unknown) => string | undefined> = {
  labelType(value) {
    const stock = typeof value === 'string' ? otherStock(value) : undefined;
    // Only a code of our own list is repeated to the caller.
    return stock && `${value} is a ${stock} sheet, not a mailing label sheet`;
  },
};

/** The refused fields with what is known better, and a sentence for the whole answer when there is such a reason. */
export function explained(fields: Fields, body: unknown): { errors: Fields; sentence?: string } {
  for (const [field, reason] of Object.entries(reasons)) {
    if (!Object.hasOwn(fields, field) || body === null || typeof body !== 'object') continue;
    const given = Object.entries(body).find(([name]) => name.toLowerCase() === field.toLowerCase());
    const text = reason(given?.[1]);
    if (text) return { errors: { ...fields, [field]: [`${text}.`] }, sentence: `Refused ${field}: ${text}.` };
  }
  return { errors: fields };
}
