'use client';

import { memo, useEffect } from 'react';
import { cn } from '../ui/cn.ts';
import { type Card, CardCell } from './card.tsx';
import { afterNumber, type Column } from './columns.tsx';
import { printedRowsMax } from './layout/measures.ts';
import { pinClass } from './layout/pins.ts';
import { SelectRow } from './rows/select-cells.tsx';
import type { Selection } from './rows/selection.ts';
import type { TableControl } from './use-table-control.ts';
import type { DrawnRange } from './window/row-range.ts';

/** Longer texts may be truncated by their column, so they get a tooltip. */
const tooltipFrom = 12;

type CellProps<Row> = {
  column: Column<Row>;
  /** The previous column on screen. */
  before: Column<Row> | undefined;
  row: Row;
  columnIndex: number;
  pinned: number;
};

function BodyCell<Row>({ column, before, row, columnIndex, pinned }: CellProps<Row>) {
  const first = before === undefined;
  const text = column.format(column.value(row));
  const classes = cn(
    'truncate border-b border-line bg-inherit px-2 print:overflow-visible print:px-1 print:text-(length:--printed-size)',
    column.kind === 'number' && 'text-right',
    afterNumber(before, column),
    column.kind === 'number' && text.startsWith('-') && 'text-danger',
    pinClass(columnIndex, pinned, 'z-5'),
    first && 'text-left font-normal',
  );
  const content = column.cell ? column.cell(row) : text;
  const title = text.length >= tooltipFrom && !column.whole ? text : undefined;
  return first ? (
    <th scope="row" title={title} className={classes}>
      {content}
    </th>
  ) : (
    <td title={title} className={classes}>
      {content}
    </td>
  );
}

/** One of the rows above the others; the last of them has a line below it. */
type Lead = 'row' | 'last' | null;

const leadOf = (index: number, count: number): Lead =>
  index >= count ? null : index === count - 1 ? 'last' : 'row';

const rowClass = (index: number, selected: boolean, isCard: boolean, lead: Lead = null) =>
  cn(
    'text-sm',
    isCard ? 'h-14' : 'h-(--row)',
    selected
      ? 'bg-accent-soft'
      : lead
        ? 'bg-sunken font-medium'
        : 'bg-raised hover:bg-accent-soft focus-within:bg-accent-soft',
    // A darker line below each fifth row makes rows easier to follow.
    lead === 'last' ? '*:border-b-rule' : !lead && index % 5 === 4 && '*:border-b-rule/55',
  );

export type RowsProps<Row> = {
  control: TableControl<Row>;
  rowId: (row: Row) => string;
  selection: Selection<Row> | null;
  /** Number of pinned cells, including the checkbox. */
  pinned: number;
};

type BodyRowProps<Row> = Pick<TableControl<Row>, 'shown'> &
  Pick<RowsProps<Row>, 'selection' | 'pinned'> & {
    index: number;
    row: Row;
    tabbable: boolean;
    lead: Lead;
    card: Card<Row> | null;
  };

function DrawnRow<Row>({ shown, selection, pinned, index, row, tabbable, lead, card }: BodyRowProps<Row>) {
  const [name] = shown;
  const before = selection ? 1 : 0;
  return (
    <tr
      aria-rowindex={index + 2}
      className={rowClass(index, selection?.has(row) ?? false, card !== null, lead)}
    >
      {selection && (
        <td
          className={cn(
            'border-b border-line bg-inherit p-0 text-center select-none',
            pinClass(0, pinned, 'z-5'),
          )}
        >
          <SelectRow {...{ selection, row, index, tabbable }} name={name?.format(name.value(row)) ?? ''} />
        </td>
      )}
      {card && <CardCell card={card} row={row} />}
      {(card ? [] : shown).map((column, columnIndex) => (
        <BodyCell
          key={column.id}
          column={column}
          before={shown[columnIndex - 1]}
          row={row}
          columnIndex={columnIndex + before}
          pinned={pinned}
        />
      ))}
    </tr>
  );
}

// A table renders several times until it is measured; memo avoids rendering its rows again.
const BodyRow = memo(DrawnRow) as typeof DrawnRow;

/** Placeholder of a row that is loading; only its number is known. */
function MissingRow<Row>({
  control,
  index,
  isCard,
}: {
  control: TableControl<Row>;
  index: number;
  isCard: boolean;
}) {
  return (
    <tr aria-rowindex={index + 2} aria-busy="true" className={rowClass(index, false, isCard)}>
      <td colSpan={isCard ? 1 : control.shown.length} className="border-b border-line bg-inherit px-2">
        <span aria-hidden="true" className="skeleton block h-3 w-2/3 rounded" />
        <span className="sr-only">Loading</span>
      </td>
    </tr>
  );
}

/** Reserves the height of rows that are not rendered. An attribute because the CSP allows no inline style. */
function Gap({ heightPx, span }: { heightPx: number; span: number }) {
  if (heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a gap has no content, focusable or not
    <tr aria-hidden="true" className="border-0">
      <td colSpan={span} height={heightPx} className="p-0" />
    </tr>
  );
}

type Props<Row> = RowsProps<Row> & {
  range: DrawnRange;
  request?: (from: number, to: number) => void;
  card: Card<Row> | null;
};

/** Only rows near the window are in the document; aria-rowindex has their real position. */
export function TableBody<Row>({ control, rowId, selection, pinned, range, request, card }: Props<Row>) {
  const { window: rows, shown } = control;
  const { from, to, abovePx, belowPx } = range;
  useEffect(() => {
    request?.(from, to);
  }, [request, from, to]);
  const indexes = Array.from({ length: to - from }, (_, step) => from + step);
  const span = (card ? 1 : shown.length) + (selection ? 1 : 0);
  const cursor = selection && selection.cursor >= from && selection.cursor < to ? selection.cursor : from;
  return (
    <tbody>
      <Gap heightPx={abovePx} span={span} />
      {indexes.map((index) => {
        const row = rows.at(index);
        if (row === undefined)
          return <MissingRow key={`missing ${index}`} {...{ control, index }} isCard={card !== null} />;
        return (
          <BodyRow
            key={rowId(row)}
            {...{ shown, selection, pinned, index, row, card }}
            tabbable={index === cursor}
            lead={leadOf(index, rows.lead.length)}
          />
        );
      })}
      <Gap heightPx={belowPx} span={span} />
    </tbody>
  );
}

/** Rows for printing, up to a limit; of rows loaded by ranges, only those loaded. */
export const printedRows = <Row,>(rows: TableControl<Row>['window']): Row[] =>
  Array.from({ length: Math.min(rows.count, printedRowsMax) }, (_, index) => rows.at(index)).filter(
    (row): row is Row & {} => row !== undefined,
  );

type PrintedProps<Row> = Pick<RowsProps<Row>, 'control' | 'rowId'> & { rows: readonly Row[] };

export function PrintedBody<Row>({ control, rowId, rows }: PrintedProps<Row>) {
  const { shown, window: all } = control;
  return (
    <tbody>
      {rows.map((row, index) => (
        <BodyRow
          key={rowId(row)}
          {...{ shown, index, row }}
          selection={null}
          pinned={0}
          tabbable={false}
          lead={leadOf(index, all.lead.length)}
          card={null}
        />
      ))}
    </tbody>
  );
}
