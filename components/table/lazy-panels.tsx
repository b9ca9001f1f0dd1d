// Menus in the toolbar and headers of a table; their panels load at the first press.

'use client';

import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { Popover } from '../ui/overlay/popover.tsx';
import type { Column } from './columns.tsx';
import type { Arrangement } from './use-table-control.ts';

const opening = <p className="px-3 py-2 text-sm text-muted">Opening…</p>;

// Panels load at the first press (docs/decisions/ui-kit.md).
const ColumnsPanel = lazyComponent(
  () => import('./panels/columns-panel.tsx').then((part) => part.ColumnsPanel),
  opening,
  'when drawn',
);
const ArrangePanel = lazyComponent(
  () => import('./panels/arrange-panel.tsx').then((part) => part.ArrangePanel),
  opening,
  'when drawn',
);
const ViewsPanel = lazyComponent(
  () => import('./panels/views-panel.tsx').then((part) => part.ViewsPanel),
  opening,
  'when drawn',
);
const ColumnPanel = lazyComponent(
  () => import('./panels/column-panel.tsx').then((part) => part.ColumnPanel),
  opening,
  'when drawn',
);

/** On a phone the icon replaces the text. */
const Face = ({ children }: { children: string }) => <span className="max-sm:sr-only">{children}</span>;

/** Menus of the toolbar: sort and filters, saved views, columns. */
export function ArrangeMenus({ table }: { table: Arrangement }) {
  return (
    <>
      <Popover label="Sort and filter" icon="sort" align="end" face={<Face>Sort and filter</Face>}>
        <ArrangePanel table={table} />
      </Popover>
      <Popover label="Views" icon="bookmark" align="end" face={<Face>Views</Face>}>
        {(close) => <ViewsPanel table={table} close={close} />}
      </Popover>
      <Popover label="Columns" icon="columns" align="end" face={<Face>Columns</Face>}>
        <ColumnsPanel table={table} />
      </Popover>
    </>
  );
}

type OptionsProps = { column: Column<never>; table: Arrangement };

/** Options of one column, in its header; visible on hover, focus or with a filter. */
export function ColumnOptions({ column, table }: OptionsProps) {
  const filter = table.view.filters[column.id];
  return (
    <Popover
      label={`Options for ${column.header}`}
      icon={filter ? 'filter' : 'more'}
      iconOnly
      variant="quiet"
      align="end"
      className="absolute top-1/2 right-1.5 size-6 min-h-0! min-w-0! -translate-y-1/2 bg-sunken! px-0! opacity-0 print:hidden group-hover/th:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 data-on:opacity-100 pointer-coarse:opacity-100"
      data-on={filter ? '' : undefined}
    >
      {(close) => <ColumnPanel {...{ column, table, close }} />}
    </Popover>
  );
}
