import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { unzip } from '#lib/sheet/archive-for-tests';
import { expectAccessible, expectNoPage, expectNothingLost } from './support/page-checks.ts';
import { signIn, signInInstead } from './support/users.ts';

const facts = (page: Page) => page.locator('main').getByRole('definition');

test('a register is exported with personal data, downloaded with its digest, and discarded', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'clerk', '/');
  await page.getByRole('link', { name: 'Export registers' }).first().click();
  await expect(page.getByRole('heading', { name: 'Export registers', level: 1 })).toBeVisible();
  await expectNothingLost(page);

  const create = page.getByRole('button', { name: 'Create export' });
  const issuer = page.locator('main').getByRole('combobox', { name: /^Issuer/ });
  await page.getByRole('radio', { name: /^Open Cap Table package/ }).check();
  await issuer.selectOption({ label: 'All issuers' });
  await create.click();
  await expect(page.getByText('A package has one issuer. Choose it.').first()).toBeVisible();
  // The error goes when what caused it is changed.
  await page.getByRole('radio', { name: /^Workbook/ }).check();
  await expect(page.getByText('A package has one issuer. Choose it.')).toHaveCount(0);
  await create.click();
  await expect(page.getByText('A workbook has one issuer. Choose it.').first()).toBeVisible();
  await issuer.selectOption('1008');
  await expect(page.getByText('A workbook has one issuer. Choose it.')).toHaveCount(0);
  await page.getByRole('radio', { name: /^Archive of everything/ }).check();
  await page.getByRole('radio', { name: /^Masked/ }).check();
  await expect(page.getByRole('textbox', { name: /^Reason/ })).toHaveCount(0);
  await page.getByRole('radio', { name: /^Included/ }).check();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Register goes to another agent');
  await expectAccessible(page, 'main');
  await create.click();

  await expect(page).toHaveURL(/\/exports\?file=\d+$/);
  await expect(facts(page).getByText('Complete', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'main');
  await expectNothingLost(page);
  const link = page.getByRole('link', { name: 'Download', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^sharebook-1008-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = readFileSync(await download.path());
  const digest = createHash('sha256').update(bytes).digest('hex');
  await expect(facts(page).getByText(digest)).toBeVisible();
  const manifest = JSON.parse(String(unzip(bytes).get('manifest.json')));
  await expect(page.getByText(manifest.issuers[0].dataDigest)).toBeVisible();

  // A download that was cut off goes on.
  const address = (await link.getAttribute('href')) ?? '';
  const rest = await page.request.get(address, { headers: { range: 'bytes=1000-' } });
  expect([rest.status(), rest.headers()['content-range']]).toEqual([
    206,
    `bytes 1000-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect((await rest.body()).equals(bytes.subarray(1000))).toBe(true);
  const other = await page.request.get(address.replace('variant=Full', 'variant=Plain'));
  expect(other.status()).toBe(400);

  await page.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard export' });
  await dialog.getByRole('button', { name: 'Discard export' }).click();
  await expect(page.getByText('The export was discarded. Its file is deleted.')).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
  await page.getByRole('link', { name: 'Export registers' }).last().click();
  await expect(page.getByRole('region', { name: 'Exports' })).toContainText('Discarded');
});

test('a masked workbook needs no reason and says what it has', async ({ page }) => {
  await signIn(page, 'clerk', '/exports');
  await page
    .locator('main')
    .getByRole('combobox', { name: /^Issuer/ })
    .selectOption('1009');
  await page.getByRole('radio', { name: /^Workbook/ }).check();
  await expect(page.getByRole('radio', { name: /^Left out/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Masked/ }).check();
  await page.getByRole('button', { name: 'Create export' }).click();
  await expect(page).toHaveURL(/\/exports\?file=\d+$/);
  await expect(facts(page).getByText('Complete', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(
    facts(page).getByText('Masked: last four digits of tax IDs, no access codes', { exact: true }),
  ).toBeVisible();
  const address =
    (await page.getByRole('link', { name: 'Download', exact: true }).getAttribute('href')) ?? '';
  expect(address).toContain('variant=Masked');
  expect((await page.request.get(address)).status()).toBe(200);
  await page.getByRole('link', { name: 'Export registers' }).last().click();
  const row = page.getByRole('region', { name: 'Exports' }).getByRole('row').nth(1);
  await expect(row.getByText('Masked', { exact: true })).toBeVisible();
});

test('users of an issuer and downloaders have no page, no export and no file', async ({ page }) => {
  for (const user of ['officer', 'downloader'] as const) {
    await signInInstead(page, user);
    await expect(page.getByRole('link', { name: 'Export registers' })).toHaveCount(0);
    await expectNoPage(page, '/exports');
    const file = await page.request.get('/api/upstream/agent/v1/exports/file?registerExportId=1');
    expect(file.status()).toBe(403);
  }
});
