const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By the alphabet, accents and case aside, with numbers inside in their order. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b);

const printable = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place));
const ranks = rankOfEach();

/** Letter for letter what the collator thinks of plain ASCII, asked once: small ranks before large ones. */
function rankOfEach(): Map<string, string> {
  const sorted = [...printable].sort(compareTexts);
  const found = new Map<string, string>();
  let rank = 0;
  let before = '';
  for (const letter of sorted) {
    if (before === '' || compareTexts(before, letter) !== 0) rank += 1;
    found.set(letter, String.fromCharCode(rank));
    before = letter;
  }
  return found;
}

const plain = /^[ -~]*$/;
const part = /[0-9]+|[^0-9]/g;

/**
 * A text whose plain order (<) is that of `compareTexts`, or null for texts beyond ASCII. A comparison of keys
 * takes a twentieth of the collator's time, which 100,000 names feel.
 */
export function textKey(text: string): string | null {
  if (!plain.test(text)) return null;
  return text.replace(part, (found) => {
    if (found < '0' || found > '9~') return ranks.get(found) ?? '';
    const digits = found.replace(/^0+(?=.)/, '');
    // All numbers stand where the digit stands; among them the longer is the larger.
    return `${ranks.get('0')}${String.fromCharCode(digits.length)}${digits}`;
  });
}
