// React hook for the view of a table that is stored in the address.

'use client';

import { useSearchParams } from 'next/navigation';
import { type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { replaceParams } from '#components/ui/browser/address-params';
import { isNavigating } from '#components/ui/browser/pending-navigation';
import type { Column } from '../columns.tsx';
import { loadViews } from './saved-views.ts';
import { readView, type View, writeView } from './view.ts';

const settleMs = 250;

/**
 * The view of the table `tableId`, stored in the address. Typing applies at once and is written after a pause
 * (browsers limit how often the address may change); Back or a link changes the view.
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
  // The initial view, until the user changes it.
  const opened = useRef(view);
  // A change by the user that is not in the address yet.
  const unwritten = useRef(false);

  const address = ownPart(params, columns, prefix);
  // A default view stored on this device applies only when the address has no parameters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the table appears
  useEffect(() => {
    const { views, opens } = loadViews(tableId);
    const saved = address === '' && views.find((one) => one.name === opens);
    if (!saved) return;
    opened.current = readView(new URLSearchParams(saved.query), columns);
    setView(opened.current);
  }, [tableId]);

  useEffect(() => {
    if (address === written.current) return;
    // A late update of an address replaced since: treating it as a link would undo later typing.
    if (address !== ownPart(new URLSearchParams(window.location.search), columns, prefix)) return;
    written.current = address;
    // A change made after the link was pressed is newer: it is written to the new address.
    if (unwritten.current) return;
    // A link without parameters means the page's default view.
    setView(withInitial(readView(new URLSearchParams(address), columns), initial));
  }, [address, columns, initial, prefix]);

  useEffect(() => {
    const write = () => {
      const own = writeView(new URLSearchParams(), view).toString();
      if (own === written.current) {
        unwritten.current = false;
        return;
      }
      // The initial view waits for a navigation in progress; a change by the user is newer and may cancel it.
      if (view === opened.current && isNavigating()) {
        timer = setTimeout(write, settleMs);
        return;
      }
      written.current = own;
      unwritten.current = false;
      replaceParams(writeView(new URLSearchParams(window.location.search), view, prefix));
    };
    let timer = setTimeout(write, settleMs);
    // The press may start a navigation: replacing the address after that would cancel it, so it is written
    // before.
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

/** The table's own parameters in fixed order, so that addresses compare as text. */
function ownPart<Row>(params: URLSearchParams, columns: readonly Column<Row>[], prefix: string) {
  return writeView(new URLSearchParams(), readView(params, columns, prefix)).toString();
}

function withInitial(view: View, initial: Partial<View>): View {
  const untouched =
    view.sort.length === 0 && view.q === '' && Object.keys(view.filters).length === 0 && !view.cols;
  return untouched ? { ...view, ...initial } : view;
}
