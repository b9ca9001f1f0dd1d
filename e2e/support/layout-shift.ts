import { expect, type Page } from '@playwright/test';
import { afterFrames } from './page-checks.ts';

/** Unexpected layout shift of the page and its frame, as measured by the browser. */
async function moved(page: Page) {
  await afterFrames(page);
  return page.evaluate(() => (window as unknown as { moves: { value: number; what: string }[] }).moves);
}

/** Nothing on the page has moved since `watchMoves`, except what a person's action moved. */
export async function expectSteady(page: Page): Promise<void> {
  const moves = await moved(page);
  const sum = moves.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(moves)).toBeLessThanOrEqual(0.01);
}

/** Begins to record layout shifts; to be called before the page is opened. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
    const moves: { value: number; what: string }[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        moves.push({ value, what: sources.map((one) => one.node?.textContent).join() });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
