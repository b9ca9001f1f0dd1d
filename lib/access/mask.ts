// Recognizes and masks tax IDs in text, and recognizes e-mail addresses.

import { isLuhn } from '../contract/luhn.ts';
import { maskTaxId } from '../contract/mask-tax-id.ts';

/** Names are compared without case and punctuation. A field that holds the kind of a tax ID holds no tax ID. */
const taxIdKey =
  /tax(payer)?s?(id|no$|nr$|num|ref)|socialsecurity|socialinsurance|nationalid|^ssn|ssns?$|^(primary|secondary|federal)?(f?ein|sin|i?tin)s?(no|nr|number|value)?$/;
const taxIdKind = /(type|kind|country|status|required)$/;

/** Cached: called for every field of every row, but a response has few distinct names. */
const known = new Map<string, boolean>();

/** Whether a field of this name holds a tax ID, in any spelling. */
export function isTaxIdName(name: string): boolean {
  const response = known.get(name);
  if (response !== undefined) return response;
  const bare = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = taxIdKey.test(bare) && !taxIdKind.test(bare);
  if (known.size < 2000) known.set(name, found);
  return found;
}

const nineDigits = /\d(?:[-. \u2010-\u2015]?\d){8}/;

/** Nine digits with at most one separator between two of them. Without them there is nothing to mask. */
export const holdsNineDigits = (text: string): boolean => text.length >= 9 && nineDigits.test(text);

/** 123-45-6789, also with spaces or dots as separators. */
const socialSecurity = /(?<![\w-])\d{3}([-. \u2010-\u2015])\d{2}\1(\d{4})(?![\w-])/g;
/** 046-454-286: a Canadian number, distinguished from other numbers by its check digit. */
const socialInsurance = /(?<![\w-])(\d{3})([- \u2010-\u2015])(\d{3})\2(\d{3})(?![\w-])/g;
/** A label for a tax ID, then the number, however grouped: "EIN 12-3456789", "SSN: 123456789". */
const named =
  /\b(ssn|ein|fein|itin|tin|sin|tax[ -]?(?:payer )?(?:id|no|number)\w*|social security(?: number| no)?)\b([^\dA-Za-z]{0,4}(?:(?:no|number|is)\b[^\dA-Za-z]{0,3}){0,2})(\d(?:[- .]?\d){8,10})(?![\w-])/gi;

/**
 * Masks every tax ID in free text to its last four digits: numbers in an unmistakable format, and any
 * nine-digit number after a label for a tax ID. Share counts, IDs and phone numbers stay unchanged.
 */
export function maskInText(text: string): string {
  if (!holdsNineDigits(text)) return text;
  return text
    .replace(socialSecurity, '*****$2')
    .replace(socialInsurance, (whole, a, _sign, b, c) => (isLuhn(a + b + c) ? maskTaxId(whole) : whole))
    .replace(named, (_whole, word, between, digits) => `${word}${between}${maskTaxId(digits)}`);
}

/**
 * Whether a word contains an e-mail address: text, an at sign (plain or percent-encoded), text, a dot, text.
 * Linear in the length of the word; a regular expression for the same is not.
 */
export function holdsMail(word: string): boolean {
  const plain = word.indexOf('@', 1);
  const encoded = word.indexOf('%40', 1);
  if (plain < 0 && encoded < 0) return false;
  // The first at sign leaves the most characters for the domain.
  const after = encoded < 0 || (plain >= 0 && plain < encoded) ? plain + 1 : encoded + 3;
  const dot = word.indexOf('.', after + 1);
  return dot >= 0 && dot < word.length - 1;
}
