import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectAccessible, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

test('the days of all issuers are listed by month, filtered, and saved as a calendar file', async ({
  page,
}) => {
  await signIn(page, 'operator', '/calendar');
  await expect(page.getByRole('status').filter({ hasText: 'Meetings and dividends of' })).toBeVisible();
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') });
  // The list may be drawn once more when the frame has read what the registry offers.
  await expect(rows.nth(3)).toBeVisible();
  const all = await rows.count();
  expect(all).toBeGreaterThan(3);
  await expectAccessible(page);

  await page
    .getByRole('group', { name: 'Kind of day' })
    .getByRole('button', { name: /^Record date/ })
    .click();
  await expect(page).toHaveURL(/kind=Record/);
  await expect(rows.filter({ hasNotText: 'Record date' })).toHaveCount(0);
  const records = await rows.count();
  expect(records).toBeGreaterThan(0);
  expect(records).toBeLessThan(all);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as calendar file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^calendar_all_\d{4}-\d\d-\d\d\.ics$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(records);
  expect(text).toMatch(/^SUMMARY:.*: Record date\r$/m);

  // A row leads to its meeting or dividend.
  await rows.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/issuers\/\d+\/(proxies|dividends)\/\d+/);
});

test('past days of one issuer, for its officer', async ({ page }) => {
  await signIn(page, 'officer', '/calendar?past=1');
  await settled(page);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
    expect(href).toMatch(/^\/issuers\/1001\//);
});
