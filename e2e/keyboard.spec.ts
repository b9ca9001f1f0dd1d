import { expect, type Page, test } from '@playwright/test';
import { keysOf } from './support/keyboard.ts';
import { expectAccessible, keyTo, settled } from './support/page-checks.ts';
import { password, signIn, users } from './support/users.ts';

async function slashTo(page: Page, name: string | RegExp) {
  const box = page.getByRole('searchbox', { name });
  await keyTo(box, '/');
  await expect(box).toHaveValue('');
}

test('from sign-in to a saved report without a mouse', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(150_000);
  await page.goto('/sign-in');
  await settled(page);
  await keysOf(page).tabTo(/^Email/);
  await page.keyboard.type(users.operator);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main#main')).toBeFocused();

  await slashTo(page, 'Find an issuer');
  await page.keyboard.type('ashgrove');
  await expect(page.getByRole('link', { name: 'Ashgrove Therapeutics' })).toBeVisible();
  await keysOf(page).tabTo(/Ashgrove Therapeutics/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/issuers\/1003$/);

  await keysOf(page).tabTo(/^Cap table$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cap-table$/);
  await expect(page.getByRole('heading', { name: 'Cap table', level: 1 })).toBeFocused();
  await keysOf(page).tabTo(/^By holder$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Cap table by holder' })).toBeVisible();
  await slashTo(page, /Filter/);
  await page.keyboard.type('trust');
  await expect(page).toHaveURL(/q=trust/);

  await page.goto('/issuers/1003?asof=2025-12-31');
  await expect(page.locator('[data-as-of="past"]')).toBeVisible();
  await settled(page);
  await page.keyboard.press('t');
  await expect(page.locator('[data-as-of="today"]')).toBeVisible();

  await page.goto('/reports/new/shareholder-list?issuer=1003');
  await keysOf(page).tabTo(/^Create shareholder list$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports\/runs\//);
  await expect(page.getByText('Ready. File verified.')).toBeVisible({ timeout: 60_000 });
  await keysOf(page).tabTo(/^Download ShareholderList/);
  const coming = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await coming).suggestedFilename()).toMatch(/^ShareholderList_1003_/);
});

test('Escape closes the issuer list and returns the focus', { tag: '@long' }, async ({ page }) => {
  await page.goto('/sign-in?next=/issuers/1001/ownership?asof=2025-12-31');
  await page.getByRole('button', { name: /Sign in as Operator Olivia/ }).click();
  await expect(page.getByText('As of Dec 31, 2025').first()).toBeVisible();
  await settled(page);
  const switcher = page.getByRole('button', { name: /Larkspur/ });
  await switcher.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Find an issuer' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(switcher).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ashgrove');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/issuers\/1003\/ownership\?asof=2025-12-31$/);
});

test('g and a letter open a page, ? lists the shortcuts, and single keys can be switched off', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'viewer', '/issuers/1001?asof=2025-12-31');
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  // Only the page changes: the same letter alone returns to today.
  await expect(page).toHaveURL(/\/issuers\/1001\/transactions\?asof=2025-12-31$/);
  await settled(page);
  await page.locator('main#main').focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await expect(list.getByText('Return to today')).toBeVisible();
  await expect(list.getByText('Work queue')).toHaveCount(0);
  await expectAccessible(page);
  await keysOf(page).tabTo(/^Use single-key shortcuts/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();

  await page.reload();
  await settled(page);
  await page.locator('main#main').focus();
  for (const key of ['t', 'g', 'o', '?', '/']) await page.keyboard.press(key);
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/\/issuers\/1001\/transactions\?asof=2025-12-31/);

  await page.getByRole('button', { name: /^Account of/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('checkbox', { name: 'Use single-key shortcuts' })).not.toBeChecked();
  await list.getByRole('checkbox', { name: 'Use single-key shortcuts' }).check();
  await page.keyboard.press('Escape');
  await page.locator('main#main').focus();
  await page.keyboard.press('t');
  await expect(page.locator('[data-as-of="today"]')).toBeVisible();
});

test('shortcuts leave browser keys alone, and do nothing while text is typed', async ({ page }) => {
  await signIn(page, 'viewer', '/issuers/1001/holders?asof=2025-12-31');
  await settled(page);
  const taken = await page.evaluate(() =>
    ['p', 's', 'f', 'r', 'l', 't', 'w', 'n', 'd', 'h'].filter((key) => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(event);
    }),
  );
  expect(taken).toEqual([]);
  const box = page.getByRole('searchbox', { name: /Filter/ });
  await box.focus();
  await page.keyboard.type('g t?/');
  await expect(box).toHaveValue('g t?/');
  await expect(page.locator('[data-as-of="past"]')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
});

test('at 360 px the pages are reached by keyboard', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'viewer', '/issuers/1001');
  await settled(page);
  const button = page.getByRole('button', { name: 'Pages' });
  await button.focus();
  await page.keyboard.press('Enter');
  const pages = page.getByRole('dialog').getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await keysOf(page).tabTo(/^Dividends$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dividends$/);
  await expect(pages).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Dividends' })).toBeFocused();
});
