import { expect, type Page, test } from '@playwright/test';
import { settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

test('a holder is found by name: one key, a few letters, Enter', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'officer');
  await page.getByRole('link', { name: 'Holders', exact: true }).click();
  const search = page.getByRole('searchbox', { name: 'Filter holders' });
  await expect(search).toBeFocused();
  await expect(page.getByText('1,412 holders').first()).toBeVisible();
  await page.keyboard.type('quill fast');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /QUILL & CO/ })).toBeVisible();
  await expect(row(page, 'Common Stock')).toContainText('33,264,000');
  await expect(row(page, 'Common Stock')).toContainText('88.0000%');
  await expect(page.getByText('2 of 2 match')).toBeVisible();
});

test('holder page: holdings, certificates, movements with totals, record, another day, statement', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'operator', '/issuers/1003/holders');
  await settled(page);
  await page.getByRole('button', { name: /^More than one class/ }).click();
  await expect(page).toHaveURL(/only=several/);
  await page.getByRole('searchbox', { name: 'Filter holders' }).fill('clearbrook realty');
  await page.getByRole('link', { name: 'CLEARBROOK REALTY CO' }).click();
  await expect(page.getByText('5 certificates restricted from transfer: Rule 144.')).toBeVisible();
  await expect(row(page, 'Series A Preferred Stock')).toContainText('242,543');
  await expect(page.getByText('6 of 6 match')).toBeVisible();

  await page.getByRole('link', { name: 'Certificates (7)' }).click();
  await expect(row(page, 'BA-12')).toContainText('Canceled');
  await expect(row(page, 'BA-28').getByRole('link', { name: /^300000067/ })).toBeVisible();

  await page.getByRole('link', { name: 'Movements' }).click();
  await page
    .getByRole('combobox', { name: 'Period', exact: true })
    .selectOption({ label: 'All since Jun 1, 2018' });
  await expect(page.getByText(/^Transactions from Jun 1, 2018 to/)).toBeVisible();
  const table = page.getByRole('table', { name: /^Movements of/ });
  await expect(table.getByRole('row').filter({ hasText: '-27,578' })).toContainText('271,061');
  await expect(page.getByText('3 of 3 match')).toBeVisible();

  await page.getByRole('link', { name: 'Record' }).click();
  await expect(page.getByText('*****4350').first()).toBeVisible();

  await page.goto('/issuers/1003/holders/H-102091?asof=2024-12-31');
  await expect(page.getByRole('heading', { name: 'Holdings on the selected date' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Holdings on Dec 31, 2024' })).toContainText('271,061');
  await expect(page.getByText('Current data, not as of the selected date').first()).toBeVisible();
  await page.getByRole('link', { name: 'Create holdings statement as of Dec 31, 2024' }).click();
  await expect(page).toHaveURL(/holdings-statement\?.*customerShareholderId=H-102091/);
  await expect(page).toHaveURL(/asof=2024-12-31/);
});

test('a former holder is in the list of all accounts and has a page', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'officer', '/issuers/1001/holders?view=records');
  await page.getByRole('button', { name: /^No shares/ }).click();
  await expect(page).toHaveURL(/only=nothing/);
  await page.getByRole('searchbox', { name: 'Filter accounts' }).fill('paul m yearwood');
  await page.getByRole('link', { name: /PAUL M YEARWOOD/ }).click();
  await expect(page.getByText('No current holdings. All certificates are canceled.')).toBeVisible();
  await page.getByRole('link', { name: 'Movements' }).click();
  await expect(page.getByLabel('From', { exact: true })).toBeVisible();
});

test('a viewer gets no contact data, on screen or in responses', async ({ page }) => {
  const responses: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/upstream|holders/.test(response.url())) responses.push(response.text().catch(() => ''));
  });
  await signIn(page, 'viewer', '/issuers/1001/holders');
  await settled(page);
  await expect(page.getByRole('columnheader', { name: /Email/ })).toHaveCount(0);
  await page.goto('/issuers/1001/holders?view=records');
  await settled(page);
  await expect(page.getByRole('columnheader', { name: /Address/ })).toHaveCount(0);
  await page.goto('/issuers/1001/holders/H-100419?tab=record');
  await expect(
    page.getByText('Your role does not include addresses, email and phone.').first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /statement/ })).toHaveCount(0);
  const all = (await Promise.all(responses)).join('\n');
  expect(all).not.toMatch(/@example\.(com|net|org)/);
  expect(all).not.toContain('PINECONE DR');
});

test('an unknown holder and one of another issuer give the same page', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'officer');
  for (const account of ['H-999999', 'H-102103', "x' or 1=1"]) {
    await page.goto(`/issuers/1001/holders/${account}`);
    await expect(page.getByRole('heading', { name: 'Page not found' }), account).toBeVisible();
  }
});
