// Loads rows of a paged operation for the visible range, one request at a time.

import { ApiError, isApiError } from '../error.ts';
import { gapIn, type Span } from './paging.ts';

export type RangePage<Item> = { items: readonly Item[]; total: number };

export type RangeState = {
  /** Number of rows by the newest response; null before the first. */
  total: number | null;
  received: number;
  /** All rows are being loaded, not only the visible ones. */
  readingAll: boolean;
  /** Loading of all rows began automatically, because the list is short. */
  short: boolean;
  complete: boolean;
  /** The total changed between two responses, so the rows may be inconsistent. */
  moved: boolean;
  error: ApiError | null;
};

type Options<Item> = {
  fetchPage: (start: number, rows: number, signal: AbortSignal) => Promise<RangePage<Item>>;
  /** Rows per request: while scrolling, while all rows are loaded, and for the first request. */
  rowsMax: { seen: number; all: number; first: number };
  /** Rows kept in memory while only ranges are loaded. */
  heldMax: number;
  /**
   * If this many more requests bring all rows, they are loaded at once: a short list is then an ordinary table.
   */
  wholeRequestsMax: number;
  /** Delay before the visible range is read again. */
  settleMs: number;
};

type Flight = Span & { abort: AbortController };

/**
 * Rows of a paged operation by index, loaded for the visible range, one request at a time. A request whose rows
 * were scrolled past is canceled. Paging advances by the rows received, not by the rows visible.
 */
export function rangeStore<Item>({ fetchPage, rowsMax, heldMax, wholeRequestsMax, settleMs }: Options<Item>) {
  const rows = new Map<number, Item>();
  const listeners = new Set<() => void>();
  let state: RangeState = {
    total: null,
    received: 0,
    readingAll: false,
    short: false,
    complete: false,
    moved: false,
    error: null,
  };
  let visible: Span = { from: 0, to: 1 };
  let flight: Flight | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The registry's page limit, known once it has returned fewer rows than visible.
  let capMax = Number.POSITIVE_INFINITY;

  const change = (part: Partial<RangeState>) => {
    state = { ...state, ...part, received: rows.size };
    for (const listener of listeners) listener();
  };
  const cancel = () => {
    flight?.abort.abort();
    flight = null;
  };

  function next(): Span | null {
    if (state.total === null) return { from: 0, to: Math.min(capMax, rowsMax.first) };
    const bounds = state.readingAll ? { from: 0, to: state.total } : visible;
    const stepMax = Math.min(capMax, state.readingAll ? rowsMax.all : rowsMax.seen);
    return gapIn((index) => rows.has(index), bounds, state.total, stepMax);
  }

  function pump() {
    if (state.error) return;
    if (flight) {
      const passed = flight.to <= visible.from || flight.from >= visible.to;
      if (state.readingAll || state.total === null || !passed) return;
      cancel();
    }
    const span = next();
    if (!span) {
      if (state.readingAll) change({ readingAll: false, complete: true });
      return;
    }
    const mine: Flight = { ...span, abort: new AbortController() };
    flight = mine;
    fetchPage(span.from, span.to - span.from, mine.abort.signal).then(
      (page) => flight === mine && receive(mine, page),
      (cause) => {
        if (flight !== mine) return;
        flight = null;
        change({ error: isApiError(cause) ? cause : new ApiError('failed') });
      },
    );
  }

  function receive(span: Flight, { items, total: claimed }: RangePage<Item>) {
    flight = null;
    // An empty page ends the rows, whatever total was reported.
    const total = items.length === 0 ? Math.min(claimed, span.from) : claimed;
    const expectedRows = Math.min(span.to, total) - span.from;
    if (items.length > 0 && items.length < expectedRows) capMax = Math.min(capMax, items.length);
    for (const [index, item] of items.entries()) rows.set(span.from + index, item);
    for (const index of rows.keys()) if (index >= total) rows.delete(index);
    if (!state.readingAll) forget();
    const moved = state.moved || (state.total !== null && state.total !== total);
    // Only at the first response: loading that the user stopped does not start again by itself.
    const requests = Math.ceil((total - rows.size) / Math.min(capMax, rowsMax.all));
    const short = state.total === null && rows.size < total && requests <= wholeRequestsMax;
    const readingAll = state.readingAll || short;
    change({ total, moved, readingAll, short: state.short || short, complete: rows.size === total });
    pump();
  }

  /** Keeps the rows nearest to the visible range. */
  function forget() {
    if (rows.size <= heldMax) return;
    const middle = (visible.from + visible.to) / 2;
    for (const index of rows.keys()) if (Math.abs(index - middle) > heldMax / 2) rows.delete(index);
  }

  return {
    at: (index: number) => rows.get(index),
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The range of rows that are visible or nearly so. */
    request: (from: number, to: number) => {
      visible = { from, to };
      timer ??= setTimeout(
        () => {
          timer = undefined;
          pump();
        },
        state.total === null ? 0 : settleMs,
      );
    },
    readAll: () => {
      if (state.complete) return;
      cancel();
      change({ readingAll: true, short: false, error: null });
      pump();
    },
    /** Stops loading all rows; loaded rows stay. */
    stop: () => {
      cancel();
      clearTimeout(timer);
      timer = undefined;
      if (state.readingAll) change({ readingAll: false, short: false });
    },
    retry: () => {
      change({ error: null });
      pump();
    },
    /** Drops every row and starts again, after the register changed. */
    again: () => {
      cancel();
      rows.clear();
      change({ total: null, complete: false, moved: false, error: null });
      pump();
    },
  };
}
