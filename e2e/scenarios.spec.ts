import { expect, type Page, test } from '@playwright/test';
import { scriptMaxKb, weigh } from './support/first-load.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/page-checks.ts';
import { openSession, signIn } from './support/users.ts';

// Scenarios: worked out while typing, saved, compared, refused to a second save, and made into drafts.

const verdicts = (page: Page) => page.getByRole('region', { name: /^Available to issue/ });

/** A round of Common Stock at a price, typed; the operator's own issuer 1001. */
async function typeRound(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name (required)').fill(name);
  await page.getByRole('button', { name: 'New round' }).click();
  await page.getByLabel('Price per share').fill('12.50');
  await page.getByRole('combobox', { name: 'Investor 1' }).fill('Harbor Growth Fund');
  await page.getByLabel('Amount invested').fill('10,000,000');
}

test('a round is worked out while it is typed, survives a reload, is saved, and becomes a draft', async ({
  page,
}) => {
  await signIn(page, 'operator', '/issuers/1001/scenarios/new');
  await expect(verdicts(page)).toContainText('available to issue');
  const before = await verdicts(page).textContent();
  await typeRound(page, 'Journey round');
  await expect(page.getByText('800,000 shares issued at $12.50 · $10,000,000.00 raised')).toBeVisible();
  await expect(verdicts(page)).not.toHaveText(before ?? '');
  await page.reload();
  await expect(page.getByLabel('Name (required)')).toHaveValue('Journey round');
  await expect(page.getByText('Not saved')).toBeVisible();
  const holders = page.getByRole('table', { name: /Holders of Common Stock/ });
  await expect(holders.getByRole('row', { name: /Harbor Growth Fund/ })).toContainText('+800,000');
  await page.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page).toHaveURL(/\/scenarios\/[0-9a-f]{32}/);
  await page.getByRole('button', { name: 'Make draft item' }).click();
  await page.getByRole('link', { name: 'Open draft' }).click();
  await expect(page).toHaveURL(/work-queue\/new\?entry=scn-/);
  await expect(page.getByRole('combobox', { name: /^Kind and case/ })).toHaveValue('Issuance');
});

test('the page of a saved scenario is within the size limit, and shows all holders on a press', async ({
  page,
  browser,
}) => {
  await signIn(page, 'operator', '/issuers/1001/scenarios/new');
  await typeRound(page, 'Weighed round');
  await page.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page).toHaveURL(/\/scenarios\/[0-9a-f]{32}/);
  const fresh = await browser.newContext({ baseURL: process.env.BASE_URL, locale: 'en-US' });
  const opened = await fresh.newPage();
  await openSession(fresh, 'operator');
  const table = opened.getByRole('table', { name: /Holders of Common Stock/ });
  const { scriptKb } = await weigh(opened, async () => {
    await opened.goto(page.url());
    await expect(table.getByRole('row', { name: /Harbor Growth Fund/ })).toBeVisible();
  });
  expect(scriptKb, 'kB of script before the person acts').toBeLessThanOrEqual(scriptMaxKb);
  await expect(table.getByRole('row', { name: /other holders/ })).toBeVisible();
  await opened.getByRole('button', { name: /^Show all .* holders$/ }).click();
  await expect(opened.getByRole('searchbox', { name: 'Filter holders' })).toBeVisible();
  await fresh.close();
});

test('a buy-back from all holders becomes a draft of each', async ({ page }) => {
  // A small register: everybody on it is listed.
  await signIn(page, 'operator', '/issuers/1008/scenarios/new');
  await page.getByLabel('Name (required)').fill('Tender');
  await page.getByRole('button', { name: 'Buy-back' }).click();
  await page.getByLabel('Shares', { exact: true }).fill('3');
  await page.getByLabel('Price per share').fill('3');
  await page.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page).toHaveURL(/\/scenarios\/[0-9a-f]{32}/);
  const work = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Work queue' }) });
  await expect(work).toContainText(/Transfer, repurchase, of each of [23] holders/);

  await work.getByRole('button', { name: /^Make [23] draft items$/ }).click();
  await expect(work.getByRole('link', { name: /^Open draft of / }).nth(1)).toBeVisible();
  await work
    .getByRole('link', { name: /^Open draft of / })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: /^Kind and case/ })).toHaveValue('Repurchase');
});

test('two scenarios side by side, and a save over one that changed', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator', '/issuers/1003/scenarios/new');
  await page.getByLabel('Name (required)').fill('Split first');
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await page.getByLabel('Fractions').selectOption('Round Down');
  await page.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page).toHaveURL(/\/scenarios\/[0-9a-f]{32}/);
  const first = page.url();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Split first (copy)');
  // A pool of a fifth in the copy.
  await page.getByRole('button', { name: 'Pool' }).click();
  await page.getByRole('combobox', { name: 'Reserve' }).fill('New plan');
  await page.getByLabel('Size').selectOption('percent');
  await page.getByLabel('% of fully diluted').fill('20');
  await expect(page.getByText(/shares added$/)).toBeVisible();
  await page.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page.getByText('Not saved')).toBeHidden();
  await page.getByLabel('Compare with').selectOption({ label: 'Split first' });
  await expect(page).toHaveURL(/compare=[0-9a-f]{32}/);
  await expect(page.getByRole('table', { name: /^Figures of Common Stock/ })).toContainText('Split first');
  await expect(verdicts(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Another user saves the first one meanwhile.
  await page.goto(first);
  await page.getByLabel('Name (required)').fill('Mine');
  const other = await browser.newContext();
  const colleague = await other.newPage();
  await signIn(colleague, 'admin', new URL(first).pathname);
  await colleague.getByLabel('Name (required)').fill('Theirs');
  await colleague.getByRole('button', { name: 'Save scenario' }).click();
  await expect(colleague.getByText('Scenario saved.')).toBeVisible();
  await other.close();
  await page.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible();
  await expect(page.getByLabel('Name (required)')).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Show what was saved' }).click();
  await page.getByRole('button', { name: 'Keep mine and save over it' }).click();
  await page.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Confirm deletion' }).click();
  await expect(page).toHaveURL(/\/scenarios$/);
  await expect(page.getByRole('link', { name: 'Mine' })).toBeHidden();
});

test('who may not save sees the figures and is told so', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'viewer', '/issuers/1001/scenarios/new');
  await expect(verdicts(page)).toContainText('available to issue');
  await expect(page.getByRole('button', { name: 'Save scenario' })).toBeHidden();
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await expect(page.getByText(/Not saved: issuer officers and agent staff/)).toBeVisible();
  await expect(page.getByRole('button', { name: /draft item/ })).toBeHidden();
});
