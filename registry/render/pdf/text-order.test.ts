import { expect, test } from 'vitest';
import { isPlain, visualParts } from './text-order.ts';

/** Face 0 has Hebrew and Latin, face 1 has Arabic; no face has anything else. */
const faceFor = (codePoint: number) => {
  if (codePoint >= 0x600 && codePoint <= 0x6ff) return 1;
  return codePoint < 0x600 ? 0 : -1;
};
const parts = (text: string) => visualParts(text, faceFor, (face, codePoint) => faceFor(codePoint) === face);

test('numbers after right-to-left words are placed on their left, still readable', () => {
  expect(parts('abc דוד 12').map((part) => part.text)).toEqual(['abc ', '12', 'דוד ']);
  expect(parts('דוד abc').map((part) => part.text)).toEqual(['abc', 'דוד ']);
});

test('brackets in right-to-left text are separate runs, to be mirrored', () => {
  expect(parts('דוד (אב)').map((part) => part.text)).toEqual([')', 'אב', '(', 'דוד ']);
});

test('Arabic is shaped, unknown characters and direction marks have no font', () => {
  expect(parts('محمد')).toEqual([{ text: 'محمد', face: 1, rtl: true, shaped: true }]);
  expect(parts('a\u202eb').map((part) => part.face)).toEqual([0, -1, 0]);
  expect(parts('a\u{1f600}').map((part) => part.face)).toEqual([0, -1]);
});

test('line breaks become spaces, marks without a shape are removed', () => {
  expect(parts('a\r\nb\ufe0f\u200bc').map((part) => part.text)).toEqual(['a  bc']);
});

test('plain text takes the fast path', () => {
  expect(isPlain('Łukasz – Иван')).toBe(true);
  expect(isPlain('e\u0301')).toBe(false);
  expect(isPlain('a\u202eb')).toBe(false);
});
