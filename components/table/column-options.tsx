'use client';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/inputs';
import { Popover } from '@/components/ui/popover';
import type { Column } from './columns.tsx';
import type { TableControl } from './use-table-control.ts';

const filterHints = {
  text: 'Words to look for.',
  number: 'For example >1000, 500..2000 or =0.',
  date: 'For example >=2026-01-01, 2025-01-01..2025-12-31 or 2026-06.',
};

/** Everything one column can do, for people who do not know the shortcuts. */
export function ColumnOptions<Row>({ column, control }: { column: Column<Row>; control: TableControl<Row> }) {
  const { view, shown } = control;
  const ids = shown.map((one) => one.id);
  const at = ids.indexOf(column.id);
  const number = column.kind !== 'text';
  const words = number ? ['Smallest first', 'Largest first'] : ['A to Z', 'Z to A'];
  const then = number ? ['Then smallest', 'Then largest'] : ['Then A to Z', 'Then Z to A'];
  const sortedOthers = view.sort.some((part) => part.id !== column.id);
  return (
    <Popover
      label={`Options for ${column.header}`}
      icon={view.filters[column.id] ? 'filter' : 'more'}
      iconOnly
      look="quiet"
      align="end"
      className="absolute top-1/2 right-1.5 size-6 min-h-0! -translate-y-1/2 bg-sunken! px-0! opacity-0 print:hidden group-hover/th:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 data-on:opacity-100 pointer-coarse:opacity-100"
      data-on={view.filters[column.id] ? '' : undefined}
    >
      {(close) => (
        <div className="flex w-64 flex-col gap-3 p-3 text-left font-normal whitespace-normal">
          {column.help && <p className="text-sm text-muted">{column.help}</p>}
          <Field label={`Filter ${column.header}`} hint={filterHints[column.kind]}>
            <TextInput
              value={view.filters[column.id] ?? ''}
              onChange={(event) => control.filter(column.id, event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && close()}
            />
          </Field>
          <div className="grid grid-cols-2 gap-1.5">
            {words.map((word, desc) => (
              <Button key={word} size="sm" onClick={() => control.sortBy(column.id, desc === 1, false)}>
                {word}
              </Button>
            ))}
            {sortedOthers &&
              then.map((word, desc) => (
                <Button key={word} size="sm" onClick={() => control.sortBy(column.id, desc === 1, true)}>
                  {word}
                </Button>
              ))}
            <Button size="sm" disabled={at === 0} onClick={() => control.move(column.id, -1)}>
              Move left
            </Button>
            <Button size="sm" disabled={at === ids.length - 1} onClick={() => control.move(column.id, 1)}>
              Move right
            </Button>
            <Button size="sm" onClick={() => control.widen(column.id, -24)}>
              Narrower
            </Button>
            <Button size="sm" onClick={() => control.widen(column.id, 24)}>
              Wider
            </Button>
            <Button size="sm" disabled={ids.length === 1} onClick={() => control.toggle(column.id)}>
              Hide
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}
