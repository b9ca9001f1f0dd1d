// Replaces field errors of the contract with texts that say why the value is refused.

import { otherStock } from '../render/labels/other-stock.ts';

type Fields = Record<string, string[]>;

/** Fields whose errors the registry can explain better than the contract: why this value is refused. */
const reasons: Record<string, (value: unknown) => string | undefined> = {
  labelType(value) {
    const stock = typeof value === 'string' ? otherStock(value) : undefined;
    // Only a code from our own list may be repeated in the error text.
    return stock && `${value} is a ${stock} sheet, not a mailing label sheet`;
  },
};

/** The field errors with better texts where there are any, and then a message for the whole response. */
export function explainErrors(fields: Fields, body: unknown): { errors: Fields; text?: string } {
  for (const [field, reason] of Object.entries(reasons)) {
    if (!Object.hasOwn(fields, field) || body === null || typeof body !== 'object') continue;
    const given = Object.entries(body).find(([name]) => name.toLowerCase() === field.toLowerCase());
    const text = reason(given?.[1]);
    if (text) return { errors: { ...fields, [field]: [`${text}.`] }, text: `Refused ${field}: ${text}.` };
  }
  return { errors: fields };
}
