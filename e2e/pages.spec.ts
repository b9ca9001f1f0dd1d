import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, settled, useTheme } from './looks.ts';
import { signIn } from './people.ts';

const pages: readonly [name: string, path: string][] = [
  ['portfolio', '/'],
  ['overview', '/issuers/1003'],
  ['overview in the past', '/issuers/1001?asof=2025-12-31'],
  ['cap table by class', '/issuers/1002/cap-table'],
  ['cap table by holder', '/issuers/1003/cap-table?view=holder'],
  ['cap table across classes', '/issuers/1003/cap-table?view=pivot'],
  ['cap table rebuilt', '/issuers/1003/cap-table?view=holder&asof=2025-12-31'],
  ['ownership', '/issuers/1003/ownership'],
  ['issuer without holders', '/issuers/1007'],
  ['reports', '/reports'],
  ['reports of an issuer', '/issuers/1001/reports'],
  ['wizard', '/reports/new/shareholder-list?issuer=1003&showAddressInfo=true'],
  ['downloads', '/downloads'],
  ['not found', '/issuers/4711'],
];

for (const theme of ['light', 'dark'] as const) {
  test(`every page is accessible, ${theme}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.goto('/sign-in');
    await useTheme(page, theme);
    await page.reload();
    await expectAccessible(page);
    await signIn(page, 'operator');
    for (const [name, path] of pages) {
      await test.step(name, async () => {
        await page.goto(path);
        await settled(page);
        await expectAccessible(page);
      });
    }
    await test.step('open layers', async () => {
      await page.goto('/issuers/1003');
      await settled(page);
      await page.getByRole('button', { name: /^Account of/ }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /Ashgrove/ }).click();
      await expectAccessible(page);
    });
  });
}

test('at 360 px no page scrolls sideways', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/sign-in');
  await expectNoSidewaysScroll(page);
  await signIn(page, 'operator');
  for (const [name, path] of pages) {
    await test.step(name, async () => {
      await page.goto(path);
      await settled(page);
      await expectNoSidewaysScroll(page);
    });
  }
});

test('printed pages name issuer and date', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001/ownership?asof=2025-12-31');
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText(/Larkspur Instruments Corporation \(1001\) · As of December 31, 2025 · Printed/),
  ).toBeVisible();
  await expect(page.locator('[data-top-bar]')).toBeHidden();
});

test('a slow registry: a sentence, then a way out, then another try', async ({ page }) => {
  await signIn(page, 'operator', '/reports');
  await page.route('**/api/upstream/**/cap/table**', () => {});
  await page.goto('/issuers/1003/cap-table?view=holder');
  await expect(page.getByText('The registry is listing the holders.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The reading was canceled.')).toBeVisible();
  await page.unroute('**/api/upstream/**/cap/table**');
  await page.getByRole('button', { name: 'Read it now' }).click();
  await expect(page.getByText('93 holdings').first()).toBeVisible();
});

test('a broken registry is named, not hidden', async ({ page }) => {
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
