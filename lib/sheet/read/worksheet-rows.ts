import { columnOf, type RawCell, type RawRow, type SheetLimits } from './cells.ts';
import { unreadable } from './refusal.ts';
import type { NumberStyle } from './styles.ts';
import { attributesOf, type XmlHandler } from './xml.ts';

export type SheetContext = {
  path: string;
  limits: SheetLimits;
  numberStyles: readonly NumberStyle[];
  sharedString(index: number): string | undefined;
};

export type RowCollector = XmlHandler & {
  /** Rows that are complete, once. Rows without a value are left out. */
  take(): RawRow[];
  /** Ranges of merged cells, known at the end. */
  merges: string[];
};

const rowsMax = 1_048_576;
const mergesKept = 1000;

/** Collects the rows of a worksheet from its XML. */
export function collectRows(context: SheetContext): RowCollector {
  const { path, limits } = context;
  const merges: string[] = [];
  let ready: RawRow[] = [];
  let row: RawRow = { number: 0, isHidden: false, cells: [] };
  let column = -1;
  let type = 'n';
  let style = 0;
  let value = '';
  let formula: string | undefined;
  let into: 'value' | 'formula' | undefined;
  let phonetic = 0;

  const open = (name: string, text: string) => {
    if (name === 'c') {
      const { r, t = 'n', s = '0' } = attributesOf(path, text);
      column = r === undefined ? column + 1 : columnOf(r);
      type = t;
      style = Number(s);
      value = '';
      formula = undefined;
    } else if (name === 'v' || (name === 't' && phonetic === 0)) into = 'value';
    else if (name === 'f') {
      into = 'formula';
      formula = '=';
    } else if (name === 'row') {
      const { r, hidden } = attributesOf(path, text);
      const number = r === undefined ? row.number + 1 : Number(r);
      if (!Number.isInteger(number) || number <= row.number || number > rowsMax)
        throw unreadable(`${path} has rows out of order`);
      row = { number, isHidden: hidden === '1' || hidden === 'true', cells: [] };
      column = -1;
    } else if (name === 'rPh') phonetic += 1;
    else if (name === 'mergeCell' && merges.length < mergesKept)
      merges.push(attributesOf(path, text).ref ?? '');
  };

  const endCell = () => {
    const cell = cellOf(context, type, style, value, formula);
    if (!cell) return;
    if (column < 0 || column >= limits.columnsMax)
      throw unreadable(`${path} has more than ${limits.columnsMax} columns`);
    row.cells[column] = cell;
  };

  return {
    merges,
    open,
    close(name) {
      if (name === 'c') endCell();
      else if (name === 'row') {
        if (row.cells.length > 0) ready.push(row);
      } else if (name === 'rPh') phonetic -= 1;
      if (name === 'v' || name === 't' || name === 'f') into = undefined;
    },
    text(text) {
      if (into === 'value') value += text;
      else if (into === 'formula') formula += text;
      if (value.length > 8 * limits.cellCharsMax || (formula?.length ?? 0) > 8 * limits.cellCharsMax)
        throw unreadable(`${path} has a cell that is too long`);
    },
    take() {
      const rows = ready;
      ready = [];
      return rows;
    },
  };
}

function cellOf(
  context: SheetContext,
  type: string,
  style: number,
  value: string,
  formula: string | undefined,
): RawCell | undefined {
  if (formula !== undefined)
    return (
      logicalOf(type, value, formula) ??
      linkOf(type, unescaped(value), unescaped(formula)) ?? { kind: 'formula', text: formula }
    );
  if (value === '') return undefined;
  switch (type) {
    case 's': {
      const text = context.sharedString(Number(value));
      if (text === undefined) throw unreadable(`${context.path} names a text that does not exist`);
      return text === '' ? undefined : { kind: 'text', text };
    }
    case 'inlineStr':
    case 'str':
      return { kind: 'text', text: unescaped(value) };
    case 'b':
      return { kind: 'boolean', text: logical(value) };
    case 'e':
      return { kind: 'error', text: value };
    case 'd':
      return { kind: 'text', text: value };
    default:
      return numberOf(value, context.numberStyles[style]);
  }
}

const logical = (value: string) => (value === '1' || value === 'true' ? 'TRUE' : 'FALSE');

/** LibreOffice saves a logical value as a formula without arguments, beside the same value: =TRUE(). */
function logicalOf(type: string, value: string, formula: string): RawCell | undefined {
  const text = logical(value);
  return type === 'b' && value !== '' && formula === `=${text}()` ? { kind: 'boolean', text } : undefined;
}

/** Excel allows 255 characters in each text of a formula. */
const linkFormula = /^=HYPERLINK\("((?:[^"]|""){0,255})","((?:[^"]|""){0,255})"\)$/;

/** A link between two literal texts is the text that it shows: it computes nothing. */
function linkOf(type: string, value: string, formula: string): RawCell | undefined {
  if (type !== 'str' || value === '') return undefined;
  const [address, text] = (linkFormula.exec(formula) ?? []).slice(1).map((one) => one.replaceAll('""', '"'));
  return text === value ? { kind: 'text', text, ...(address && { address }) } : undefined;
}

function numberOf(text: string, style: NumberStyle): RawCell {
  if (style === 'date') return { kind: 'date', text };
  if (style === 'percent') return { kind: 'number', text, isPercent: true };
  return { kind: 'number', text, ...style };
}

/** Characters that XML cannot contain are written _xHHHH_, as Office Open XML defines (ST_Xstring). */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
