/**
 * True for text that a spreadsheet program might read as a formula when typed or imported: it starts with = + -
 * @ or a full-width or small variant, also after whitespace, invisible marks or control characters, or it
 * starts with a tab, line break or NUL. Works in browsers.
 */
export function isFormulaLike(text: string): boolean {
  const first = text.charCodeAt(0);
  if ((first >= 0x30 && first <= 0x39) || (first >= 0x41 && first <= 0x5a)) return false;
  return opening.test(text);
}

/** A control character; or whitespace, controls and invisible marks before the operator. */
const opening =
  /^(?:\p{Cc}|[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\u207a\u208a\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;
