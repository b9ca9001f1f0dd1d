import type { Cell } from './cell.ts';
import type { Sheet } from './workbook-parts.ts';
import type { SheetRow } from './worksheet.ts';

export type ParameterGroup = { heading?: string; rows: Iterable<readonly [label: string, value: Cell]> };

/**
 * A sheet of labels and values: title, then groups with a bold heading and a blank row between. Groups are read
 * when the sheet is written, so they may contain totals of sheets written before it.
 */
export function parametersSheet(name: string, title: string, groups: () => Iterable<ParameterGroup>): Sheet {
  return {
    name,
    front: true,
    frozenHeader: false,
    titleRows: [title],
    columns: [
      { header: '', kind: 'text', width: 46 },
      { header: '', kind: 'text', width: 44 },
    ],
    rows: () => lines(groups()),
  };
}

function* lines(groups: Iterable<ParameterGroup>): Generator<SheetRow> {
  for (const group of groups) {
    yield [];
    if (group.heading) yield { bold: true, cells: [group.heading] };
    for (const [label, value] of group.rows) yield [label, value];
  }
}
