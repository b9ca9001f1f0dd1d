// Writes the comments of a worksheet as XML.

import { textElement } from './cell.ts';
import { columnLetters, type Note } from './worksheet.ts';

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Relations of a worksheet to its comments and to the shapes that show them. */
export function noteRels(part: number): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/vmlDrawing" Target="../drawings/vmlDrawing${part}.vml"/><Relationship Id="rId2" Type="${relations}/comments" Target="../comments${part}.xml"/></Relationships>`;
}

/** The texts of a worksheet's comments. */
export function notesXml(notes: readonly Note[]): string {
  const list = notes.map(
    ({ row, column, text }) =>
      `<comment ref="${columnLetters(column)}${row}" authorId="0"><text>${textElement(text)}</text></comment>`,
  );
  return `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Sharebook</author></authors><commentList>${list.join('')}</commentList></comments>`;
}

/** The shapes of comments, hidden until the pointer is over the cell. Spreadsheet programs require them. */
export function noteShapes(notes: readonly Note[]): string {
  const shapes = notes.map(
    ({ row, column }, index) =>
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;width:220pt;height:60pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1},15,${Math.max(row - 2, 0)},2,${column + 4},15,${row + 3},4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  );
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join('')}</xml>`;
}
