import { expect, type Page, test } from '@playwright/test';
import { routes } from '#lib/routes';
import { expectAccessible, keyTo, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const box = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ });

const openPalette = (page: Page) => keyTo(box(page), 'Control+k');

const options = (page: Page) => page.getByRole('listbox', { name: /^Search pages/ }).getByRole('option');

test('the palette finds pages, holders, certificates and transactions of the current issuer', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'officer', '/issuers/1001?asof=2026-06-30');
  await settled(page);
  await openPalette(page);
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);

  await page.keyboard.type('owner');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/issuers\/1001\/ownership\?asof=2026-06-30$/);
  await expect(page.getByRole('heading', { name: 'Ownership', level: 1 })).toBeFocused();

  await openPalette(page);
  await expect(box(page)).toHaveValue('');
  await page.keyboard.type('quill fast');
  await expect(options(page).first()).toContainText('QUILL & CO (FAST ACCOUNT)');
  await expect(page.getByRole('status').filter({ hasText: /^1 match$/ })).toHaveCount(1);
  const active = await box(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toContainText('QUILL');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/issuers\/1001\/holders\/[^/?]+\?asof=2026-06-30$/);

  await page.goto(routes.certificate(1001, 100002223));
  const number = /[A-Z]+-\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? '';
  await page.goto(routes.issuer(1001));
  await openPalette(page);
  await page.keyboard.type(number);
  await options(page)
    .filter({ hasText: `Certificate ${number}` })
    .first()
    .click();
  await expect(page).toHaveURL(/\/issuers\/1001\/certificates\/100002223$/);

  await openPalette(page);
  await page.keyboard.type('100001685');
  // With its number: before the result is here, the page Transactions is offered.
  await options(page)
    .filter({ hasText: /Transaction \d/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/issuers\/1001\/transactions\/100001685$/);
});

test('Enter typed before the results have arrived opens the first of them', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001');
  await settled(page);
  const open = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search pages/ })).toBeFocused();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  };
  await open('BE-3785');
  await expect(page).toHaveURL(/\/issuers\/1001\/certificates\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('BE-3785');
  await settled(page);
  // A page does not wait for holders of that name.
  await open('ownership');
  await expect(page).toHaveURL(/\/issuers\/1001\/ownership/);
});

test('the palette offers only permitted actions, and they work', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'viewer', '/issuers/1001');
  await settled(page);
  await openPalette(page);
  await expect(options(page).filter({ hasText: 'New holder' })).toHaveCount(0);
  await expect(options(page).filter({ hasText: 'Issue shares' })).toHaveCount(0);
  await page.keyboard.type('holdings statement');
  await expect(page.getByText('No matches.')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('download register');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports\/runs\//);
  await expect(page.getByText('Ready. File verified.')).toBeVisible({ timeout: 60_000 });
});

test('the palette shows agent staff results of other issuers second', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator', '/issuers/1001');
  await settled(page);
  await openPalette(page);
  await page.keyboard.type('ashgrove');
  await expect(options(page).filter({ hasText: 'Ashgrove Therapeutics' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('irving e engstrom');
  await options(page).filter({ hasText: 'Search other issuers' }).click();
  await expect(
    options(page)
      .filter({ hasText: /IRVING E ENGSTROM.*Ashgrove/ })
      .first(),
  ).toBeVisible({
    timeout: 60_000,
  });
});

test('no part of the palette is fetched before it is opened', async ({ page }) => {
  await signIn(page, 'viewer', '/issuers/1001');
  await settled(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openPalette(page);
  expect(requested.filter((url) => /\.js(\?|$)/.test(url)).length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(box(page)).toBeHidden();
  expect(requested.filter((url) => url.includes('/api/upstream/'))).toEqual([]);
});

test('another date changes every dated figure', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'officer', '/issuers/1001');
  for (const path of [
    routes.issuer(1001),
    routes.ownership(1001),
    routes.balances(1001),
    routes.dilution(1001),
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await settled(page);
      const main = page.locator('main#main');
      await expect(main.getByText(/^As of today/).first()).toBeVisible();
      const before = await main.innerText();
      await page.getByRole('region', { name: 'As-of date' }).getByLabel('As of').fill('2024-12-31');
      await expect(page).toHaveURL(/asof=2024-12-31/);
      await expect(
        main.getByText('As of Dec 31, 2024', { exact: true }).filter({ visible: true }).first(),
      ).toBeVisible();
      await settled(page);
      await expect(main.getByText(/^As of today/)).toHaveCount(0);
      const digits = (text: string) => text.replace(/[A-Z][a-z]+ \d{1,2}, \d{4}/g, '').match(/\d[\d,]{3,}/g);
      expect(digits(await main.innerText())).not.toEqual(digits(before));
    });
  }
});

test('another issuer keeps page and date, and says that filters were cleared', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001/holders?asof=2025-12-31&q=trust');
  await settled(page);
  await page.getByRole('button', { name: /^Larkspur/ }).click();
  await page.getByRole('combobox', { name: 'Find an issuer' }).fill('ashgrove');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/issuers\/1003\/holders\?asof=2025-12-31$/);
  await expect(page.getByRole('status').filter({ hasText: 'were cleared' })).toBeVisible();
});
