// Converts display texts of responses to values of a register; undefined where a text is not known.

import { parseDate } from '#lib/format/dates';
import type { ListValue } from '../fields/field.ts';
import { accountTypes, restrictions, stopKinds } from '../fields/lists.ts';

const valuesOf = (type: typeof accountTypes): readonly ListValue[] =>
  type.kind === 'list' ? type.values : [];
const key = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Codes by code and by title. */
function codesOf(type: typeof accountTypes): ReadonlyMap<string, string> {
  return new Map(
    valuesOf(type).flatMap(([code, meaning]): [string, string][] => [
      [key(meaning.split(':')[0]!), code],
      [key(code), code],
    ]),
  );
}

const restrictionCodes = codesOf(restrictions);
const accountTypeCodes = codesOf(accountTypes);

/** The code of a restriction's display text; an empty text is none. */
export const restrictionOf = (text: string): string | undefined =>
  text.trim() === '' || key(text) === 'none' ? 'N' : restrictionCodes.get(key(text));

export const accountTypeOf = (...texts: (string | undefined)[]): string | undefined =>
  texts.map((text) => accountTypeCodes.get(key(text ?? ''))).find((code) => code !== undefined);

export type Stop = { kind: string | undefined; placedOn: string | undefined; text: string };

/** The stops of a certificate from their display text, such as "STOP – Adverse claim 4/2/2020; …". */
export function stopsOf(text: string): Stop[] {
  return text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const found = valuesOf(stopKinds).find(([kind]) => key(part).includes(key(kind)));
      const date = /\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2}/.exec(part)?.[0];
      return { kind: found?.[0], placedOn: parseDate(date ?? '') ?? undefined, text: part };
    });
}

/** Prefix and number of a certificate's name, such as "CS-118"; the prefix is '' where there is none. */
export function certificateNameOf(text: string): { prefix: string; number: string } | undefined {
  const parts = /^([A-Z0-9]*?)[ -]*(\d{1,15})$/.exec(text.trim().toUpperCase());
  return parts ? { prefix: parts[1]!, number: parts[2]! } : undefined;
}

/** The form of a definition of certificates; the interface does not show the record. */
export function formOf(definition: Readonly<Record<string, unknown>>): string | undefined {
  const texts = [definition.certificateType, definition.form, definition.description];
  const text = texts.find((one): one is string => typeof one === 'string') ?? '';
  if (/book/i.test(text)) return 'BookEntry';
  return /paper|certificate/i.test(text) ? 'Certificate' : undefined;
}
