// Collects cell values that are not in the list of their field, and applies decisions about them.

import type { Field, FieldType } from '../fields/field.ts';
import type { CellOutcome } from './cell-value.ts';
import { valued } from './outcome.ts';
import { plainText } from './texts.ts';

/** What a person decided about values that are not in the template's lists: codes by field and value. */
export type ValueMapping = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A value that is not in the list of its field. */
export type ForeignValue = {
  field: string;
  value: string;
  /** How many cells have it. */
  cells: number;
  /** A person decided about it. */
  isMapped: boolean;
  /** The code that was decided, or is proposed; null for none. */
  code: string | null;
};

/** Longer texts, and more of one field, are corrected in the file. */
export const valueLengthMax = 200;
const valuesOfFieldMax = 200;

/** Values are compared without case and spacing. */
export const valueKey = (text: string): string => plainText(text, false).text.normalize('NFKC').toLowerCase();

/** The codes of a field with their meanings; undefined for a field without a list. */
export function codesOf(type: FieldType): readonly (readonly [code: string, meaning: string])[] | undefined {
  if (type.kind === 'list') return type.values;
  return type.kind === 'yesNo' ? yesNo : undefined;
}

const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const;

/** Codes and titles are compared without punctuation. */
const wordKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The code whose name or title a value is: a proposal, for a person to confirm. */
export function proposedCode(type: FieldType, text: string): string | null {
  const key = wordKey(text);
  const found = codesOf(type)?.find(
    ([code, meaning]) => wordKey(code) === key || wordKey(meaning.split(':')[0]!) === key,
  );
  return key === '' ? null : (found?.[0] ?? null);
}

export type ForeignValues = {
  /** What a cell holds whose value is not in its list: that of the mapping, else what it was. */
  read(field: Field, text: string, given: CellOutcome): CellOutcome;
  list(): ForeignValue[];
};

/** Collects the values of a sheet that are not in the lists, and takes those about which somebody decided. */
export function foreignValues(mapping: ValueMapping = new Map()): ForeignValues {
  const seen = new Map<string, Map<string, ForeignValue>>();
  return {
    read(field, text, given) {
      if (given.remark?.code !== 'X19') return given;
      const value = plainText(text, false).text;
      const codes = codesOf(field.type);
      if (!codes || value.length > valueLengthMax) return given;
      const key = valueKey(value);
      const decided = mapping.get(field.key)?.get(key);
      const code = codes.some(([one]) => one === decided) ? decided! : null;
      const ofField = seen.get(field.key) ?? new Map<string, ForeignValue>();
      seen.set(field.key, ofField);
      const known = ofField.get(key);
      if (known) known.cells += 1;
      else if (ofField.size < valuesOfFieldMax)
        ofField.set(key, {
          ...{ field: field.key, value, cells: 1, isMapped: code !== null },
          code: code ?? proposedCode(field.type, value),
        });
      if (code === null) return given;
      return valued(field.type.kind === 'yesNo' ? String(code === 'Y') : code);
    },
    list: () => [...seen.values()].flatMap((ofField) => [...ofField.values()]),
  };
}
