import { expect, test } from '@playwright/test';
import { expectAccessible, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

test('printed pages name issuer and date', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001/ownership?asof=2025-12-31');
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText(/Larkspur Instruments Corporation \(1001\) · As of Dec 31, 2025 · Printed/),
  ).toBeVisible();
  await expect(page.locator('[data-top-bar]')).toBeHidden();
});

test('a slow registry: progress, cancel, then the remaining rows', async ({ page }) => {
  await signIn(page, 'operator', '/reports');
  // The first rows come with the page or are requested by it; the later ones hang.
  const rest = /cap\/table\?.*Start=[1-9]/;
  await page.route(rest, () => {});
  await page.goto('/issuers/1001/cap-table?view=holder');
  await expect(page.getByText('Loading 100 of 1,412 rows.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped after 100 of 1,412 rows.')).toBeVisible();
  await page.unroute(rest);
  await page.getByRole('button', { name: 'Load the rest' }).click();
  await expect(page.getByText('1,412 holdings').first()).toBeVisible();
});

test('a registry that fails is reported on the page', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/reports');
  await page.route('**/api/upstream/**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({
        error: { code: 'upstream_unavailable', message: 'The registry cannot be reached.', requestId: 'r-1' },
      }),
    }),
  );
  await page.goto('/issuers/1001/ownership');
  await expect(page.getByRole('alert').filter({ hasText: 'The registry cannot be reached.' })).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessible(page);
  await page.unroute('**/api/upstream/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('37,800,000').first()).toBeVisible();
});
