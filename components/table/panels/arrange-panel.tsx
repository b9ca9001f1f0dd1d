// Panel to sort and filter a table by several columns.

'use client';

import { useId, useState } from 'react';
import { Button, IconButton } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { TextInput } from '#components/ui/input/text-input';
import type { Column } from '../columns.tsx';
import type { Sort } from '../layout/view.ts';
import type { Arrangement } from '../use-table-control.ts';
import { filterHints } from './filter-hints.ts';

type Props = { table: Arrangement };

const ways = {
  text: ['A to Z', 'Z to A'],
  number: ['Smallest first', 'Largest first'],
  date: ['Earliest first', 'Latest first'],
} as const;

const prefixes = ['Sort by', 'then by'];

const prefixClass = 'w-12 shrink-0 text-xs text-muted';

type AdderProps = {
  label: string;
  /** Text before the list. */
  prefix: string;
  columns: readonly Column<never>[];
  onAdd: (column: Column<never>) => void;
};

/** A list with a button: with the keyboard, a select alone would act on every column passed. */
function Adder({ label, prefix, columns, onAdd }: AdderProps) {
  const [selected, setSelected] = useState('');
  const column = columns.find((one) => one.id === selected) ?? columns[0];
  if (!column) return null;
  return (
    <div className="flex items-center gap-1.5">
      <span aria-hidden="true" className={prefixClass}>
        {prefix}
      </span>
      <Select
        aria-label={label}
        value={column.id}
        onChange={(event) => setSelected(event.target.value)}
        options={columns.map((one) => ({ value: one.id, label: one.header }))}
      />
      <Button size="sm" onClick={() => onAdd(column)}>
        <span className="sr-only">{label}: </span>Add
      </Button>
    </div>
  );
}

/** Sort by several columns, without a mouse or modifier keys. */
function Sorting({ table }: Props) {
  const { columns, view } = table;
  const put = (at: number, part: Partial<Sort>) =>
    table.setSort(view.sort.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const free = columns.filter((column) => !view.sort.some((one) => one.id === column.id));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Sort</legend>
      {view.sort.map((level, at) => {
        const column = columns.find((one) => one.id === level.id);
        const prefix = prefixes[Math.min(at, 1)] ?? '';
        const [up, down] = ways[column?.kind ?? 'text'];
        return (
          <div key={level.id} className="flex items-center gap-1.5">
            <span className={prefixClass}>{prefix}</span>
            <Select
              aria-label={`${prefix}, level ${at + 1}`}
              value={level.id}
              onChange={(event) => put(at, { id: event.target.value })}
              options={columns
                .filter((one) => one.id === level.id || free.includes(one))
                .map((one) => ({ value: one.id, label: one.header }))}
            />
            <Select
              aria-label={`Direction, level ${at + 1}`}
              className="w-36! shrink-0"
              value={level.desc ? 'desc' : 'asc'}
              onChange={(event) => put(at, { desc: event.target.value === 'desc' })}
              options={[
                { value: 'asc', label: up },
                { value: 'desc', label: down },
              ]}
            />
            <IconButton
              label={`Do not sort by ${column?.header ?? level.id}`}
              icon="close"
              className="size-7 shrink-0"
              onClick={() => table.setSort(view.sort.filter((one) => one.id !== level.id))}
            />
          </div>
        );
      })}
      <Adder
        label={view.sort.length > 0 ? 'Then also sort by' : 'Sort by'}
        prefix={view.sort.length > 0 ? 'then by' : 'Sort by'}
        columns={free}
        onAdd={({ id, kind }) => table.sortBy(id, kind !== 'text', true)}
      />
    </fieldset>
  );
}

/** One line per filtered column, and a list to add another. */
function Filters({ table }: Props) {
  const { columns, view } = table;
  const chosenId = useId();
  // A newly chosen column has no filter text yet, so the view does not contain it.
  const [chosen, setChosen] = useState<string | null>(null);
  const open = columns.filter((column) => view.filters[column.id] !== undefined || column.id === chosen);
  const closed = columns.filter((column) => !open.includes(column));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Filters</legend>
      {open.map(({ id, header, kind }) => (
        <div key={id} className="flex items-start gap-1.5">
          <Field label={header} hint={filterHints[kind]} className="flex-1" id={`${chosenId}-${id}`}>
            <TextInput
              autoFocus={id === chosen}
              value={view.filters[id] ?? ''}
              onChange={(event) => {
                setChosen(id);
                table.filter(id, event.target.value);
              }}
            />
          </Field>
          <IconButton
            label={`Remove the filter ${header}`}
            icon="close"
            className="mt-6 size-7 shrink-0"
            onClick={() => {
              setChosen(null);
              table.filter(id, '');
            }}
          />
        </div>
      ))}
      <Adder label="Filter a column" prefix="Column" columns={closed} onAdd={({ id }) => setChosen(id)} />
    </fieldset>
  );
}

/** Sort and filters of the whole table. */
export function ArrangePanel({ table }: Props) {
  return (
    <div className="flex w-md max-w-full flex-col gap-4 p-3">
      <Sorting table={table} />
      <Filters table={table} />
      <div className="flex justify-end gap-2 border-t border-line pt-2">
        <Button size="sm" variant="quiet" disabled={isPlain(table)} onClick={() => clearAll(table)}>
          Clear sort and filters
        </Button>
      </div>
    </div>
  );
}

const isPlain = ({ view, filtered }: Arrangement) => view.sort.length === 0 && !filtered;

const clearAll = ({ apply, view }: Arrangement) => apply({ ...view, sort: [], q: '', filters: {} });
