import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

/** Records the page's further requests of an operation: their start rows and sort order. */
function requested(page: Page, operation: RegExp) {
  const calls: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (operation.test(url.pathname)) calls.push(url.searchParams);
  });
  return calls;
}

test('20,480 holders load as they are scrolled to; a search loads all of them first, and says so', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, 'operator', '/reports');
  const calls = requested(page, /\/Issuer\/shareholder\/details$/);
  await page.goto('/issuers/1004/holders');
  const table = page.getByRole('table', { name: 'Holders' });
  await expect(table).toHaveAttribute('aria-rowcount', '20481');
  await expect(page.getByText(/^Rows load as you scroll/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('region', { name: /^Holders/ }).focus();
  await page.keyboard.press('End');
  const last = table.locator('tr[aria-rowindex="20481"]');
  await expect(last.getByRole('rowheader')).not.toBeEmpty();
  expect(calls.length).toBeLessThan(5);
  expect(calls.map((call) => Number(call.get('Start'))).at(-1)).toBeGreaterThan(20_000);

  await page.getByRole('searchbox', { name: 'Filter holders' }).fill('ZYLSTRA');
  await expect(page.getByText(/cannot search or sort this list: all rows are loaded first/)).toBeVisible();
  await expect(page.getByText(/^\d+ of 20,480 holders$/)).toBeVisible({ timeout: 90_000 });
  const found = Number(await table.getAttribute('aria-rowcount'));
  expect(found).toBeLessThan(500);
  // All rows are loaded: totals and exports cover what is shown, and nothing more is requested.
  await expect(page.getByRole('button', { name: 'Download shown rows as CSV' })).toBeVisible();
  const read = calls.length;
  await page.getByRole('searchbox', { name: 'Filter holders' }).fill('ABERNATHY');
  await expect(table.getByRole('rowheader', { name: /ABERNATHY/ }).first()).toBeVisible();
  expect(calls.length).toBe(read);
});

test('transactions by status are sorted by the operation; the focus stays on the header', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'operator', '/reports');
  const calls = requested(page, /\/Transaction\/GetTAStatusTransactions$/);
  const orders = () =>
    calls
      .filter((call) => call.get('numberOfRows') !== '1')
      .map((call) => `${call.get('sortBy')} ${call.get('orderBy')}`);
  await page.goto('/issuers/1001/transactions');
  await expect(page.getByRole('table', { name: 'Pending transactions' })).toBeVisible();
  expect(orders()).toEqual(['ReceivedDate Ascending']);
  await page.getByRole('button', { name: /^All ?\d/ }).click();
  const all = page.getByRole('table', { name: 'All transactions' });
  await expect(all.getByRole('columnheader', { name: 'Effective' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await settled(page);
  expect(new Set(orders().slice(1))).toEqual(new Set(['EffectiveDate Descending']));
  // Columns that the operation cannot sort by are sorted in the browser, once every row is loaded.
  const days = all.getByRole('columnheader', { name: 'Days' });
  await days.getByRole('button').first().click();
  await expect(days).toHaveAttribute('aria-sort', 'descending');
  await expect(days.getByRole('button').first()).toBeFocused();
});

test('a holder’s name links to the holder from every list of holdings, keeping the date', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'officer');
  for (const [path, table] of [
    ['/issuers/1001/cap-table?view=holder', 'Cap table by holder'],
    ['/issuers/1001/cap-table?view=matrix&q=quill', 'Cap table matrix'],
    ['/issuers/1001/ownership?asof=2025-12-31', 'Holders of Common Stock'],
    ['/issuers/1001?asof=2025-12-31', null],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      const place = table ? page.getByRole('table', { name: table }) : page.locator('main');
      // The full name: transactions name their parties too.
      await place.getByRole('link', { name: 'QUILL & CO (FAST ACCOUNT)', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^QUILL & CO/ })).toBeVisible();
      await expect(page).toHaveURL(path.includes('asof') ? /H-0100002\?asof=2025-12-31$/ : /H-0100002$/);
    });
  }
});

test('the issuer’s own account is named and has no link', async ({ page }) => {
  await signIn(page, 'officer', '/issuers/1001/transactions/100000104');
  const issued = page.getByRole('table', { name: 'Certificates issued' });
  await expect(issued).toContainText('LARKSPUR INSTRUMENTS CORPORATION TREASURY');
  await expect(issued.getByRole('row').filter({ hasText: 'TREASURY' }).getByRole('link')).toHaveCount(0);
});
