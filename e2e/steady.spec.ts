import { expect, type Page, test } from '@playwright/test';
import { routes } from '#lib/routes';
import { expectSteady, watchMoves } from './support/layout-shift.ts';
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

for (const [path, who, loaded] of [
  [routes.opsTurnaround(), 'operator', / of 9 issuers, updated /],
  [routes.opsRejections(), 'operator', / of 9 issuers, updated /],
  [routes.issue(1001), 'operator', /^Available to issue$/],
  [routes.transaction(1001, 100001685), 'operator', /^Canceled and issued$/],
  [routes.audit(), 'admin', / Verified at /],
] as const)
  test(`what a page loads after it is shown moves nothing on a phone: ${path}`, async ({ page, context }) => {
    await enter(context, who);
    await page.setViewportSize({ width: 412, height: 823 });
    await watchMoves(page);
    await page.goto(path);
    await expect(page.getByText(loaded).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectSteady(page);
  });
