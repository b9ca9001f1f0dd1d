import { unreadable } from './refusal.ts';
import { attributesOf, parseXml } from './xml.ts';

const stylesMax = 70_000;

/** For each cell style whether it shows a number as a date. */
export async function readDateStyles(path: string, source: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const formats = new Map<number, string>();
  const styles: boolean[] = [];
  let isInside = false;
  await parseXml(path, source, {
    open(name, text) {
      if (name === 'cellXfs') isInside = true;
      else if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributesOf(path, text);
        formats.set(Number(numFmtId), formatCode);
      } else if (name === 'xf' && isInside) {
        const id = Number(attributesOf(path, text).numFmtId ?? 0);
        styles.push(isDateFormat(id, formats.get(id)));
      }
      if (styles.length > stylesMax || formats.size > stylesMax)
        throw unreadable(`${path} has too many styles`);
    },
    close(name) {
      if (name === 'cellXfs') isInside = false;
    },
    text() {},
  });
  return styles;
}

/** Formats built into Excel, by number; others by their letters outside of quotes and brackets. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    );
  return /[dmyhs]/i.test(bare(code));
}

/** A format without the texts that it shows as they are. */
function bare(code: string): string {
  let text = '';
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at]!;
    const closing = sign === '"' ? '"' : sign === '[' ? ']' : undefined;
    if (sign === '\\') at += 1;
    else if (closing) {
      const end = code.indexOf(closing, at + 1);
      if (end < 0) return text;
      at = end;
    } else text += sign;
  }
  return text;
}
