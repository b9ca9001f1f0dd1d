import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

test('stops: those of an issuer, and the stop of a certificate on the day it was active', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'viewer', '/issuers/1001/certificates');
  await page.getByRole('link', { name: 'Stops', exact: true }).click();
  await expect(page).toHaveURL(/view=stops/);
  const row = page.getByRole('table', { name: 'Stops' }).getByRole('row', { name: /CS-660/ });
  await expect(row).toContainText('Lost, stolen or not received');
  await expect(row).toContainText('Released');
  await expectAccessible(page);
  await row.getByRole('link', { name: 'CS-660' }).click();
  await expect(page).toHaveURL(/certificates\/100004107/);
  const stops = page.getByRole('region', { name: 'Stops of this certificate, scrolls' });
  await expect(stops).toContainText('May 5, 2025');
  await expect(stops.getByRole('link', { name: '71111' })).toBeVisible();
  await expect(stops.getByText('Active')).toHaveCount(0);
  await page.goto('/issuers/1001/certificates/100004107?asof=2025-05-31');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Stopped');
  await expect(stops.getByText('Active')).toBeVisible();
  await expectAccessible(page);
});

test('holder: changes of the record, with contact data only for roles that see it', { tag: '@long' }, async ({
  page,
}) => {
  const holder = '/issuers/1001/holders/H-100656';
  const city = `Dayton ${Date.now() % 100_000}`;
  await signIn(page, 'operator', `${holder}/edit`);
  await page.getByLabel('City').fill(city);
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Send 1 change' }).click();
  await expect(page.getByRole('link', { name: 'Open holder' })).toBeVisible();
  await page.goto(`${holder}?tab=record`);
  const changes = page.getByRole('list', { name: 'Changes of this record' });
  const newest = changes.getByRole('listitem').first();
  await expect(newest).toContainText(/Changed by .*operator@harborline\.example/);
  await expect(newest).toContainText(/E[DS]T/);
  await expect(newest).toContainText(new RegExp(`Primary address, city.*→.*${city}`));
  await expectAccessible(page);
  await signIn(page, 'viewer', `${holder}?tab=record`);
  await expect(newest).toContainText('Your role does not include their values.');
  await expect(page.getByText(city)).toHaveCount(0);
});

test('meeting: proposals with their votes, preliminary until the vote is closed', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1002/proxies/200000003');
  const table = page.getByRole('table', { name: 'Proposals with votes in shares' });
  const open = table.getByRole('row', { name: /^1\. Extend the date/ });
  await expect(open).toContainText('Majority of outstanding shares');
  await expect(open).toContainText('Not closed');
  await expect(page.getByText('1 of 1 match', { exact: true })).toBeVisible();
  await page.goto('/issuers/1002/proxies/200000002');
  await expect(table.getByRole('row', { name: /^1\. Extend the date/ })).toContainText(/Passed/);
  await expectAccessible(page);
});

test('dividend: payments account by account, proved to its amount; of stock with new shares', {
  tag: '@long',
}, async ({ page }) => {
  const proved = page.locator('details').filter({ hasText: 'Payments and the dividend' });
  await signIn(page, 'viewer', '/issuers/1001/dividends/100000013');
  const table = page.getByRole('table', { name: 'Payments' });
  await expect(table.getByRole('columnheader', { name: /^Net/ })).toBeVisible();
  await expect(proved.getByText('3 of 3 match')).toBeVisible();
  await expectAccessible(page);
  await signIn(page, 'operator', '/issuers/1004/dividends/400000001');
  await expect(table.getByRole('columnheader', { name: /^New shares/ })).toBeVisible();
  await expect(proved.getByText('3 of 3 match')).toBeVisible({ timeout: 60_000 });
});

test('holders and certificates as of a past day, with the shares and stops of that day', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'viewer', '/issuers/1001/holders?asof=2025-05-31');
  await expect(page.getByRole('link', { name: 'Holders', exact: true }).first()).toBeVisible();
  await expect(page.getByText('Names and account types are current.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Holders' }).getByRole('row').nth(2)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/issuers/1001/certificates?asof=2025-05-31&status=stopped');
  const stopped = page.getByRole('table', { name: 'Certificates' }).getByRole('row', { name: /CS-660/ });
  await expect(stopped).toContainText('Lost, stolen or not received');
  await expect(page.getByText(/^(\d+) of \1 match$/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/issuers/1001/holders/H-100742?tab=certificates&asof=2025-05-31');
  const own = page.getByRole('table', { name: /^Certificates of FELIX B DICKERSON/ });
  await expect(own.getByRole('row', { name: /CS-660/ })).toContainText('Stopped');
});

test('on a past date entries are off, and what is of today says so', async ({ page }) => {
  const past = 'asof=2025-05-31';
  await signIn(page, 'operator', `/issuers/1001?${past}`);
  await expect(page.getByText('Issuer 1001 · Status today: Active')).toBeVisible();
  await page.goto(`/issuers/1001/holders?${past}`);
  await expect(page.getByRole('heading', { name: 'Holders', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New holder' })).toHaveCount(0);
  await page.goto(`/issuers/1001/holders/H-100419?${past}`);
  await expect(page.getByText(/To edit the holder, return to today\./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit holder' })).toHaveCount(0);
  for (const path of ['issue', 'holders/new', 'holders/H-100419/edit']) {
    await page.goto(`/issuers/1001/${path}?${past}`);
    await expect(page.getByText('Entries are off on a past date')).toBeVisible();
    await expect(page.locator('form')).toHaveCount(0);
  }
  await page.locator('main').getByRole('link', { name: 'Return to today' }).click();
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await expect(page).not.toHaveURL(/asof=/);
  await expect(page.locator('[data-as-of]')).toHaveCount(0);
});
