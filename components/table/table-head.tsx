'use client';

import type { PointerEvent } from 'react';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icons';
import { ColumnOptions } from './column-options.tsx';
import type { Column } from './columns.tsx';
import type { TableControl } from './use-table-control.ts';

const places = ['', 'second', 'third', 'fourth', 'fifth'];

/** Drags the right edge; the keyboard has Narrower and Wider in the column's options. */
function Edge<Row>({ column, control }: { column: Column<Row>; control: TableControl<Row> }) {
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    let from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => {
      control.widen(column.id, move.clientX - from);
      from = move.clientX;
    };
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

function HeadCell<Row>({ column, control }: { column: Column<Row>; control: TableControl<Row> }) {
  const place = control.view.sort.findIndex((part) => part.id === column.id);
  const sort = control.view.sort[place];
  const end = column.kind === 'number';
  return (
    <th
      scope="col"
      // Only the leading column carries aria-sort: several at once are read as nonsense.
      aria-sort={place === 0 ? (sort?.desc ? 'descending' : 'ascending') : undefined}
      className={classes(
        'group/th sticky top-0 z-10 border-b border-rule bg-sunken p-0 align-bottom text-sm font-medium',
        'first:left-0 first:z-20',
      )}
    >
      <button
        type="button"
        onClick={(event) => control.press(column.id, event.shiftKey)}
        className={classes(
          'flex min-h-9 w-full items-end gap-1 px-2 py-1.5 leading-4 hover:text-accent focus-visible:-outline-offset-2',
          end ? 'justify-end text-right' : 'text-left',
        )}
      >
        <span className="line-clamp-2" title={column.header}>
          {column.header}
        </span>
        {sort && <Icon name={sort.desc ? 'down' : 'up'} className="inline size-3.5 text-accent" />}
        {sort && control.view.sort.length > 1 && (
          <span aria-hidden="true" className="text-2xs leading-4 text-accent">
            {place + 1}
          </span>
        )}
        {place > 0 && (
          <span className="sr-only">
            , sorted {places[place] ?? 'also'}, {sort?.desc ? 'descending' : 'ascending'}
          </span>
        )}
      </button>
      <ColumnOptions column={column} control={control} />
      <Edge column={column} control={control} />
    </th>
  );
}

export function TableHead<Row>({ control }: { control: TableControl<Row> }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {control.shown.map((column) => (
          <HeadCell key={column.id} column={column} control={control} />
        ))}
      </tr>
    </thead>
  );
}
