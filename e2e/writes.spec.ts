import { type Browser, expect, type Page, test } from '@playwright/test';
import { ageSignIn } from './browser/age-sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, settled, useTheme } from './support/page-checks.ts';
import { password, signIn, users } from './support/users.ts';

const transactions =
  '/api/upstream/api/v1/Transaction/GetTAStatusTransactions?customerIssuerId=1003&filterTransactionType=All&transactionStatus=All&orderBy=Descending&sortBy=EffectiveDate&start=0&numberOfRows=1';
const issuancePath = '**/api/upstream/**/CreateNewIssuance';
const account = 'H-102103';

/** Number of transactions of issuer 1003: each journey adds a known number. */
async function countTransactions(page: Page): Promise<number> {
  return ((await (await page.request.get(transactions)).json()) as { totalRecords: number }).totalRecords;
}

async function openIssue(page: Page, shares: string): Promise<void> {
  await page.goto('/issuers/1003/issue');
  await expect(page).toHaveURL(/entry=\w{32}/);
  await settled(page);
  const classes = page.getByLabel('Class (required)');
  await expect(classes).toBeVisible();
  if ((await classes.inputValue()) === '') await classes.selectOption({ index: 1 });
  await page.getByLabel('Shares (required)').fill(shares);
  await page.getByRole('combobox', { name: 'Account' }).fill(account);
  await expect(
    page
      .getByText('no address on file')
      .or(page.locator('p.text-sm', { hasText: '·' }))
      .first(),
  ).toBeVisible();
}

const review = (page: Page) => page.getByRole('button', { name: 'Review', exact: true }).click();
const issue = (page: Page) => page.getByRole('button', { name: 'Issue these shares' });
const recorded = (page: Page) => page.getByText('The registry recorded it once');

test('a holder is registered: errors at their fields, entered text kept, then once', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001/holders');
  await page.getByRole('link', { name: 'New holder' }).click();
  await expect(page.getByRole('heading', { name: 'New holder', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Name, first line')).toBeVisible();
  await expectAccessible(page);
  const own = `E2E-${Date.now()}`;
  await page.getByLabel('Account ID').fill(own);
  await page.getByLabel('Name, first line').fill('Ada Quillfeather');
  await review(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Check the highlighted fields' })).toBeFocused();
  await expect(page.getByLabel('Name, first line')).toHaveValue('Ada Quillfeather');
  await page.getByRole('link', { name: 'Sort name' }).click();
  await expect(page.getByLabel('Sort name')).toBeFocused();
  await page.getByLabel('Sort name').fill('Quillfeather, Ada');
  await page.getByLabel('Country').selectOption('GB');
  await expect(page.getByLabel('Postcode')).toBeVisible();
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Address (required)').fill('1 Elm Street');
  await page.getByLabel('City').fill('Dayton');
  await page.getByLabel('State (required)').fill('OH');
  await page.getByLabel('ZIP code').fill('45402');
  await page.getByLabel('Tax ID, nine digits').fill('900-01-4321');
  await review(page);
  await expect(page.getByRole('heading', { name: 'New account', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: '*****4321' })).toBeVisible();
  await expect(page.getByText('No other account of this issuer')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  // Data that the browser does not store is requested again.
  await page.reload();
  await expect(page.getByLabel('Tax ID, nine digits')).toHaveValue('');
  await expect(page.getByLabel('Sort name')).toHaveValue('Quillfeather, Ada');
  await page.getByLabel('Tax ID, nine digits').fill('900014321');
  await review(page);
  await page.getByRole('button', { name: 'Register holder' }).click();
  await expect(recorded(page)).toBeVisible();
  await expect(page.getByText('Create', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open holder' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Quillfeather', level: 1 })).toBeVisible();
  await expect(page.getByText('*****4321')).toBeVisible();
});

test('a holder is changed: both sides shown, the tax ID is never sent, an ID in use is refused', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('CreateOrUpdate')) sent.push(request.postData() ?? '');
  });
  await signIn(page, 'operator', `/issuers/1003/holders/${account}`);
  const masked =
    (
      await page
        .getByText(/\*{5}\w{4}/)
        .first()
        .innerText()
    ).match(/\*{5}\w{4}/)?.[0] ?? '';
  await page.getByRole('link', { name: 'Edit holder', exact: true }).click();
  const city = page.getByLabel('City').first();
  await expect(city).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No changes yet' })).toBeVisible();
  const before = await city.inputValue();
  const after = `Town ${Date.now() % 10_000}`;
  await city.fill(after);
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Review changes' }).click();
  const row = page.getByRole('row', { name: /^City/ });
  await expect(row.getByRole('cell')).toHaveText([before, after]);
  await expectAccessible(page);
  await page.goBack();
  await expect(city).toHaveValue(after);
  await page.goForward();
  await page.getByRole('button', { name: 'Send 1 change' }).click();
  await expect(recorded(page)).toBeVisible();
  const body = JSON.parse(sent[0] ?? '');
  expect(body).toMatchObject({ primaryTaxId: null });
  // The name lines on file stay as they are.
  expect(body).not.toHaveProperty('name2');
  expect(sent.join()).not.toContain('*');
  await page.getByRole('link', { name: 'Open holder' }).click();
  await expect(page.getByText(after).first()).toBeVisible();
  await expect(page.getByText(masked).first()).toBeVisible();
});

test('shares are issued after a review; double click, reload and back are one issuance', async ({ page }) => {
  test.setTimeout(150_000);
  await signIn(page, 'operator');
  const before = await countTransactions(page);
  await openIssue(page, '999,999,999,999,999');
  await review(page);
  await expect(page.getByRole('alert').filter({ hasText: 'more than is available to issue' })).toBeVisible();
  await page.getByLabel('Shares (required)').fill('1,250');
  await page.getByLabel('Restriction').selectOption('R');
  await expect(page.getByRole('complementary', { name: 'Available to issue' })).toContainText('1,250');
  await expectAccessible(page);
  await review(page);
  await expect(page.getByText(/^1,250 shares of .* to /)).toBeVisible();
  await expect(page.getByText('restricted: Rule 144')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Issued/ })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(issue(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Shares (required)')).toHaveValue('1,250');
  await page.goForward();
  await issue(page).dblclick();
  await expect(recorded(page)).toBeVisible();
  await expectAccessible(page);
  expect(await countTransactions(page)).toBe(before + 1);
  await page.reload();
  await expect(recorded(page)).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(recorded(page)).toBeVisible();
  expect(await countTransactions(page)).toBe(before + 1);
  await page.getByRole('link', { name: 'Open transaction' }).click();
  await expect(page).toHaveURL(/\/transactions\/\d+/);
});

test('two windows with the same form are one issuance, and the second shows the result of the first', {
  tag: '@long',
}, async ({ page, context }) => {
  test.setTimeout(150_000);
  await signIn(page, 'operator');
  const before = await countTransactions(page);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await openIssue(one, '77');
    await review(one);
  }
  await Promise.all([issue(page).click(), issue(other).click()]);
  for (const one of [page, other]) await expect(recorded(one)).toBeVisible();
  const number = (one: Page) => one.getByRole('link', { name: 'Open transaction' }).getAttribute('href');
  expect(await number(page)).toBe(await number(other));
  expect(await countTransactions(page)).toBe(before + 1);
});

test('a response lost on the way to the browser: submitting again finds it', async ({ page }) => {
  test.setTimeout(150_000);
  await signIn(page, 'operator');
  const before = await countTransactions(page);
  await openIssue(page, '31');
  await review(page);
  let lost = 0;
  await page.route(issuancePath, async (route) => {
    await route.fetch();
    lost += 1;
    await (lost === 1 ? route.abort('connectionreset') : route.continue());
  });
  await issue(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'never recorded twice' })).toBeVisible();
  await page.unroute(issuancePath);
  await issue(page).click();
  await expect(recorded(page)).toBeVisible();
  expect(await countTransactions(page)).toBe(before + 1);
});

test('a new issuer needs a confirmation', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator');
  await openIssue(page, '10');
  await page.getByRole('checkbox', { name: 'not in the registry yet' }).check();
  await page.getByLabel('New issuer ID').fill('1003');
  await review(page);
  await expect(page.getByRole('alert').filter({ hasText: 'This issuer exists' })).toBeVisible();
  await page.getByLabel('New issuer ID').fill('77001');
  await page.getByLabel('Confirm issuer ID').fill('77010');
  await page.getByLabel('Class (required)').selectOption('Common');
  await review(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Enter the same ID again' })).toBeVisible();
  await page.getByLabel('Confirm issuer ID').fill('77001');
  await review(page);
  await expect(page.getByText('New issuer 77001')).toBeVisible();
  await expectAccessible(page);
});

test('an old sign-in is renewed with the password; entered text is kept', { tag: '@long' }, async ({
  page,
}) => {
  test.skip(
    !process.env.E2E_DATA_DIR,
    'the age of a sign-in can only be set in the database of the journeys',
  );
  test.setTimeout(150_000);
  await signIn(page, 'admin');
  await openIssue(page, '12');
  await review(page);
  await ageSignIn(users.admin, 11);
  await issue(page).click();
  const again = page.getByLabel('Re-enter your password');
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await again.fill('not-this-one');
  await issue(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect password' })).toBeVisible();
  await again.fill(password);
  await issue(page).click();
  await expect(recorded(page)).toBeVisible();
});

test('users without the right do not have these pages', { tag: '@long' }, async ({
  browser,
}: {
  browser: Browser;
}) => {
  test.setTimeout(150_000);
  for (const who of ['officer', 'viewer', 'downloader'] as const) {
    const page = await browser.newPage();
    await signIn(page, who);
    const issuer = who === 'downloader' ? 1004 : 1001;
    for (const path of ['issue', 'holders/new', 'holders/H-101602/edit']) {
      await page.goto(`/issuers/${issuer}/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/page not found/i);
      expect(await page.title()).not.toMatch(/Issue shares|New holder|Edit holder/);
    }
    if (who !== 'downloader') {
      await page.goto(`/issuers/${issuer}/holders`);
      await expect(page.getByRole('link', { name: /New holder|Issue shares/ })).toHaveCount(0);
    }
    await page.close();
  }
});

test('forms at 360 px and in the dark theme', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(150_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'operator');
  await useTheme(page, 'dark');
  await page.goto(`/issuers/1003/holders/${account}/edit`);
  await expect(page.getByLabel('City').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await openIssue(page, '5');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await review(page);
  await expect(issue(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
