import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { isWholePdf } from './support/files.ts';
import { expectAccessible, expectNothingLost, expectReadable, settled } from './support/page-checks.ts';
import { signIn, signInInstead } from './support/users.ts';

// A report is sent by a link to somebody without an account.

/** Allows or stops sending, as an administrator, who re-authenticates if necessary. */
async function setSending(page: Page, to: 'Allow sending' | 'Stop sending'): Promise<void> {
  await signIn(page, 'admin', '/admin/sending');
  await settled(page);
  const button = page.getByRole('button', { name: to });
  if ((await button.count()) === 0) return;
  await button.click();
  await page.getByRole('button', { name: to }).click();
  await expect(page.getByText(to === 'Allow sending' ? 'On' : 'Off', { exact: true })).toBeVisible();
}

async function makeFile(page: Page): Promise<void> {
  await page.goto('/reports/new/issuer-balance?issuer=1001&asof=2026-09-30');
  await settled(page);
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(page.getByText('Ready. File verified.')).toBeVisible({ timeout: 60_000 });
}

test('a report is sent by a link, opened with its code, downloaded, and revoked', async ({
  page,
  browser,
}, info) => {
  await setSending(page, 'Allow sending');
  await signInInstead(page, 'officer');
  await makeFile(page);
  await page.getByRole('button', { name: 'Send by link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Enter the addressee’s name.').first()).toBeVisible();
  await dialog.getByLabel('Name').fill('Ada Proctor');
  await dialog.getByLabel('Email').fill('ada@proctor.example');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.getByText(/\/public\/file#/).innerText();
  const code = await dialog.getByText(/^\d{4} \d{4}$/).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Ada Proctor' });
  await expect(row).toContainText('Open');

  const other = await (await browser.newContext()).newPage();
  const opened = await other.goto(address);
  expect(opened?.headers()['referrer-policy']).toBe('same-origin');
  expect(opened?.headers()['cache-control']).toContain('no-store');
  await settled(other);
  await expect(other.getByText(/Larkspur|1001/)).toHaveCount(0);
  await other.getByLabel('Code').fill(code === '0000 0000' ? '1111 1111' : '0000 0000');
  await other.getByRole('button', { name: 'Show file' }).click();
  await expect(other.getByRole('alert').filter({ hasText: 'The code is not right' })).toBeVisible();
  await other.getByLabel('Code').fill(code);
  await other.getByRole('button', { name: 'Show file' }).click();
  await expect(other.getByText(/Larkspur .*\(1001\)/)).toBeVisible();
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('button', { name: /^Download IssuerBalance/ }).click(),
  ]);
  const path = info.outputPath('sent.pdf');
  await download.saveAs(path);
  expect(isWholePdf(path)).toBe(true);
  expect(readFileSync(path).length).toBeGreaterThan(1000);

  await page.reload();
  await expect(row).toContainText('1 of 5');
  await expect(row).toContainText('1 wrong code');
  await row.getByRole('button', { name: 'Revoke the link for Ada Proctor' }).click();
  await row.getByRole('button', { name: 'Confirm: revoke the link for Ada Proctor' }).click();
  await expect(row).toContainText('Revoked');
  await other.getByRole('button', { name: /^Download IssuerBalance/ }).click();
  await expect(other.getByText(/The file could not be downloaded/)).toBeVisible();
  await other.context().close();
});

test('the pages of sending are accessible in every look, and narrow; stopping closes them', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.setTimeout(240_000);
  const looks = async (one: Page) => {
    await expectAccessible(one);
    await one.emulateMedia({ colorScheme: 'dark' });
    await expectReadable(one, 'dark');
    await one.emulateMedia({ colorScheme: null });
    await one.setViewportSize({ width: 360, height: 740 });
    await expectNothingLost(one);
    await one.setViewportSize({ width: 1440, height: 900 });
  };
  await setSending(page, 'Allow sending');
  await makeFile(page);
  await page.getByRole('button', { name: 'Send by link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Bo Clerk');
  await dialog.getByLabel('Email').fill('bo@clerk.example');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.getByText(/\/public\/file#/).innerText();
  const code = await dialog.getByText(/^\d{4} \d{4}$/).innerText();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await looks(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto(address);
  await settled(other);
  await looks(other);
  await other.getByLabel('Code').fill(code);
  await other.getByRole('button', { name: 'Show file' }).click();
  await expect(other.getByText('Sent by')).toBeVisible();
  await looks(other);
  await page.goto('/admin/sending');
  await settled(page);
  await expect(page.getByRole('row').filter({ hasText: 'Bo Clerk' })).toContainText('Open');
  await looks(page);
  await setSending(page, 'Stop sending');
  expect((await other.goto(address.replace('#', '?again#')))?.status()).toBe(404);
  await other.context().close();
});

test('a report is scheduled for every month end, listed under Downloads, and stopped', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, 'officer');
  await makeFile(page);
  await page.getByLabel('Create again for').selectOption('month-end');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Scheduled. View scheduled reports')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View scheduled reports' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Every month end, next as of' });
  await expect(line.first()).toContainText('Issuer balance');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingLost(page);
  await line.first().getByRole('button', { name: /^Stop/ }).click();
  await expect(line).toHaveCount(0);
});
