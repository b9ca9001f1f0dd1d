/**
 * Whether a text is a CUSIP: nine characters, the last a check digit. Every second value counts twice, and the digits of the
 * values are added up.
 */
export function isCusip(text: string): boolean {
  if (!/^[A-Z0-9]{8}\d$/.test(text)) return false;
  let sum = 0;
  for (let at = 0; at < 8; at += 1) {
    const sign = text.charCodeAt(at);
    const value = (sign <= 57 ? sign - 48 : sign - 55) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(text[8]);
}
