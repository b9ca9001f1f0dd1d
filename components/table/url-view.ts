'use client';

import { useSearchParams } from 'next/navigation';
import { type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { isGoing } from '@/components/ui/going';
import type { Column } from './columns.tsx';
import { loadViews } from './kept-views.ts';
import { readView, type View, writeView } from './view.ts';

const settleMs = 250;

/** Replaces the address without a navigation; Next keeps useSearchParams in step with it. */
export function replaceParams(params: URLSearchParams) {
  const query = params.toString();
  window.history.replaceState(
    null,
    '',
    `${window.location.pathname}${query ? `?${query}` : ''}${window.location.hash}`,
  );
}

/**
 * The view of the table `tableId`, kept in the address. Typing is applied at once and written when it settles
 * (browsers limit how often the address may change); going back, or a link, changes the view.
 */
export function useUrlView<Row>(
  tableId: string,
  columns: readonly Column<Row>[],
  initial: Partial<View>,
  prefix = '',
) {
  const params = useSearchParams();
  const [view, setView] = useState<View>(() => withInitial(readView(params, columns, prefix), initial));
  const written = useRef(ownPart(params, columns, prefix));
  // What the table opened with, as long as nobody has arranged it otherwise.
  const opened = useRef(view);
  // A change of the person's that is not in the address yet.
  const unwritten = useRef(false);

  const address = ownPart(params, columns, prefix);
  // A view this device opens the table with gives way to whatever an address says.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the table appears
  useEffect(() => {
    const { views, opens } = loadViews(tableId);
    const kept = address === '' && views.find((one) => one.name === opens);
    if (!kept) return;
    opened.current = readView(new URLSearchParams(kept.query), columns);
    setView(opened.current);
  }, [tableId]);

  useEffect(() => {
    if (address === written.current) return;
    // Replaced since, it only comes late: taken for a link it would undo what was typed after it.
    if (address !== ownPart(new URLSearchParams(window.location.search), columns, prefix)) return;
    written.current = address;
    // Made after the link was pressed, it is the later wish, and is written to the address that has come.
    if (unwritten.current) return;
    // A link without any parameter means what the page opens with.
    setView(withInitial(readView(new URLSearchParams(address), columns), initial));
  }, [address, columns, initial, prefix]);

  useEffect(() => {
    const write = () => {
      const own = writeView(new URLSearchParams(), view).toString();
      if (own === written.current) {
        unwritten.current = false;
        return;
      }
      // Somebody's press is the later wish, and may call back the page that is on its way.
      if (view === opened.current && isGoing()) {
        timer = setTimeout(write, settleMs);
        return;
      }
      written.current = own;
      unwritten.current = false;
      replaceParams(writeView(new URLSearchParams(window.location.search), view, prefix));
    };
    let timer = setTimeout(write, settleMs);
    // Whoever presses something may be leaving: replacing the address after a navigation began would cancel it.
    const writeNow = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
      clearTimeout(timer);
      write();
    };
    document.addEventListener('pointerdown', writeNow, true);
    document.addEventListener('keydown', writeNow, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', writeNow, true);
      document.removeEventListener('keydown', writeNow, true);
    };
  }, [view, prefix]);

  const change = useCallback((next: SetStateAction<View>) => {
    setView((before) => {
      const after = typeof next === 'function' ? next(before) : next;
      if (after !== before) unwritten.current = true;
      return after;
    });
  }, []);
  return [view, change] as const;
}

/** The table's own parameters in one fixed order, so that two addresses compare as text. */
function ownPart<Row>(params: URLSearchParams, columns: readonly Column<Row>[], prefix: string) {
  return writeView(new URLSearchParams(), readView(params, columns, prefix)).toString();
}

function withInitial(view: View, initial: Partial<View>): View {
  const untouched =
    view.sort.length === 0 && view.q === '' && Object.keys(view.filters).length === 0 && !view.cols;
  return untouched ? { ...view, ...initial } : view;
}
