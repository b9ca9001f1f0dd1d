'use client';

import { Button } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/text-input';
import type { Column } from '../columns.tsx';
import { pinnedMax } from '../layout/saved-layout.ts';
import type { Arrangement } from '../use-table-control.ts';
import { columnMoves } from './column-moves.ts';
import { filterHints } from './filter-hints.ts';

type Props = {
  column: Column<never>;
  table: Arrangement;
  close: () => void;
};

/** All actions on one column, for users who do not know the shortcuts. */
export function ColumnPanel({ column, table, close }: Props) {
  const { view, shown, pinned } = table;
  const moves = columnMoves(table);
  const { id, kind, header, help } = column;
  const ids = shown.map((one) => one.id);
  const at = ids.indexOf(id);
  const number = kind !== 'text';
  const labels = number ? ['Smallest first', 'Largest first'] : ['A to Z', 'Z to A'];
  const then = number ? ['Then smallest', 'Then largest'] : ['Then A to Z', 'Then Z to A'];
  const sortedOthers = view.sort.some((part) => part.id !== id);
  const isPinned = at < pinned;
  return (
    <div className="flex w-64 flex-col gap-3 p-3 text-left font-normal whitespace-normal">
      {help && <p className="text-sm text-muted">{help}</p>}
      <Field label={`Filter ${header}`} hint={filterHints[kind]}>
        <TextInput
          value={view.filters[id] ?? ''}
          onChange={(event) => table.filter(id, event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && close()}
        />
      </Field>
      <div className="grid grid-cols-2 gap-1.5">
        {labels.map((word, desc) => (
          <Button key={word} size="sm" onClick={() => table.sortBy(id, desc === 1, false)}>
            {word}
          </Button>
        ))}
        {sortedOthers &&
          then.map((word, desc) => (
            <Button key={word} size="sm" onClick={() => table.sortBy(id, desc === 1, true)}>
              {word}
            </Button>
          ))}
        <Button size="sm" disabled={at === 0} onClick={() => moves.move(id, -1)}>
          Move left
        </Button>
        <Button size="sm" disabled={at === ids.length - 1} onClick={() => moves.move(id, 1)}>
          Move right
        </Button>
        <Button size="sm" onClick={() => table.widen(id, -24)}>
          Narrower
        </Button>
        <Button size="sm" onClick={() => table.widen(id, 24)}>
          Wider
        </Button>
        <Button
          size="sm"
          icon="pin"
          aria-pressed={isPinned}
          disabled={!isPinned && pinned >= pinnedMax}
          onClick={() => moves.pin(id)}
        >
          {isPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button size="sm" disabled={ids.length === 1} onClick={() => moves.toggle(id)}>
          Hide
        </Button>
      </div>
    </div>
  );
}
