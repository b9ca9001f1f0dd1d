import { expect, type Page, test } from '@playwright/test';
import { settled } from './support/page-checks.ts';
import { enter } from './support/users.ts';

/**
 * Simulates a new build while the page is open: chunks not fetched yet are missing until the page is loaded
 * again, or for good. Counts page loads.
 */
async function renewed(page: Page, mended: 'by a load' | 'never') {
  const seen = { loads: 0, refused: 0 };
  await page.route('**/_next/static/chunks/**', (route) => {
    if (mended === 'by a load' && seen.loads > 0) return route.continue();
    seen.refused += 1;
    return route.fulfill({ status: 404, body: 'Not Found' });
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.loads += 1;
  });
  return seen;
}

test('a tab older than the server reloads once', { tag: '@long' }, async ({ page, context }) => {
  await enter(context, 'operator');
  await page.goto('/issuers/1003');
  await settled(page);
  const seen = await renewed(page, 'by a load');
  await page.getByRole('button', { name: /Ashgrove/ }).click();
  await expect.poll(() => seen.loads).toBe(1);
  await settled(page);
  await page.getByRole('button', { name: /Ashgrove/ }).click();
  await expect(page.getByRole('combobox', { name: 'Find an issuer' })).toBeVisible();
  expect(seen).toMatchObject({ loads: 1 });
  expect(seen.refused).toBeGreaterThan(0);
});

test('with entered text the page stays, and the user decides', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await enter(context, 'operator');
  await page.goto('/issuers/1003/holders/new');
  await settled(page);
  const name = page.getByRole('textbox', { name: /Name/ }).first();
  await name.fill('ALDER LANE PARTNERS');
  const seen = await renewed(page, 'by a load');
  await page.getByRole('button', { name: /Ashgrove/ }).click();
  const again = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Reload page' });
  await expect(again).toBeVisible();
  await expect(name).toHaveValue('ALDER LANE PARTNERS');
  expect(seen.loads).toBe(0);
  await again.click();
  await expect.poll(() => seen.loads).toBe(1);
  // The form keeps its input across a reload.
  await expect(name).toHaveValue('ALDER LANE PARTNERS');
});
