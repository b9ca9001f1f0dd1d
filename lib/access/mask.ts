/** Names are compared without case and signs; the word for the kind of a tax id is none itself. */
const taxIdKey =
  /tax(payer)?s?(id|no$|nr$|num|ref)|socialsecurity|socialinsurance|nationalid|^ssn|ssns?$|^(primary|secondary|federal)?(f?ein|sin|i?tin)s?(no|nr|number|value)?$/;
const taxIdKind = /(type|kind|country|status|required)$/;

/** Asked for every field of every row; the names of an answer are few. */
const known = new Map<string, boolean>();

/** Whether a field of this name holds a tax id, in whatever spelling. */
export function isTaxIdName(name: string): boolean {
  const answer = known.get(name);
  if (answer !== undefined) return answer;
  const bare = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = taxIdKey.test(bare) && !taxIdKind.test(bare);
  if (known.size < 2000) known.set(name, found);
  return found;
}

/** `*****6789`: the last four of a tax id, or none of a short one. What comes masked keeps its last four. */
export function maskTaxId(value: string): string {
  const bare = value.replace(/[^A-Za-z0-9]/g, '');
  if (bare === '') return value.includes('*') ? '*****' : '';
  return bare.length > 5 || (bare.length > 3 && value.includes('***')) ? `*****${bare.slice(-4)}` : '*****';
}

/** Nine digits, one sign between two of them at most: without them there is nothing to mask. */
const nineDigits = /\d(?:[-. \u2010-\u2015]?\d){8}/;
/** 123-45-6789, also with spaces or dots between. */
const socialSecurity = /(?<![\w-])\d{3}([-. \u2010-\u2015])\d{2}\1(\d{4})(?![\w-])/g;
/** 046-454-286: a Canadian number, told from other numbers by its check digit. */
const socialInsurance = /(?<![\w-])(\d{3})([- \u2010-\u2015])(\d{3})\2(\d{3})(?![\w-])/g;
/** A word for a tax id, then the number, however it is grouped: "EIN 12-3456789", "SSN: 123456789". */
const named =
  /\b(ssn|ein|fein|itin|tin|sin|tax[ -]?(?:payer )?(?:id|no|number)\w*|social security(?: number| no)?)\b([^\dA-Za-z]{0,4}(?:(?:no|number|is)\b[^\dA-Za-z]{0,3}){0,2})(\d(?:[- .]?\d){8,10})(?![\w-])/gi;

/**
 * Free text with every tax id in it masked to its last four: forms that can be nothing else, and any number of nine
 * digits that a word for a tax id goes before. Share counts, ids and phone numbers stay as they are.
 */
export function maskInText(text: string): string {
  if (text.length < 9 || !nineDigits.test(text)) return text;
  return text
    .replace(socialSecurity, '*****$2')
    .replace(socialInsurance, (whole, a, _sign, b, c) => (isLuhn(a + b + c) ? maskTaxId(whole) : whole))
    .replace(named, (_whole, word, between, digits) => `${word}${between}${maskTaxId(digits)}`);
}

/**
 * Whether a word has an e-mail address in it: something, an at sign as it is or percent-encoded, something, a dot,
 * something. Linear in the length of the word, which a pattern for the same is not.
 */
export function holdsMail(word: string): boolean {
  const plain = word.indexOf('@', 1);
  const encoded = word.indexOf('%40', 1);
  if (plain < 0 && encoded < 0) return false;
  // The first at sign leaves most characters for the rest.
  const after = encoded < 0 || (plain >= 0 && plain < encoded) ? plain + 1 : encoded + 3;
  const dot = word.indexOf('.', after + 1);
  return dot >= 0 && dot < word.length - 1;
}

/** From the right every second digit doubled, nine taken off above nine; the sum ends in 0 (domain §12.2). */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
