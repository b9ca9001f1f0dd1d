/**
 * True for text a spreadsheet program might read as a formula when it is typed in or imported: it opens
 * with = + - @ or a full-width or small twin, also behind blanks, marks or control characters, or it
 * opens with a tab, line break or NUL. Browser-safe.
 */
export function isRisky(text: string): boolean {
  const first = text.charCodeAt(0);
  if ((first >= 0x30 && first <= 0x39) || (first >= 0x41 && first <= 0x5a)) return false;
  return opening.test(text);
}

/** A control character; or blanks, controls and invisible marks before the operator. */
const opening =
  /^(?:\p{Cc}|[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\u207a\u208a\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;
