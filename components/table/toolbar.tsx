'use client';

import { type ReactNode, useRef } from 'react';
import { formatShares } from '#lib/format/shares';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { TextInput } from '@/components/ui/inputs';
import { Menu } from '@/components/ui/menu';
import { useShortcut } from '@/components/ui/shortcuts';
import { useToast } from '@/components/ui/toast';
import type { Column } from './columns.tsx';
import { csvOfShown, type Facts, saveText, tsvOfShown } from './shown.ts';
import type { TableControl } from './use-table-control.ts';

type Props<Row> = {
  control: TableControl<Row>;
  columns: readonly Column<Row>[];
  total: number;
  noun: readonly [one: string, many: string];
  about?: Facts;
  fileName: string;
  actions?: ReactNode;
};

export const countText = (count: number, total: number, noun: readonly [string, string]) => {
  const word = total === 1 ? noun[0] : noun[1];
  return count === total
    ? `${formatShares(total)} ${word}`
    : `${formatShares(count)} of ${formatShares(total)} ${word}`;
};

export function TableToolbar<Row>({
  control,
  columns,
  total,
  noun,
  about = [],
  fileName,
  actions,
}: Props<Row>) {
  const box = useRef<HTMLInputElement>(null);
  const notify = useToast();
  useShortcut('/', () => box.current?.focus());
  const { shown, window: rows, view } = control;
  const shownIds = new Set(shown.map((column) => column.id));
  const title = (id: string) => columns.find((column) => column.id === id)?.header ?? id;
  const order = view.sort.map(({ id, desc }) => `${title(id)}, ${desc ? 'descending' : 'ascending'}`);
  const file = () => {
    const filters = Object.entries(view.filters).map(
      ([id, words]) => [`Filter ${title(id)}`, words] as const,
    );
    return csvOfShown(shown, rows.all(), [
      ...about,
      ['Rows', countText(rows.count, total, noun)],
      ...(view.q.trim() ? [['Filter', view.q.trim()] as const] : []),
      ...filters,
      ...(order.length > 0 ? [['Order', order.join('; then ')] as const] : []),
    ]);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(tsvOfShown(shown, rows.all()));
      notify({ text: `Copied ${countText(rows.count, rows.count, noun)}.`, tone: 'positive' });
    } catch {
      notify({ text: 'This browser does not let the page copy. Use CSV instead.', tone: 'danger' });
    }
  };
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <div className="relative w-64 max-sm:w-full">
        <Icon name="search" className="pointer-events-none absolute top-2 left-2 size-4 text-muted" />
        <TextInput
          ref={box}
          type="search"
          aria-label={`Filter ${noun[1]}`}
          aria-keyshortcuts="/"
          placeholder={`Filter ${noun[1]}`}
          value={view.q}
          onChange={(event) => control.search(event.target.value)}
          className="pl-8"
        />
      </div>
      <p role="status" className="text-sm text-muted">
        {countText(rows.count, total, noun)}
      </p>
      <p role="status" className="sr-only">
        {order.length > 0 && `Sorted by ${order.join(', then by ')}.`}
      </p>
      {Object.entries(view.filters).map(([id, expression]) => (
        <Button key={id} size="sm" icon="close" onClick={() => control.filter(id, '')}>
          <span className="sr-only">Remove the filter </span>
          {title(id)}: {expression}
        </Button>
      ))}
      {control.filtered && (
        <Button size="sm" look="quiet" onClick={control.clearFilters}>
          Clear
        </Button>
      )}
      <div className="ml-auto flex flex-wrap gap-1.5 max-sm:ml-0">
        {actions}
        <Menu
          label="Columns"
          icon="columns"
          align="end"
          items={[
            ...columns.map((column) => ({
              kind: 'check' as const,
              label: column.header,
              checked: shownIds.has(column.id),
              onSelect: () => control.toggle(column.id),
              disabled: shown.length === 1 && shownIds.has(column.id),
            })),
            { kind: 'line' },
            {
              kind: 'check',
              label: 'Tight rows',
              checked: control.density === 'compact',
              onSelect: () => control.setDensity(control.density === 'compact' ? 'regular' : 'compact'),
            },
            { label: 'Back to the usual columns', onSelect: control.resetColumns },
          ]}
        />
        <Button size="sm" icon="copy" onClick={copy}>
          Copy
        </Button>
        <Button size="sm" icon="download" onClick={() => saveText(file(), fileName)}>
          <span className="sr-only">What is shown as </span>CSV
        </Button>
      </div>
    </div>
  );
}
