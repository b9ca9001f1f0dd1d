import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { isWholePdf, readZip } from './support/files.ts';
import { settled } from './support/page-checks.ts';
import { record } from './support/traffic.ts';
import { signIn, signInByHand, signOut } from './support/users.ts';

/** Saves the file a press leads to; returns its path and suggested name. */
async function saved(page: Page, press: () => Promise<void>) {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  return { path: await download.path(), name: download.suggestedFilename() };
}

const figure = async (page: Page, label: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .first()
    .innerText();

async function create(page: Page, format: 'PDF' | 'Excel') {
  await page.getByRole('radio', { name: new RegExp(`^${format}`) }).check();
  await page.getByRole('button', { name: 'Create shareholder list' }).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  await expect(page.getByText('Ready. File verified.')).toBeVisible({ timeout: 60_000 });
}

test('an operator goes from sign-in to a cap table, past ownership and saved reports', async ({ page }) => {
  test.setTimeout(240_000);
  const traffic = record(page);
  await signInByHand(page, 'operator');

  await test.step('portfolio', async () => {
    await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();
    await settled(page);
    await expect(page.getByRole('rowheader')).toHaveCount(9);
    await page.getByRole('searchbox', { name: 'Find an issuer' }).fill('larksp');
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await page.getByRole('link', { name: 'Larkspur Instruments Corporation' }).click();
  });

  await test.step('overview', async () => {
    await expect(page.getByRole('heading', { name: 'Larkspur Instruments Corporation' })).toBeVisible();
    await expect(page).toHaveTitle('Overview · Larkspur Instruments Corporation · Sharebook');
    await expect(page.getByText('1,412').first()).toBeVisible();
    expect(await figure(page, 'Outstanding')).toBe('37,800,000');
    expect(await figure(page, 'Authorized')).toBe('100,000,000');
    expect(await figure(page, 'Available to issue')).toBe('57,437,350');
    await expect(page.getByText('3 of 3 match').first()).toBeVisible();
    await expect(page.getByText('QUILL & CO').first()).toBeVisible();
  });

  await test.step('cap table: views, sort, filter, file', async () => {
    await page.getByRole('link', { name: 'Cap table' }).click();
    await page.getByRole('link', { name: 'By holder' }).click();
    await expect(page).toHaveURL(/view=holder/);
    await expect(page.getByText('1,412 holdings').first()).toBeVisible({ timeout: 30_000 });
    // The loading line stays: removing it would shift everything below.
    await expect(page.getByText(/^All 1,412 rows, updated \d+:\d\d [AP]M \S+\.$/)).toBeVisible();
    const table = page.getByRole('table', { name: 'Cap table by holder' });
    await expect(table).toHaveAttribute('aria-rowcount', /^14\d\d$/);
    await expect(table.locator('tbody tr').first()).toContainText('33,264,000');
    expect(await table.locator('tbody tr').count()).toBeLessThan(120);
    await table
      .getByRole('button', { name: /^Holder/ })
      .first()
      .click();
    await expect(page).toHaveURL(/sort=name/);
    await page.getByRole('searchbox', { name: /Filter/ }).fill('quill fast');
    await expect(page.getByText(/^1 of 1,412 holdings$/)).toBeVisible();
    await expect(page).toHaveURL(/q=quill\+fast/);
    const csv = await saved(page, () => page.getByRole('button', { name: /CSV/ }).click());
    const lines = readFileSync(csv.path, 'utf8').trim().split('\r\n');
    expect(csv.name).toMatch(/^cap-table_1001_by-holder_\d{4}-\d\d-\d\d\.csv$/);
    expect(lines[1]).toContain('33264000');
    expect(lines.slice(2).map((line) => line.split(',')[0])).toEqual([
      ...[
        '',
        'Cap table of',
        'Current',
        'Prepared by',
        'Prepared at',
        'Rows',
        'Filter',
        'Sort',
        'SHA-256 of the rows',
      ],
    ]);
    expect(lines).toContain('Filter,quill fast');
    await page.getByRole('link', { name: 'Matrix' }).click();
    await expect(page.getByRole('table', { name: 'Cap table matrix' })).toBeVisible();
    await page.getByRole('link', { name: 'By class' }).click();
    await expect(page.getByText('4 of 4 match, 2 within limit')).toBeVisible();
  });

  await test.step('ownership: another day, other figures, back to today', async () => {
    await page.getByRole('link', { name: 'Ownership' }).click();
    const outstanding = () => figure(page, 'Outstanding');
    await expect(page.getByText('37,800,000').first()).toBeVisible();
    expect(await outstanding()).toBe('37,800,000');
    await page.getByLabel('As of', { exact: true }).fill('2023-06-14');
    await expect(page).toHaveURL(/asof=2023-06-14/);
    await expect(page.locator('[data-as-of="past"]')).toBeVisible();
    await expect(page.getByText('As of Jun 14, 2023').first()).toBeVisible();
    await expect.poll(outstanding).not.toBe('37,800,000');
    await settled(page);
    await page.getByRole('link', { name: 'Cap table' }).click();
    await expect(page).toHaveURL(/cap-table.*asof=2023-06-14/);
    await expect(page.getByText('Reconstructed as of Jun 14, 2023')).toBeVisible();
    await page.getByRole('link', { name: 'Show the current cap table' }).click();
    await expect(page.getByText('Current data, not as of the selected date')).toBeVisible();
    await page.getByRole('link', { name: 'Ownership' }).click();
    await expect(page.getByRole('heading', { name: 'Ownership', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: /Return to today/ }).click();
    await expect(page).not.toHaveURL(/asof=/);
    await expect.poll(outstanding).toBe('37,800,000');
  });

  await test.step('shareholder list as PDF', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    // The previous page has a link to the same report.
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Shareholder list', exact: true }).click();
    await expect(page).toHaveURL(/issuer=1001/);
    await expect(page.getByText('Shareholder list of Larkspur Instruments Corporation')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Addresses' }).check();
    await expect(page.getByText('Personal data in this file')).toBeVisible();
    await expect(page).toHaveURL(/showAddressInfo=true/);
    await create(page, 'PDF');
    const file = await saved(page, () =>
      page.getByRole('link', { name: /^Download ShareholderList_1001_/ }).click(),
    );
    expect(file.name).toMatch(/^ShareholderList_1001_\d{8}\.pdf$/);
    expect(isWholePdf(file.path)).toBe(true);
    // The menu of the issuer stays.
    await expect(page.getByRole('link', { name: 'Cap table', exact: true })).toBeVisible();
  });

  await test.step('and as XLSX, from the history', async () => {
    await page.getByRole('link', { name: 'View all downloads' }).click();
    await expect(page.getByText('Ready').first()).toBeVisible();
    await page
      .getByRole('link', { name: /^Run again: Shareholder list, Larkspur/ })
      .first()
      .click();
    await expect(page.getByRole('checkbox', { name: 'Addresses' })).toBeChecked();
    await create(page, 'Excel');
    const file = await saved(page, () =>
      page.getByRole('link', { name: /^Download ShareholderList_1001_/ }).click(),
    );
    expect(file.name).toMatch(/\.xlsx$/);
    const entries = readZip(file.path);
    expect([...entries.keys()]).toContain('xl/workbook.xml');
    const sheets = [...entries].filter(([name]) => name.startsWith('xl/worksheets/'));
    const rows = sheets.map(([, bytes]) => bytes.toString('utf8').split('<row ').length - 1);
    expect(Math.max(...rows)).toBeGreaterThan(1412);
    await page.getByRole('button', { name: 'Show preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('row', { name: /Common Stock: outstanding 37,800,000/ })).toBeVisible();
    await expect(preview.getByText(/^The first 50 rows/).first()).toBeVisible();
    await page.goto('/downloads');
    const latest = page.getByRole('rowheader', { name: /Shareholder list/ });
    await expect(latest.nth(0)).toContainText(/ShareholderList_1001_\d{8}\.xlsx/);
    await expect(latest.nth(1)).toBeVisible();
  });

  const left = page.url();
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await test.step('neither Back nor the address opens the page again', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByText(/ShareholderList_1001_/)).toHaveCount(0);
    await page.goto(left);
    await expect(page).toHaveURL(/\/sign-in/);
  });
  await traffic.check();
});

test('one click on the overview downloads the register', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1003');
  await page.getByRole('button', { name: 'Download register as of today' }).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  const link = page.getByRole('link', { name: /^Download ShareholderList_1003_/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const file = await saved(page, () => link.click());
  expect(readZip(file.path).has('[Content_Types].xml')).toBe(true);
});

test('20,480 holders scroll smoothly', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1004/ownership');
  await expect(page.getByRole('status').filter({ hasText: '20,480 holders' })).toBeVisible({
    timeout: 30_000,
  });
  const region = page.getByRole('region', { name: /^Holders of/ });
  const table = region.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', /^2048\d$/);
  await region.focus();
  await page.keyboard.press('End');
  await expect(table.locator('tbody tr').last()).toContainText('20,480');
  expect(await table.locator('tbody tr').count()).toBeLessThan(120);
});
