import { expect, type Page, test } from '@playwright/test';
import { routes } from '#lib/routes';
import { injectFault } from '#tests/fakes/between';
import { enter } from './support/users.ts';

/**
 * Holds every page of a cap table except the first, which comes with the document unless the server is busy;
 * each call of the returned function releases one.
 */
async function heldPages(page: Page): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = [];
  const requested: (() => void)[] = [];
  await page.route('**/api/upstream/**/cap/table?*', async (route) => {
    if (new URL(route.request().url()).searchParams.get('Start') === '0') return route.continue();
    await new Promise<void>((pass) => {
      waiting.push(pass);
      requested.shift()?.();
    });
    await route.continue();
  });
  return async () => {
    if (waiting.length === 0) await new Promise<void>((come) => void requested.push(come));
    waiting.shift()?.();
  };
}

/** Unexpected layout shift of the page's own content, as measured by the browser. */
const moved = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return (window as unknown as { moves: { value: number; what: string }[] }).moves;
  });

async function expectSteady(page: Page): Promise<void> {
  const moves = await moved(page);
  const sum = moves.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(moves)).toBeLessThanOrEqual(0.01);
}

async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
    const moves: { value: number; what: string }[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const inside = sources.filter(({ node }) => node?.parentElement?.closest('#main'));
        if (inside.length > 0) moves.push({ value, what: inside.map((one) => one.node?.textContent).join() });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

for (const [name, width, height, reducedMotion] of [
  ['on a desk', 1350, 940, 'no-preference'],
  ['on a phone', 412, 823, 'no-preference'],
  ['on a phone with less motion', 412, 823, 'reduce'],
] as const)
  test(`rows of the cap table arrive without a layout shift, ${name}`, async ({ page, context }) => {
    await enter(context, 'officer');
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion });
    await watchMoves(page);
    const letThrough = await heldPages(page);
    await page.goto(routes.capTable(1001, { view: 'holder' }));
    await expect(page.getByText('100 of 1,412 rows.')).toBeVisible();
    await letThrough();
    await expect(page.getByText('1,100 of 1,412 rows.')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await letThrough();
    await expect(page.getByText(/^All 1,412 rows, updated/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Cap table by holder' })).toBeVisible();
    await expectSteady(page);
  });

test('a long cap table is readable while it loads: its rows stay in place until all have arrived', {
  tag: '@long',
}, async ({ page, context }) => {
  await enter(context, 'operator');
  const letThrough = await heldPages(page);
  await page.goto(routes.capTable(1004, { view: 'holder' }));
  const table = page.getByRole('table', { name: 'Cap table by holder' });
  const names = () => table.locator('tbody th').evaluateAll((cells) => cells.map((one) => one.textContent));
  await expect(table.locator('tbody th').first()).toBeVisible();
  const before = (await names()).slice(0, 12);
  await letThrough();
  await expect(page.getByText(/ 1,100 of [\d,]+ rows\./)).toBeVisible();
  expect((await names()).slice(0, 12)).toEqual(before);
  await expect(table.locator('th[aria-sort]')).toHaveCount(0);
});

test('a page that the server sends late moves nothing when it arrives', async ({ page, context }) => {
  const { E2E_TROUBLED: faulty = '', E2E_BETWEEN: between = '' } = process.env;
  test.skip(!faulty, 'only the Sharebook that the journeys started can be slowed');
  await enter(context, 'officer');
  await page.setViewportSize({ width: 412, height: 823 });
  await watchMoves(page);
  await injectFault(between, 'held');
  try {
    await page.goto(`${faulty}${routes.capTable(1001, { view: 'holder' })}`, { waitUntil: 'commit' });
    // The lines in place of the page are drawn before it arrives.
    await expect(page.locator('main .skeleton').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cap table');
  } finally {
    await injectFault(between, 'none');
  }
  await expect(page.getByRole('table', { name: 'Cap table by holder' })).toBeVisible();
  await expect(page.getByText(/^Demo registry\./)).toBeVisible();
  await expectSteady(page);
});
