import { isTotal } from '../contract/agent/control-total-range.ts';
import { readWholeNumber } from '../format/whole-number.ts';

/** A control total as it is typed, with or without separators; null for anything else. */
export function readTotal(text: string): bigint | null {
  const count = readWholeNumber(text);
  return count !== null && isTotal(count) ? count : null;
}
