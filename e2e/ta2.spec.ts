import { expect, type Page, test } from '@playwright/test';
import { isWholePdf } from './support/files.ts';
import { expectAccessible, expectNothingLost, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

/**
 * No other test changes the worksheet of this year: a signature is taken back when a recorded answer changes, and a
 * register that another journey brings in changes the accounts of every year since 2012.
 */
const year = 2011;
/** A year with items. */
const yearOfItems = 2024;

const open = async (page: Page, of = year) => {
  await page.goto(`/ops/ta-2?year=${of}`);
  await page.getByRole('button', { name: 'Show all lines' }).click();
};

/** Answers the line of a dialog that is open. */
async function answer(page: Page, line: string) {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const box = dialog.getByLabel('Answer');
  const isChoice = (await box.evaluate((element) => element.tagName)) === 'SELECT';
  if (!isChoice) await box.fill(/^6|^8\(b\)|^9/.test(line) ? '0' : 'Given in the test');
  else
    await box.selectOption(
      line.startsWith('2(a)')
        ? 'None'
        : line.startsWith('1(c)')
          ? 'Live'
          : line.startsWith('3(b)')
            ? 'Not applicable'
            : /^1\(e\)|^2\(c\)/.test(line)
              ? 'No'
              : 'Yes',
    );
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(dialog).toHaveCount(0);
}

test('TA-2: fill lines, open the rows behind a figure, sign off by a second user, download', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.setTimeout(300_000);
  await signIn(page, 'operator');
  await open(page);
  await expect(page.getByText('4. Items and files')).toBeVisible();
  const missing = page.getByText('Missing', { exact: true }).first().locator('..');
  const before = Number((await missing.locator('dd').first().textContent())?.trim());
  expect(before).toBeGreaterThan(5);

  // An answer that is no number is refused beside the field, and nothing typed is lost.
  await page.getByRole('button', { name: 'Enter 8(b) Quarterly reports of buy-ins filed' }).click();
  await page.getByRole('dialog').getByLabel('Answer').fill('two');
  await page.getByRole('dialog').getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByRole('dialog')).toContainText('must be a whole number');
  await expect(page.getByRole('dialog').getByLabel('Answer')).toHaveValue('two');
  await answer(page, '8(b)');
  await expect(missing).toContainText(`${before - 1}`);
  await page.reload();
  await expect(missing).toContainText(`${before - 1}`);
  await page.getByRole('button', { name: 'Show all lines' }).click();
  await expect(page.getByText(/^Entered by \S/).first()).toBeVisible();

  // The rows behind a figure, with those that are not counted.
  await open(page, yearOfItems);
  await page.getByRole('button', { name: /^4\(a\) Items received for transfer, [\d,]+: show/ }).click();
  await expect(page).toHaveURL(/list=4a/);
  await expect(page.getByText('Not presented for transfer: instructed by the issuer').first()).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Back to the worksheet' }).click();
  await expect(page.getByRole('button', { name: 'Show all lines' })).toBeVisible();

  await open(page);
  const enter = page.getByRole('button', { name: /^Enter \d/ });
  for (let left = await enter.count(); left > 0; left = await enter.count()) {
    const name = (await enter.first().getAttribute('aria-label')) ?? '';
    await enter.first().click();
    await answer(page, name.replace('Enter ', ''));
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }

  await page.getByRole('button', { name: 'Sign as preparer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign as preparer' }).click();
  await expect(page.getByText(/Prepared by (?!nobody)/)).toBeVisible();

  // The preparer may not certify.
  await page.getByRole('button', { name: 'Certify worksheet' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Clerk');
  await page.getByRole('dialog').getByLabel('Telephone').fill('302-555-0100');
  await page.getByRole('dialog').getByRole('button', { name: 'Certify worksheet' }).click();
  await expect(page.getByRole('dialog')).toContainText('Another user has to certify it.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const other = await context.newPage();
  await signIn(other, 'admin');
  await open(other);
  await other.getByRole('button', { name: 'Certify worksheet' }).click();
  await other.getByRole('dialog').getByLabel('Title').fill('Vice President');
  await other.getByRole('dialog').getByLabel('Telephone').fill('302-555-0101');
  await other.getByRole('dialog').getByRole('button', { name: 'Certify worksheet' }).click();
  await expect(other.getByText(/Certified by .*, Vice President/)).toBeVisible();

  await other.getByRole('link', { name: 'Create worksheet' }).click();
  await other.getByRole('button', { name: /^Create/ }).click();
  const link = other.locator('#main').getByRole('link', { name: /^Download \w/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const coming = other.waitForEvent('download');
  await link.click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^TA2Worksheet_\d{4}\.pdf$/);
  expect(isWholePdf(await download.path())).toBe(true);
  await context.close();

  // A change takes the sign-off back, and the page says by what.
  await open(page);
  await page.getByRole('button', { name: 'Change 8(b) Quarterly reports of buy-ins filed' }).click();
  await expect(page.getByRole('dialog')).toContainText('A change takes the sign-off back.');
  await page.getByRole('dialog').getByLabel('Answer').fill('4');
  await page.getByRole('dialog').getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText(/The sign-off was taken back/)).toBeVisible();
  await expect(page.getByText(/8\(b\) .*: was 0, is 4/)).toBeVisible();
});

test('TA-2: folded at 360 px, nothing lost when unfolded', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, 'operator', '/ops/ta-2?year=2025');
  await settled(page);
  await expect(page.getByText('4. Items and files')).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(3000);
  await page.getByRole('button', { name: 'Show all lines' }).click();
  await expectNothingLost(page);
  await expectAccessible(page, 'main');
});
