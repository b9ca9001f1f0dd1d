'use client';

import type { RefObject } from 'react';
import { classes } from '@/components/ui/classes';
import type { Column } from './columns.tsx';
import { printedRowsMax, rowHeightPx } from './measures.ts';
import { useRowRange } from './row-range.ts';
import type { TableControl } from './use-table-control.ts';

const tooltipFrom = 24;
/** Account numbers and figures stay on one line on paper. */
const printedLineMax = 14;

function BodyCell<Row>({ column, row, first }: { column: Column<Row>; row: Row; first: boolean }) {
  const text = column.format(column.value(row));
  const look = classes(
    'truncate border-b border-line bg-inherit px-2 print:overflow-visible print:px-1 print:text-[8pt]',
    text.length > printedLineMax && 'print:whitespace-normal',
    column.kind === 'number' && 'text-right',
    column.kind === 'number' && text.startsWith('-') && 'text-danger',
  );
  const content = column.cell ? column.cell(row) : text;
  const title = text.length >= tooltipFrom ? text : undefined;
  return first ? (
    <th scope="row" title={title} className={classes(look, 'sticky left-0 z-5 text-left font-normal')}>
      {content}
    </th>
  ) : (
    <td title={title} className={look}>
      {content}
    </td>
  );
}

type BodyRowProps<Row> = { control: TableControl<Row>; index: number; row: Row };

function BodyRow<Row>({ control, index, row }: BodyRowProps<Row>) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes(
        'bg-raised hover:bg-accent-soft focus-within:bg-accent-soft',
        control.density === 'compact' ? 'h-6 text-xs' : 'h-7.5 text-sm',
        // A firmer line under each fifth row guides the eye across, as in a paper ledger.
        index % 5 === 4 && '*:border-b-rule/55',
      )}
    >
      {control.shown.map((column, place) => (
        <BodyCell key={column.id} column={column} row={row} first={place === 0} />
      ))}
    </tr>
  );
}

/** Keeps the place of rows that are not drawn. Heights are attributes: the page allows no inline style. */
function Gap({ heightPx, span }: { heightPx: number; span: number }) {
  if (heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a gap holds nothing, focusable or not
    <tr aria-hidden="true" className="border-0">
      <td colSpan={span} height={heightPx} className="p-0" />
    </tr>
  );
}

type Props<Row> = {
  control: TableControl<Row>;
  rowId: (row: Row) => string;
  scrollRef: RefObject<HTMLDivElement | null>;
};

/** Only the rows near the window are in the document; their true place is in aria-rowindex. */
export function TableBody<Row>({ control, rowId, scrollRef }: Props<Row>) {
  const { window: rows, density, shown } = control;
  const { from, to, rowPx } = useRowRange(scrollRef, rows.count, rowHeightPx[density]);
  const indexes = Array.from({ length: to - from }, (_, step) => from + step);
  return (
    <tbody>
      <Gap heightPx={from * rowPx} span={shown.length} />
      {indexes.map((index) => {
        const row = rows.at(index);
        return row && <BodyRow key={rowId(row)} control={control} index={index} row={row} />;
      })}
      <Gap heightPx={(rows.count - to) * rowPx} span={shown.length} />
    </tbody>
  );
}

/** Every row up to a sane number, for paper. */
export function PrintedBody<Row>({ control, rowId }: Omit<Props<Row>, 'scrollRef'>) {
  return (
    <tbody>
      {control.window
        .all()
        .slice(0, printedRowsMax)
        .map((row, index) => (
          <BodyRow key={rowId(row)} control={control} index={index} row={row} />
        ))}
    </tbody>
  );
}
