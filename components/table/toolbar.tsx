'use client';

import { type ReactNode, useRef, useState } from 'react';
import { useShortcut } from '../ui/browser/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { SearchInput } from '../ui/input/search-input.tsx';
import { FileButtons, type FileProps } from './file-buttons.tsx';
import { countText, orderText, titleOf } from './files/row-texts.ts';
import { ArrangeMenus } from './lazy-panels.tsx';
import type { Selection } from './rows/selection.ts';

type Props<Row> = FileProps<Row> & {
  actions?: ReactNode;
  selectionActions?: (rows: readonly Row[]) => ReactNode;
  /** In a narrow window: every column in place of cards. */
  wide: boolean;
  onWide: (wide: boolean) => void;
};

/** Number of selected rows, their actions, and a button to clear the selection. */
function Selected<Row>({ selection, actions }: { selection: Selection<Row>; actions: ReactNode }) {
  const { rows, hidden } = selection;
  return (
    <>
      <p role="status" className="text-sm font-medium">
        {rows.length + hidden > 0 && `${rows.length} selected`}
        {hidden > 0 && `, ${hidden} more hidden by the filter`}
      </p>
      {rows.length > 0 && actions}
      {rows.length + hidden > 0 && (
        <Button size="sm" variant="quiet" onClick={selection.clear}>
          Clear selection
        </Button>
      )}
    </>
  );
}

export function TableToolbar<Row>(props: Props<Row>) {
  const { control, selection, total, noun, actions, selectionActions, wide, onWide } = props;
  const box = useRef<HTMLInputElement>(null);
  const [tools, setTools] = useState(false);
  const { columns, window: rows, view } = control;
  useShortcut('/', () => box.current?.focus());
  const order = orderText(columns, rows.arranged.sort);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <div className="w-64 max-sm:w-auto max-sm:flex-1">
        <SearchInput
          ref={box}
          aria-label={`Filter ${noun[1]}`}
          aria-keyshortcuts="/"
          placeholder={`Filter ${noun[1]}`}
          value={view.q}
          onChange={(event) => control.search(event.target.value)}
        />
      </div>
      <Button
        icon="more"
        aria-expanded={tools}
        aria-label="Columns, views and files"
        title="Columns, views and files"
        onClick={() => setTools(!tools)}
        className="sm:hidden"
      />
      <p role="status" className="text-sm text-muted max-sm:basis-full">
        {countText(rows.count - rows.lead.length, total, noun)}
        {control.waiting && '. Sort and filters are being applied.'}
      </p>
      <p role="status" className="sr-only">
        {order.length > 0 && `Sorted by ${order.join(', then by ')}.`}
      </p>
      {Object.entries(view.filters).map(([id, expression]) => (
        <Button key={id} size="sm" icon="close" onClick={() => control.filter(id, '')}>
          <span className="sr-only">Remove the filter </span>
          {titleOf(columns, id)}: {expression}
        </Button>
      ))}
      {control.filtered && (
        <Button size="sm" variant="quiet" onClick={control.clearFilters}>
          Clear
        </Button>
      )}
      {selection && <Selected selection={selection} actions={selectionActions?.(selection.rows)} />}
      {actions && <div className="ml-auto flex flex-wrap gap-1.5 max-sm:ml-0">{actions}</div>}
      <div
        className={cn(
          'flex flex-wrap gap-1.5',
          !actions && 'ml-auto',
          // An open panel stays, with what is typed into it, when a phone is turned.
          !tools && 'max-sm:[&:not(:has(:popover-open))]:hidden',
          'max-sm:ml-0',
        )}
      >
        <Button size="sm" aria-pressed={wide} onClick={() => onWide(!wide)} className="sm:hidden">
          All columns
        </Button>
        <ArrangeMenus table={control} />
        {rows.complete && <FileButtons {...props} />}
      </div>
    </div>
  );
}
