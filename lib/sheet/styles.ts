// Cell styles of the workbooks that we write.

export type Kind =
  | 'text'
  | 'shares'
  | 'dollars'
  | 'integer'
  | 'money'
  | 'price'
  | 'percent'
  | 'date'
  | 'boolean';

/** Cell styles in the order of styles.xml; the blocks are plain, bold, and quote-prefixed. */
const styles = [
  'text',
  'textRight',
  'shares',
  'dollars',
  'integer',
  'money',
  'price',
  'percent',
  'date',
  'boolean',
] as const;
type Style = (typeof styles)[number];
const positions = Object.fromEntries(styles.map((style, at) => [style, at])) as Record<Style, number>;

const formats: Record<Style, number> = {
  text: 49,
  textRight: 49,
  shares: 3,
  dollars: 164,
  integer: 3,
  money: 165,
  price: 166,
  percent: 167,
  date: 168,
  boolean: 0,
};
const custom: readonly (readonly [number, string])[] = [
  [164, '"$"#,##0;\\-"$"#,##0'],
  [165, '"$"#,##0.00;\\-"$"#,##0.00'],
  [166, '"$"#,##0.00####;\\-"$"#,##0.00####'],
  [167, '0.0000%'],
  [168, 'm/d/yyyy'],
];

/**
 * Widths in characters that show 999 billion shares and 99 billion dollars: in a column that is too narrow, spreadsheet
 * programs show ### in place of a number or a day.
 */
export const leastWidths: Partial<Record<Kind, number>> = {
  shares: 15,
  dollars: 16,
  money: 17,
  price: 14,
  percent: 11,
  date: 11,
};

/** Index of the bold title style and of the header style, which follow the blocks. */
export const titleStyle = 1 + styles.length * 4;
export const headerStyle = titleStyle + 1;
export const headerRightStyle = titleStyle + 2;
/** Not in the format of text, in which a formula that is edited would stay as it is typed. */
export const linkStyle = titleStyle + 3;

/** Index into cellXfs; 0 is the default style. `quoted` matters only for the two text styles. */
export function styleOf(style: Style, bold: boolean, quoted = false): number {
  return 1 + positions[style] + styles.length * ((bold ? 1 : 0) + (quoted ? 2 : 0));
}

export function stylesXml(): string {
  const blocks = [false, true].flatMap((quoted) =>
    [false, true].flatMap((bold) => styles.map((style) => xf(style, bold, quoted))),
  );
  const numFmts = custom.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${attribute(code)}"/>`);
  const header = (align: string) =>
    `<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${align}" vertical="center" wrapText="1"/></xf>`;
  const xfs = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    ...blocks,
    '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
    header('left'),
    header('right'),
    '<xf numFmtId="0" fontId="3" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts><fonts count="4"><font><sz val="10"/><name val="Arial"/><family val="2"/></font><font><b/><sz val="10"/><name val="Arial"/><family val="2"/></font><font><b/><sz val="14"/><name val="Arial"/><family val="2"/></font><font><u/><sz val="10"/><color rgb="FF0563C1"/><name val="Arial"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF0F1F3"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8A9099"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function xf(style: Style, bold: boolean, quoted: boolean): string {
  const quote = quoted ? ' quotePrefix="1"' : '';
  const right = style === 'textRight' ? ' applyAlignment="1"><alignment horizontal="right"/></xf>' : '/>';
  return `<xf numFmtId="${formats[style]}" fontId="${bold ? 1 : 0}" fillId="0" borderId="0" xfId="0"${quote} applyNumberFormat="1" applyFont="1"${right}`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
