import { expect, test } from '@playwright/test';
import { createPack } from './support/packs.ts';
import { expectNothingLost, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const namesOf = (manifest: { files: { name: string }[] }) => manifest.files.map(({ name }) => name);

test('a meeting: one press gives every file of its record date, and each is recognized', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'operator', '/issuers/1001/proxies/100000005');
  await settled(page);
  await expect(page.getByText('as of the record date, Mar 20, 2026')).toBeVisible();
  const { name, path, entries, manifest } = await createPack(
    page,
    'Create record-date pack',
    /2026 Annual Meeting/,
  );
  expect(name).toBe('record-date_1001_100000005_20260320.zip');
  expect(namesOf(manifest)).toEqual([
    '01_certificate_1001_20260320.pdf',
    '02_holders_1001_20260320.pdf',
    '02_holders_1001_20260320.xlsx',
    '03_labels_1001_20260320.pdf',
    '04_ownership_1001_20260320.xlsx',
    '05_quorum_1001_20260320.pdf',
    '06_broker-search_1001_20260320.pdf',
    '07_control-book_1001_20260320.xlsx',
    '08_roll-forward_1001_20260320.xlsx',
    '08_transactions_1001_20260320.xlsx',
  ]);
  expect([manifest.failed, manifest.pack.missing]).toEqual([[], []]);
  expect(manifest.pack.verdict.kind).toBe('in proof');
  expect(entries.get('manifest.txt')?.toString()).toContain('Broker search, last day: 2026-02-20');
  await page.goto('/verify');
  await settled(page);
  for (const part of namesOf(manifest)) {
    const file = { name: part, mimeType: 'application/octet-stream', buffer: entries.get(part) as Buffer };
    await page.getByLabel('Choose files').setInputFiles(file);
    await expect(page.getByText('Created here', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Not recognized', { exact: true })).toBeHidden();
  }
  // The archive itself: each of its files is checked.
  await page.reload();
  await settled(page);
  await page.getByLabel('Choose files').setInputFiles(path);
  await expect(page.getByText('Created here', { exact: true })).toHaveCount(10);
  await expect(
    page.getByText(/Not checked: its own lists manifest\.json, manifest\.txt, SHA256SUMS\./),
  ).toBeVisible();
  await expect(page.getByText('Not recognized', { exact: true })).toBeHidden();
});

test('a dividend: its payments and the list of its record date', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'officer', '/issuers/1001/dividends/100000016');
  await settled(page);
  const { name, manifest } = await createPack(page, 'Create record-date pack', /dividend/i);
  expect(name).toMatch(/^record-date_1001_\d+_\d{8}\.zip$/);
  expect(namesOf(manifest).filter((one) => one.startsWith('09_payments'))).toHaveLength(2);
  expect(manifest.pack.missing).toMatchObject([{ name: '01_certificate', code: 'forbidden' }]);
});

test('a month end; on a narrow window nothing is lost', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'viewer', '/issuers/1001/reports');
  await settled(page);
  await page.getByLabel('Month').selectOption('2026-09');
  const { name, manifest } = await createPack(page, 'Create month-end pack', /Month-end pack: Sep 2026/);
  expect(name).toBe('month-end_1001_202609.zip');
  expect(namesOf(manifest)).toContain('02_holders_1001_20260930.xlsx');
  expect(manifest.pack.missing.map((one: { name: string }) => one.name)).toEqual([
    '01_certificate',
    '03_labels',
  ]);
  await page.setViewportSize({ width: 360, height: 800 });
  await page
    .getByRole('link', { name: /^Month-end pack/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Not in this pack' })).toBeVisible();
  await expectNothingLost(page);
});

test('a meeting whose record date is ahead: a preview that names what is missing', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator', '/issuers/1001/proxies/100000006');
  await settled(page);
  await expect(page.getByText('is ahead: a preview with the broker-search letter')).toBeVisible();
  await page.getByRole('button', { name: 'Create record-date pack' }).click();
  await expect(page.getByText('1 file is ready.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1, name: /\(preview\)/ })).toBeVisible();
  await expect(page.getByText('Made after the record date, Mar 19, 2027').first()).toBeVisible();
});
