'use client';

import type { PointerEvent, ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Icon } from '../ui/icons.tsx';
import { PressButton } from '../ui/press-button.tsx';
import { type Card, CardHead } from './card.tsx';
import { afterNumber, type Column } from './columns.tsx';
import { pinClass } from './layout/pins.ts';
import { ColumnOptions } from './lazy-panels.tsx';
import { SelectAll } from './rows/select-cells.tsx';
import type { Selection } from './rows/selection.ts';
import type { TableControl } from './use-table-control.ts';
import type { RangeSource } from './window/range-source.ts';

const ordinals = ['', 'second', 'third', 'fourth', 'fifth'];

/** Drag handle at the right edge; for the keyboard, the column's options have Narrower and Wider. */
function Edge<Row>({ column, control }: { column: Column<Row>; control: TableControl<Row> }) {
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    // Relative to the width at the start of the drag: this control does not see later ones.
    handle.onpointermove = (move) => control.widen(column.id, move.clientX - from);
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  };
  return (
    <span
      aria-hidden="true"
      onPointerDown={onPointerDown}
      className="absolute inset-y-0 right-0 w-1.5 print:hidden cursor-col-resize touch-none hover:bg-accent/40"
    />
  );
}

type Order<Row> = RangeSource<Row>['order'];

/** What currently sorts the table, memory or the operation, and the effect of a press on a header. */
function sorting<Row>(
  { control, order }: { control: TableControl<Row>; order: Order<Row> },
  column: Column<Row>,
) {
  const { window } = control;
  const ours = (add: boolean) => control.press(column.id, add);
  // Sort of the current rows, which for a moment may differ from the one pressed.
  const { sort: arranged } = window.arranged;
  if (arranged.length > 0) {
    const index = arranged.findIndex((part) => part.id === column.id);
    return { index, levels: arranged.length, sort: arranged[index], press: ours };
  }
  const sort = order?.current?.id === column.id ? order.current : undefined;
  // Reverses the current order, also when it is the operation's default.
  const turn = (add: boolean) => control.sortBy(column.id, !sort?.desc, add);
  const press = sort && control.view.sort.length === 0 ? turn : ours;
  return { index: sort ? 0 : -1, levels: 1, sort, press };
}

type HeadProps<Row> = {
  control: TableControl<Row>;
  selection: Selection<Row> | null;
  pinned: number;
  noun: string;
  order: Order<Row>;
  card: Card<Row> | null;
};

type CellProps<Row> = HeadProps<Row> & { column: Column<Row>; before: Column<Row> | undefined; at: number };

function HeadCell<Row>(props: CellProps<Row>) {
  const { column, before, control, pinned, at } = props;
  const { index, levels, sort, press } = sorting(props, column);
  const classes = cn(
    'flex min-h-9 w-full items-end gap-1 px-2 py-1.5 leading-4',
    column.kind === 'number' ? 'justify-end text-right' : 'text-left',
    afterNumber(before, column),
  );
  const face: ReactNode = (
    <>
      <span className="line-clamp-2" title={column.header}>
        {column.header}
      </span>
      {sort && <Icon name={sort.desc ? 'down' : 'up'} className="inline size-3.5 text-accent" />}
      {sort && levels > 1 && (
        <span aria-hidden="true" className="text-2xs leading-4 text-accent">
          {index + 1}
        </span>
      )}
      {index > 0 && (
        <span className="sr-only">
          , sorted {ordinals[index] ?? 'also'}, {sort?.desc ? 'descending' : 'ascending'}
        </span>
      )}
    </>
  );
  return (
    <th
      scope="col"
      // Only the first sort column has aria-sort: screen readers do not handle several well.
      aria-sort={index === 0 ? (sort?.desc ? 'descending' : 'ascending') : undefined}
      className={cn(
        'group/th sticky top-0 border-b border-rule bg-sunken p-0 align-bottom text-sm font-medium',
        pinClass(at, pinned, 'z-20') || 'z-10',
      )}
    >
      <PressButton
        type="button"
        onClick={(event) => press(event.shiftKey)}
        className={cn(classes, 'hover:text-accent focus-visible:-outline-offset-2')}
      >
        {face}
      </PressButton>
      <ColumnOptions column={column} table={control} />
      <Edge column={column} control={control} />
    </th>
  );
}

export function TableHead<Row>(props: HeadProps<Row>) {
  const { control, selection, pinned, noun, card } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th
            scope="col"
            className={cn(
              'sticky top-0 border-b border-rule bg-sunken p-0 pb-1.5 text-center align-bottom',
              pinClass(0, pinned, 'z-20'),
            )}
          >
            <SelectAll {...{ selection, noun }} count={control.window.count} />
          </th>
        )}
        {card ? (
          <CardHead
            card={card}
            sortedAs={(column) => sorting(props, column).sort}
            press={(column) => sorting(props, column).press(false)}
          />
        ) : (
          control.shown.map((column, index) => (
            <HeadCell
              key={column.id}
              {...props}
              column={column}
              before={control.shown[index - 1]}
              at={index + (selection ? 1 : 0)}
            />
          ))
        )}
      </tr>
    </thead>
  );
}
