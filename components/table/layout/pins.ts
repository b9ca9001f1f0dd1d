// Keeps the first columns of a table in view while it scrolls sideways.

'use client';

import { type RefObject, useLayoutEffect } from 'react';
import { setVariables } from './variables.ts';

/** Left edges of pinned cells, by place in the row; script sets the variables after the first. */
const edges = ['left-0', 'left-[var(--pin-1,0px)]', 'left-[var(--pin-2,0px)]', 'left-[var(--pin-3,0px)]'];

/** Classes of a cell at `place` when the first `count` cells are pinned; the last pinned one is marked. */
export const pinClass = (index: number, count: number, layer: string) =>
  index < count &&
  `sticky ${layer} ${edges[index] ?? ''} ${count > 1 && index === count - 1 ? 'border-r border-r-line' : ''}`;

/**
 * Measures the pinned header cells, because a table wider than its columns stretches them; measured again with
 * other `columns`.
 */
export function usePinEdges(table: RefObject<HTMLTableElement | null>, count: number, columns: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns or widths have other edges
  useLayoutEffect(() => {
    const drawn = table.current;
    if (!drawn) return;
    const cells = drawn.querySelectorAll('thead th');
    const measure = () => {
      let leftPx = 0;
      const edgesPx: Record<string, string> = {};
      for (let index = 0; index < count; index += 1) {
        if (index > 0) edgesPx[`--pin-${index}`] = `${leftPx}px`;
        leftPx += cells[index]?.getBoundingClientRect().width ?? 0;
      }
      setVariables(drawn, edgesPx);
      // Where the left scroll edge begins: after the pinned cells.
      if (drawn.parentElement) setVariables(drawn.parentElement, { '--pinned': `${leftPx}px` });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(drawn);
    return () => resized.disconnect();
  }, [table, count, columns]);
}
