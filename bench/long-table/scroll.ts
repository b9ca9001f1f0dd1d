// Scrolls a table in a browser and measures frames per second and blank time.

import type { Page } from '@playwright/test';

/** Result of one stretch of scrolling. */
export type Scrolled = {
  framesPerSecond: number;
  /** Frames that took longer than 50 ms. */
  longFrames: number;
  /** Longest time in ms that part of the window showed no row, or one not loaded yet. */
  blankMs: number;
  /** Maximum number of rows in the document. */
  drawn: number;
};

/**
 * Scrolls the only scrolling region of the page by `stepPx` per frame for `forMs`, reversing at its ends, and
 * checks in every frame, before paint, what the window shows.
 */
export const scrolled = (page: Page, stepPx: number, forMs: number) =>
  page.evaluate(
    ([step, lasting]) =>
      new Promise<Scrolled>((done) => {
        const box = document.querySelector('section[tabindex]') as HTMLElement;
        const { top, bottom, left } = box.getBoundingClientRect();
        const shown = [0.1, 0.5, 0.9].map((share) => top + share * (bottom - top));
        const blank = () =>
          shown.some((y) => {
            const row = document.elementFromPoint(left + 60, y)?.closest('[aria-rowindex]');
            return !row || row.getAttribute('aria-busy') === 'true';
          });
        const times: number[] = [];
        let way = 1;
        let blankSince: number | null = null;
        const result = { longFrames: 0, blankMs: 0, drawn: 0 };
        const tick = (now: number) => {
          const last = times.at(-1);
          if (last !== undefined && now - last > 50) result.longFrames += 1;
          times.push(now);
          if (blankSince !== null) result.blankMs = Math.max(result.blankMs, now - blankSince);
          blankSince = blank() ? (blankSince ?? now) : null;
          result.drawn = Math.max(result.drawn, box.querySelectorAll('[aria-rowindex]').length);
          const took = now - (times[0] ?? now);
          if (took >= lasting)
            return done({ ...result, framesPerSecond: (1_000 * (times.length - 1)) / took });
          const end = box.scrollHeight - box.clientHeight;
          if ((way > 0 && box.scrollTop >= end - 1) || (way < 0 && box.scrollTop <= 0)) way = -way;
          box.scrollTop += way * step;
          requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      }),
    [stepPx, forMs] as const,
  );

/** Scrolls down to `toPx` and waits at each step until the visible rows are loaded. */
export const readAlong = (page: Page, toPx: number) =>
  page.evaluate(async (end) => {
    const box = document.querySelector('section[tabindex]') as HTMLElement;
    for (let at = 0; at <= end; at += box.clientHeight) {
      box.scrollTop = at;
      do await new Promise((done) => setTimeout(done, 30));
      while (box.querySelector('[aria-busy]'));
    }
  }, toPx);
