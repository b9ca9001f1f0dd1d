// Checkboxes that select rows of a table, and their keys.

'use client';

import type { ChangeEvent, KeyboardEvent } from 'react';
import type { Selection } from './selection.ts';

export const selectWidthPx = 36;

const box = 'size-4 align-middle accent-accent';
/** A finger's place around the box; it moves nothing. */
const touch = 'pointer-coarse:-m-3.5 pointer-coarse:inline-block pointer-coarse:p-3.5';

type AllProps<Row> = { selection: Selection<Row>; count: number; noun: string };

/** Selects every row on screen; with a filter, only the filtered ones. */
export function SelectAll<Row>({ selection, count, noun }: AllProps<Row>) {
  const { rows } = selection;
  const some = rows.length > 0 && rows.length < count;
  return (
    <label className={touch}>
      <input
        type="checkbox"
        aria-label={`Select all ${noun} shown`}
        className={box}
        checked={count > 0 && rows.length === count}
        ref={(input) => {
          if (input) input.indeterminate = some;
        }}
        onChange={(event) => selection.all(event.target.checked)}
      />
    </label>
  );
}

type OneProps<Row> = {
  selection: Selection<Row>;
  row: Row;
  index: number;
  name: string;
  /** Tab stops at one checkbox of the column; arrow keys move to the others. */
  tabbable: boolean;
};

/** Checkbox of one row; Shift selects the rows since the last change. The region handles keys. */
export function SelectRow<Row>({ selection, row, index, name, tabbable }: OneProps<Row>) {
  return (
    <label className={touch}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        className={box}
        data-select={index}
        tabIndex={tabbable ? 0 : -1}
        checked={selection.has(row)}
        onFocus={() => selection.moveTo(index)}
        onChange={(event: ChangeEvent<HTMLInputElement>) =>
          selection.toggle(index, (event.nativeEvent as MouseEvent).shiftKey === true)
        }
      />
    </label>
  );
}

/** Result of a key on a row's checkbox: the row to move to, and whether the rows up to it are selected. */
export function selectStep(key: string, index: number, count: number, pageRows: number): number | null {
  const to = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}

type Moves = { count: number; pageRows: number; reveal: (index: number) => void };

/**
 * Keys on a row's checkbox: arrows and page keys move, with Shift they select; Ctrl+A selects all, Escape none.
 */
export function onSelectKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  selection: Selection<Row>,
  { count, pageRows, reveal }: Moves,
): boolean {
  const at = (event.target as HTMLElement).dataset?.select;
  if (at === undefined || event.altKey) return false;
  const region = event.currentTarget;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') selection.all(true);
  else if (event.ctrlKey || event.metaKey) return false;
  else if (event.key === 'Escape') selection.clear();
  else {
    const to = selectStep(event.key, Number(at), count, pageRows);
    if (to === null) return false;
    reveal(to);
    if (event.shiftKey) selection.toggle(to, true);
    else selection.moveTo(to);
    // The checkbox may have been rendered only now.
    requestAnimationFrame(() =>
      region.querySelector<HTMLElement>(`[data-select="${to}"]`)?.focus({ preventScroll: true }),
    );
  }
  event.preventDefault();
  return true;
}
