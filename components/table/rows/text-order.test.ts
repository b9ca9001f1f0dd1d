import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareTexts, textKey } from './text-order.ts';

const byKey = (a: string, b: string) => {
  const [left, right] = [textKey(a) ?? '', textKey(b) ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
};

it('orders plain texts by key like the collator', () => {
  const letter = fc.constantFrom(
    ...Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)),
  );
  const likely = fc.constantFrom(..."aAbBzZ0019 .,&'-()/");
  const text = fc.oneof(
    fc.array(letter, { maxLength: 8 }).map((letters) => letters.join('')),
    fc.array(likely, { maxLength: 8 }).map((letters) => letters.join('')),
  );
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(byKey(a, b)).toBe(Math.sign(compareTexts(a, b)));
    }),
    { numRuns: 20_000 },
  );
});

it('has no key for texts that need the collator', () => {
  expect(textKey('Ærø Invest')).toBeNull();
  expect(textKey('Tab\there')).toBeNull();
  expect(textKey('')).toBe('');
});
