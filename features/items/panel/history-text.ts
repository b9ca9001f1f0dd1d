// Turns the changes in an item's history into lines of text.

import { formatDate, isDate } from '#lib/format/dates';
import { obstacleTitle, type Words } from '../item-texts.ts';

type Change = { field: string; before: string; after: string };
type ChangeLine = { label: string; before: string; after: string };

/**
 * The changes of a step as lines for a reader: of a part with several values, such as the certificates to issue,
 * only the values that differ.
 */
export function changeLines(changes: readonly Change[], words: Pick<Words, 'part'>): ChangeLine[] {
  return changes.flatMap(({ field, before, after }) => {
    const label = words.part[field] ?? obstacleTitle(field);
    const [was, is] = [leavesOf(before), leavesOf(after)];
    if (was === null || is === null) return [{ label, before: valueText(before), after: valueText(after) }];
    return [...new Set([...was.keys(), ...is.keys()])]
      .filter((path) => was.get(path) !== is.get(path))
      .map((path) => ({
        label: path ? `${label}, ${path}` : label,
        before: valueText(was.get(path) ?? ''),
        after: valueText(is.get(path) ?? ''),
      }));
  });
}

/** Digests take a line of their own in the list of files; here their beginning tells them apart. */
const valueText = (value: string) =>
  isDate(value)
    ? formatDate(value)
    : value.replace(/SHA-256 ([0-9a-f]{12})[0-9a-f]{52}\b/g, 'SHA-256 $1…') || '–';

/** Numbers that JSON.parse would round. */
const longNumber = /\d{16}/;

/** The single values of a stored part by their place, 'line 1, shares'; null for a text. */
function leavesOf(text: string): Map<string, string> | null {
  if (text === '') return new Map();
  if (!/^[[{]/.test(text) || longNumber.test(text)) return null;
  try {
    const found = new Map<string, string>();
    collect(JSON.parse(text), [], found);
    return found;
  } catch {
    return null;
  }
}

function collect(value: unknown, path: readonly string[], found: Map<string, string>): void {
  if (value === null || value === undefined || value === '') return;
  if (typeof value !== 'object') {
    found.set(path.join(', '), value === true ? 'yes' : value === false ? 'no' : String(value));
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    const step = Array.isArray(value) ? `no. ${Number(name) + 1}` : obstacleTitle(name).toLowerCase();
    collect(part, [...path, step], found);
  }
}
