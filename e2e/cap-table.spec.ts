import { expect, type Page, test } from '@playwright/test';
import { readCells } from '#lib/sheet/archive-for-tests';
import { readZip } from './support/files.ts';
import { expectAccessible, expectNothingLost, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Cap table matrix' });
const row = (page: Page, name: string | RegExp) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });

test('the matrix: shares counted, reserves, subtotals, 5 percent, a past day, and its file', async ({
  page,
}) => {
  // The address of the view that the matrix replaced.
  await signIn(page, 'operator', '/issuers/1003/cap-table?view=pivot');
  await expect(page.getByRole('link', { name: 'Matrix' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('51 holders', { exact: true }).first()).toBeVisible();
  await expect(row(page, 'Outstanding')).toContainText('11,480,000');
  await expect(row(page, 'Reserved')).toContainText('26,950,000');
  await expect(row(page, 'Available to issue')).toContainText('21,570,000');
  await expectAccessible(page);

  await test.step('fully diluted: reserves by name, percentages of outstanding and reserved', async () => {
    await page.getByRole('button', { name: 'Fully diluted' }).click();
    await expect(page).toHaveURL(/count=diluted/);
    await expect(row(page, 'Fully diluted')).toContainText('38,430,000');
    await expect(row(page, 'Fully diluted')).toContainText('100.0000%');
    await expect(row(page, /^RESERVE – 2021 Equity Incentive Plan/)).toBeVisible();
    await expect(row(page, 'Outstanding')).toContainText('29.8725%');
  });

  await test.step('5 percent and more, in any class', async () => {
    await page.getByRole('button', { name: 'Outstanding', exact: true }).click();
    await expect(row(page, 'Outstanding')).toContainText('100.0000%');
    await page.getByRole('button', { name: /^5% and more/ }).click();
    await expect(page).toHaveURL(/from=5/);
    await expect(page.getByText('20 holders', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'All holders' }).click();
  });

  await test.step('a subtotal shows its holders', async () => {
    await page.getByRole('button', { name: 'Trust, 6 holders' }).click();
    await expect(page.getByText('6 of 51 holders')).toBeVisible();
    await expect(page).toHaveURL(/f\.kind=%3DTrust/);
    // The figures of the classes stay.
    await expect(row(page, 'Available to issue')).toContainText('21,570,000');
  });

  await test.step('its workbook has the figures and the holders shown', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download shown rows as XLSX' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^cap-table_1003_matrix_\d{4}-\d\d-\d\d\.xlsx$/);
    const entries = readZip(await download.path());
    const cells = readCells(entries.get('xl/worksheets/sheet2.xml')?.toString() ?? '');
    const names = [...cells].filter(([ref]) => /^A\d+$/.test(ref)).map(([, cell]) => cell.value);
    expect(names.slice(0, 6)).toEqual([
      'Holder',
      'Outstanding',
      'Reserved',
      'Issued',
      'Authorized',
      'Available to issue',
    ]);
    // Header, five figures, six trusts; no subtotals, which are those of all holders.
    expect(names).toHaveLength(12);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
  });

  await test.step('as converted is not made up', async () => {
    await page.getByRole('button', { name: 'As converted' }).click();
    await expect(page.getByText(/no conversion ratios between the 4 classes/)).toBeVisible();
    await expect(table(page)).toBeHidden();
  });

  await test.step('a past day has its figures and says what has no past', async () => {
    await page.goto('/issuers/1003/cap-table?view=matrix&asof=2024-12-31');
    await expect(page.getByText('Reconstructed as of Dec 31, 2024')).toBeVisible();
    await expect(page.getByText(/Account types are those of today/)).toBeVisible();
    await expect(row(page, 'Outstanding')).toContainText('11,010,141');
    await expect(row(page, 'Available to issue')).toContainText('21,962,568');
  });
});

test('a class without a limit is unlimited, and a single class has nothing to convert', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1006/cap-table?view=matrix');
  await expect(row(page, 'Available to issue')).toContainText('Unlimited');
  await page.goto('/issuers/1001/cap-table?view=matrix&count=converted');
  await expect(page.getByText(/as converted equals outstanding/)).toBeVisible();
  await expect(row(page, 'Treasury')).toContainText('612,650');
  await page.setViewportSize({ width: 360, height: 800 });
  await settled(page);
  await expectNothingLost(page);
});
