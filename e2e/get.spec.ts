import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { isWholePdf, readZip, sheetTitles } from './support/files.ts';
import { expectAccessible, settled } from './support/page-checks.ts';
import { signIn, users } from './support/users.ts';

/** A page without script, signed in as the user of `context`. */
async function plainPage(context: BrowserContext, width = 1024): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error('no browser');
  const plain = await browser.newContext({
    baseURL: process.env.BASE_URL,
    javaScriptEnabled: false,
    viewport: { width, height: 740 },
    locale: 'en-US',
  });
  await plain.addCookies(await context.cookies());
  return plain.newPage();
}

test('a downloader starts at the form and has the file in two clicks', async ({ page }) => {
  await signIn(page, 'downloader');
  await expect(page).toHaveURL(/\/get$/);
  await expect(page.getByText('Prairie Solar Holdings, Inc.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Issuer' })).toHaveCount(0);
  await settled(page);
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^Ownership/ }).check();
  const coming = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^OwnershipPercentage_1004_\d{8}\.xlsx$/);
  expect(sheetTitles(await download.path()).get('Accounts')).toContain('Percent');
  await expect(page).toHaveURL(/\/get\/runs\//);
  await expect(page.getByText('Ready. The file was checked')).toBeVisible();
  await expectAccessible(page);
  const taken: string[] = [];
  page.on('download', (again) => taken.push(again.suggestedFilename()));
  await page.reload();
  await expect(page.getByText('Ready. The file was checked')).toBeVisible();
  expect(taken).toEqual([]);
  await page.getByRole('link', { name: 'Preview or schedule this report' }).click();
  await expect(page.getByRole('button', { name: 'Schedule', exact: true })).toBeVisible();
  await page.goto('/get');
  await expect(page.getByRole('radio', { name: /^Ownership/ })).toBeChecked();
});

test('without script: form, progress, file, and the previous choice', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(page, 'downloader');
  const plain = await plainPage(context, 360);
  await plain.goto('/get?what=holders&asof=month-end');
  expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expect(plain.getByLabel('Account number')).toBeHidden();
  await plain.getByRole('radio', { name: /^Statement for a holder/ }).check();
  await expect(plain.getByLabel('Account number')).toBeVisible();
  await plain.getByRole('radio', { name: /^Transactions between dates/ }).check();
  await expect(plain.getByRole('group', { name: 'As of' })).toBeHidden();
  await plain.getByRole('radio', { name: /^Last quarter/ }).check();
  const coming = plain.waitForEvent('download', { timeout: 60_000 });
  await plain.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^Transactions_1004_\d{8}\.xlsx$/);
  expect(readZip(await download.path()).size).toBeGreaterThan(3);
  await expect(plain.getByRole('link', { name: 'Download', exact: true })).toBeVisible();
  expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await plain.goto('/get');
  await expect(plain.getByRole('radio', { name: /^Transactions between dates/ })).toBeChecked();
  await expect(plain.getByRole('radio', { name: /^Last quarter/ })).toBeChecked();
});

test('a request that fails returns to the form with everything entered', async ({ page, context }) => {
  await signIn(page, 'officer');
  const plain = await plainPage(context);
  await plain.goto('/get');
  await plain.getByRole('radio', { name: /^Statement for a holder/ }).check();
  await plain.getByLabel('Account number').fill('somebody');
  await plain.getByRole('radio', { name: 'Another date' }).check();
  await plain.getByLabel('Chosen date').fill('2026-03-31');
  await plain.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(plain.getByRole('alert')).toContainText('Enter the account number');
  await expect(plain.getByLabel('Account number')).toHaveValue('somebody');
  await expect(plain.getByLabel('Chosen date')).toHaveValue('2026-03-31');
  await expect(plain.getByRole('radio', { name: /^Statement for a holder/ })).toBeChecked();
});

test('the same request within minutes offers the existing file or a new one', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(page, 'downloader');
  const plain = await plainPage(context);
  // The download starts by itself on every press; the page must not be left before it has arrived.
  const press = async (name: string) => {
    const coming = plain.waitForEvent('download', { timeout: 60_000 });
    await plain.getByRole('button', { name }).click();
    await coming;
    await expect(plain.getByText('Ready. The file was checked')).toBeVisible();
    return new URL(plain.url()).pathname;
  };
  const request = async () => {
    await plain.goto('/get?what=balance&asof=2026-02-28');
    await plain.getByRole('radio', { name: 'Another date' }).check();
    return press('Download');
  };
  const first = await request();
  expect(await request()).toBe(first);
  await expect(plain.getByText('it was not created again')).toBeVisible();
  expect(await press('Run again')).not.toBe(first);
});

test('a report template requires sign-in, describes its file, and has one button', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/get/year-end-balance?issuer=1001');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel('Email').fill(users.operator);
  await page.getByLabel('Password').fill('harborline-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(
    page.getByText(/^Balance of Larkspur Instruments Corporation, as of Dec 31, \d{4}, as a PDF\.$/),
  ).toBeVisible();
  await expectAccessible(page);
  const coming = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^IssuerBalance_1001_\d{4}1231\.pdf$/);
  expect(isWholePdf(await download.path())).toBe(true);
  expect((await page.goto('/get/no-such-recipe'))?.status()).toBe(404);
});

test('a meeting list is as of the record date of its meeting, never of today by itself', async ({ page }) => {
  await signIn(page, 'operator', '/get/meeting-list');
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByLabel('Issuer').selectOption('1001');
  await page.getByRole('button', { name: 'Continue' }).click();
  const first = page.getByRole('radio').first();
  await expect(first).toBeChecked();
  const record = (await first.getAttribute('value')) ?? '';
  expect(record).toMatch(/^20\d\d-\d\d-\d\d$/);
  await expect(page.getByRole('radio', { name: /^Today/ })).toHaveCount(0);
  await expectAccessible(page);
  const coming = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`ShareholderList_1001_${record.replaceAll('-', '')}.xlsx`);
});

test('reports that a role may not create are not offered', async ({ page }) => {
  await signIn(page, 'viewer', '/get');
  const offered = await page
    .locator('input[name=what]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(offered).toEqual(['holders', 'ownership', 'transactions', 'balance']);
  expect((await page.goto('/get/meeting-list'))?.status()).toBe(404);
});
