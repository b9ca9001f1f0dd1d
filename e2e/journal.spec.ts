import { expect, test } from '@playwright/test';
import { settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

test('changes of a quarter: two clicks from sign-in', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'officer');
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Completed ?\d/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Journal', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Period', exact: true })).toHaveValue('This quarter');
  await expect(page.getByText(/took effect between \w+ 1, \d{4} and/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Change of each class in the period' })).toContainText(
    'Common Stock',
  );
  await expect(page.getByText('1 of 1 match')).toBeVisible();
});

test('the journal of a year by date type, as transactions and as lines, with its file', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator', '/issuers/1002/transactions?view=journal&from=2025-08-01&to=2025-08-31');
  await expect(
    page.getByText(/^28 transactions \(12 retirements, 9 transfers and 7 conversions\) took effect/),
  ).toBeVisible();
  await expect(page.getByText('4 of 4 match')).toBeVisible();
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption({ label: 'Conversion' });
  await expect(page.getByText(/^7 conversions took effect/)).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Date type', exact: true })
    .selectOption({ label: 'Process date' });
  await expect(page).toHaveURL(/by=ProcessDate/);
  await expect(page.getByText(/conversions were posted between/)).toBeVisible();
  await page.getByRole('button', { name: /^Certificates canceled and issued/ }).click();
  await expect(page.getByRole('table', { name: 'Certificates canceled and issued' })).toBeVisible();
  await page.getByRole('link', { name: 'Create transaction list' }).click();
  await expect(page).toHaveURL(/transaction-list\?.*from=2025-08-01/);
});

test('from a certificate number through its history to the transaction', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'officer');
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Filter certificates' })).toBeFocused();
  await page.keyboard.type('CS-635');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Certificate CS-635/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^BONNIE G BICKFORD/ })).toBeVisible();
  await expect(page.getByText('376 Common Stock', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Transfer of 376 Common Stock from BONNIE/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Transfer of 376 Common Stock from BONNIE G BICKFORD TR BICKFORD IRREVOCABLE TRUST UA DTD 09/14/2002 to LEON E EMBERLEY TR EMBERLEY REVOCABLE TRUST UA DTD 08/15/2014, effective Jun 24, 2026',
  );
  await expect(page.getByText('balanced', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Certificates issued' })).toContainText('376');
  const here = page.url();
  await page.getByRole('link', { name: /^Later:/ }).click();
  await expect(page).not.toHaveURL(here);
  await page.getByRole('link', { name: /^Earlier:/ }).click();
  await expect(page.getByText('Transfer 71562')).toBeVisible();
});

test('a certificate list filtered by status, with definitions', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1008/certificates');
  await settled(page);
  await page.getByRole('button', { name: /^Stopped/ }).click();
  await expect(page).toHaveURL(/status=stopped/);
  await expect(page.getByRole('table', { name: 'Certificates' }).locator('tbody tr').first()).toContainText(
    'STOP',
  );
  await page.getByText('Certificate definitions in use').click();
  await expect(page.getByRole('table', { name: 'Certificate definitions in use' })).toBeVisible();
});

test('agent staff see pending transactions, which have no file yet', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001/transactions');
  await expect(page.getByRole('button', { name: /^Pending ?\d/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table', { name: 'Pending transactions' })).toBeVisible();
  await page.getByRole('link', { name: '71732' }).click();
  await expect(page.getByText('No shares moved')).toBeVisible();
  await expect(page.getByText('exists for completed transactions only. This one is pending')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download details' })).toHaveCount(0);
});

test('a split is explained, its lines are searchable, its details downloadable', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'officer', '/issuers/1001/transactions/100000213');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Forward split: 12,530,515 Common Stock to 1,402 holders',
  );
  await expect(page.getByText('explained', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('treasury');
  await expect(page.getByText('60,000').first()).toBeVisible();
  await page.getByRole('button', { name: 'Download details' }).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  await expect(page.getByText('Ready. File verified.')).toBeVisible({ timeout: 60_000 });
});

test('unknown, malformed and other issuers’ numbers give the same page', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'officer');
  for (const path of [
    'transactions/300000008',
    'transactions/1',
    'transactions/x',
    'certificates/300000001',
    'certificates/0',
  ]) {
    await page.goto(`/issuers/1001/${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible();
  }
});
