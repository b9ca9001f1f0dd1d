// Reads the number formats of a workbook: dates, percentages and currencies.

import { unreadable } from './refusal.ts';
import { attributesOf, parseXml } from './xml.ts';

const stylesMax = 70_000;

/** How a cell style shows a number; undefined: as it is. */
export type NumberStyle = 'date' | 'percent' | { currency: string } | undefined;

/** For each cell style how it shows a number. */
export async function readNumberStyles(
  path: string,
  source: AsyncIterable<Uint8Array>,
): Promise<NumberStyle[]> {
  const formats = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isInside = false;
  await parseXml(path, source, {
    open(name, text) {
      if (name === 'cellXfs') isInside = true;
      else if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributesOf(path, text);
        formats.set(Number(numFmtId), formatCode);
      } else if (name === 'xf' && isInside) {
        const id = Number(attributesOf(path, text).numFmtId ?? 0);
        styles.push(styleOf(id, formats.get(id)));
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

/** Formats built into Excel, by number; others by their signs outside of quotes and brackets. */
function styleOf(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) {
    const isDate =
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
    return isDate ? 'date' : id === 9 || id === 10 ? 'percent' : undefined;
  }
  const signs = bare(code);
  if (/[dmyhs]/i.test(signs)) return 'date';
  if (signs.includes('%')) return 'percent';
  const currency = currencyOf(code);
  return currency ? { currency } : undefined;
}

/** A currency other than dollars: [$€-407], or its sign or letters as they are. Several countries write $ for theirs. */
function currencyOf(code: string): string | undefined {
  const named = /\[\$([^\]$-]{1,8})[\]-]/.exec(code)?.[1]?.trim() ?? /[€£¥]/.exec(code)?.[0];
  return named === 'USD' || named === '' ? undefined : named;
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
