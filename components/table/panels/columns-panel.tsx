'use client';

import { Button, IconButton } from '#components/ui/button';
import { Checkbox } from '#components/ui/input/inputs';
import { pinnedMax } from '../layout/saved-layout.ts';
import type { Arrangement } from '../use-table-control.ts';
import { columnMoves } from './column-moves.ts';

type Props = { table: Arrangement };

/** Which columns are shown, their order, and which are pinned. */
export function ColumnsPanel({ table }: Props) {
  const { columns, shown, pinned } = table;
  const moves = columnMoves(table);
  const hidden = columns.filter((column) => !shown.some((one) => one.id === column.id));
  return (
    <div className="flex w-80 max-w-full flex-col gap-3 p-3">
      <ol className="flex flex-col">
        {shown.map(({ id, header }, index) => (
          <li key={id} className="flex items-center gap-1">
            <Checkbox
              className="min-w-0 flex-1"
              label={header}
              checked
              disabled={shown.length === 1}
              onChange={() => moves.toggle(id)}
            />
            <IconButton
              label={`Pin ${header}`}
              icon="pin"
              aria-pressed={index < pinned}
              disabled={index >= pinned && pinned >= pinnedMax}
              className="size-7 aria-pressed:text-accent"
              onClick={() => moves.pin(id)}
            />
            <IconButton
              label={`Move ${header} left`}
              icon="up"
              className="size-7"
              disabled={index === 0}
              onClick={() => moves.move(id, -1)}
            />
            <IconButton
              label={`Move ${header} right`}
              icon="down"
              className="size-7"
              disabled={index === shown.length - 1}
              onClick={() => moves.move(id, 1)}
            />
          </li>
        ))}
        {hidden.map(({ id, header }) => (
          <li key={id} className="flex min-h-7 items-center">
            <Checkbox label={header} checked={false} onChange={() => moves.toggle(id)} />
          </li>
        ))}
      </ol>
      <div className="flex justify-end border-t border-line pt-2">
        <Button size="sm" variant="quiet" onClick={table.resetColumns}>
          Reset columns
        </Button>
      </div>
    </div>
  );
}
