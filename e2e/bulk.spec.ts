import { expect, test } from '@playwright/test';
import { csvOf, issuance, newHolder } from '#tests/registry/agent/bulk-sheets';
import { expectAccessible, expectNoPage, expectNothingLost } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const today = new Date().toISOString().slice(0, 10);
// The figures of issuers 1001 and 1003 are compared in other journeys.
const row = (account: string, more: Record<string, string> = {}) =>
  issuance(`journey ${today}`, account, { issuer_id: '1008', effective_on: '2026-11-20', ...more });

test('a sheet is uploaded, approved by another user and posted; each row shows its result', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'clerk', '/');
  await page.getByRole('link', { name: 'Bulk sheets' }).first().click();
  await expect(page.getByRole('heading', { name: 'Bulk sheets', level: 1 })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Template (XLSX)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('bulk-template.xlsx');

  const sheet = csvOf('issuances', [
    row('J-0001', { ...newHolder('JOURNEY SAMPLE'), shares: '3' }),
    row('J-0001', { shares: '4' }),
  ]);
  await page
    .getByLabel('Upload a filled template')
    .setInputFiles({ name: 'grants.csv', mimeType: 'text/csv', buffer: sheet });
  await expect(page).toHaveURL(/\/bulk\?file=\d+$/);
  await expect(page.getByText('You uploaded this sheet. Another user has to approve it.')).toBeVisible({
    timeout: 60_000,
  });
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('row', { name: /Issuances 2 / })).toContainText('Not yet posted');
  await expectAccessible(page, 'main');
  await expectNothingLost(page);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'operator', new URL(page.url()).pathname + new URL(page.url()).search);
  for (const step of ['Approve sheet', 'Post sheet']) {
    await other.getByRole('button', { name: step, exact: true }).click();
    const dialog = other.getByRole('dialog', { name: step });
    await dialog.getByRole('button', { name: step, exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  const ended = other.getByRole('region', { name: 'Results' });
  for (const name of [/Issuances 2 /, /Issuances 3 /])
    await expect(ended.getByRole('row', { name })).toContainText(/Posted|Already there/, { timeout: 60_000 });
  await expect(other.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await expectAccessible(other, 'main');
  await expectNothingLost(other);
  const [file] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('link', { name: 'Download results' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('grants results.xlsx');
  await context.close();
});

test('users of an issuer are not offered bulk sheets', async ({ page }) => {
  await signIn(page, 'officer', '/');
  await expect(page.getByRole('link', { name: 'Bulk sheets' })).toHaveCount(0);
  await expectNoPage(page, '/bulk');
});
