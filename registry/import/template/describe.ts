import type { Field, FieldType } from '../fields/field.ts';

/** What a cell of a field may hold, in words. */
export function formOf(type: FieldType): string {
  switch (type.kind) {
    case 'text':
      return `Text, at most ${type.max} characters`;
    case 'letters':
      return `Capital letters and digits, at most ${type.max}`;
    case 'digits':
      return `Digits, at most ${type.max}`;
    case 'shares':
      return type.min < 0n ? 'Whole number, may be negative' : `Whole number, ${type.min} or more`;
    case 'decimal':
      return 'Dollars, exact';
    case 'date':
      return 'Date: a date cell, or text such as 2019-05-01';
    case 'yesNo':
      return 'Y or N';
    case 'list':
      return `One of the list "${type.list}"`;
  }
}

/** Whether a field has to be filled, in words. */
export function requiredText({ required }: Field): string {
  if (typeof required === 'string') return `Required ${required}`;
  return required ? 'Required' : 'May be blank';
}
