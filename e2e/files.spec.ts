import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { readZip } from './support/files.ts';
import { expectAccessible, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

async function create(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await settled(page);
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  await expect(page.getByText('Ready. File verified.')).toBeVisible({ timeout: 60_000 });
  return page.url();
}

test('the report catalogue is searched by the purpose of a report', async ({ page }) => {
  await signIn(page, 'officer', '/issuers/1001/reports');
  await settled(page);
  await page.getByPlaceholder(/^Find a report/).fill('votes');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Proxy details']);
  await expect(page).toHaveURL(/q=votes/);
  await expectAccessible(page);
  await page.getByPlaceholder(/^Find a report/).fill('xyz');
  await expect(page.getByText('No matching reports')).toBeVisible();
});

test('an identical earlier file is pointed out; another day is one step; digests are compared', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'officer');
  const address = '/reports/new/issuer-balance?issuer=1001&asof=2026-01-31';
  const first = await create(page, address);
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(page.locator('iframe[title^="IssuerBalance_1001_"]')).toBeVisible();
  await page.goto(address);
  await settled(page);
  await expect(page.getByText('You created this file')).toBeVisible();
  const second = await create(page, address);
  expect(second).not.toBe(first);
  await expect(page.getByText(/(Same digest as|Different digest than) the file created/)).toBeVisible();
  await page.getByLabel('Run again as of').fill('2026-02-28');
  await page.getByRole('link', { name: 'Open report form' }).click();
  await expect(page).toHaveURL(/\/reports\/new\/issuer-balance\?issuer=1001&asof=2026-02-28/);
  await expect(page.getByText('as of Feb 28, 2026')).toBeVisible();
});

test('downloads are filtered by report and issuer; the owner deletes a file', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, 'operator');
  await create(page, '/reports/new/diluted-percentage?issuer=1005&asof=2026-03-31');
  await create(page, '/reports/new/issuer-balance?issuer=1006&asof=2026-03-31');
  await page.goto('/downloads?issuer=1005');
  const rows = page.getByRole('rowheader');
  await expect(rows.first()).toContainText('Diluted ownership');
  for (const row of await rows.allInnerTexts()) expect(row).toContain('Corrigan Minerals');
  await page.getByLabel('Report').selectOption('issuer-balance');
  await expect(page).toHaveURL(/report=issuer-balance/);
  await page.getByLabel('Issuer').selectOption('1006');
  await expect(rows.first()).toContainText('Issuer balance');
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Delete: Issuer balance/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Confirm deletion/ }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Expired');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(page.getByText('The file has expired')).toBeVisible();
  await expect(page.locator('code')).toHaveText(/^[0-9a-f]{64}$/);
});

test('an expired file is created again from its saved request', { tag: '@long' }, async ({ page }) => {
  const dataDir = process.env.E2E_DATA_DIR;
  test.skip(!dataDir, 'the age of a file can only be set in the database of the journeys');
  test.setTimeout(240_000);
  await signIn(page, 'officer');
  const run = await create(page, '/reports/new/issuer-balance?issuer=1001&asof=2025-06-30');
  const embedded = await startEmbedded({ dataDir: dataDir ?? '' });
  const client = new Client(embedded.urlFor('dashboard'));
  await client.connect();
  await client.query(`update run set state = 'expired' where id = $1`, [
    new URL(run).pathname.split('/').at(-1),
  ]);
  await client.end();
  await embedded.release();
  await page.reload();
  await expect(page.getByText('The file has expired')).toBeVisible();
  await page.getByRole('link', { name: 'Run again', exact: true }).click();
  await expect(page).toHaveURL(/issuer=1001&asof=2025-06-30/);
  await settled(page);
  await page.getByRole('button', { name: 'Create issuer balance' }).click();
  await expect(page.getByText(/digest (as|than) the file created/)).toBeVisible({ timeout: 60_000 });
});

test('several issuers and reports as one archive with a manifest', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, 'operator', '/reports');
  await page.getByRole('link', { name: 'Create several reports (ZIP)' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Create archive' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'at least one issuer' })).toBeVisible();
  for (const name of [
    'Larkspur Instruments Corporation',
    'Ashgrove Therapeutics, Inc.',
    'Vantage Peak Realty Trust',
  ])
    await page.getByRole('checkbox', { name }).check();
  for (const name of ['Issuer balance', 'Control book']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Month end' }).click();
  await page.getByRole('button', { name: 'Last quarter' }).click();
  await expect(page.getByText('6 files in one ZIP archive')).toBeVisible();
  await expect(page).toHaveURL(/issuers=1003%2C1001%2C1009|issuers=1003,1001,1009/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create archive' }).click();
  await expect(page).toHaveURL(/\/reports\/batches\/[\w-]{22}$/);
  await page.reload();
  await expect(page.getByText('6 files are ready.')).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download archive' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^Sharebook_\d{8}_\w+\.zip$/);
  const entries = readZip(await download.path());
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '{}');
  expect(manifest.files).toHaveLength(6);
  expect(manifest.failed).toEqual([]);
  for (const { name, bytes } of manifest.files) expect(entries.get(name)?.byteLength).toBe(bytes);
  expect(entries.get('manifest.txt')?.toString()).toContain('Vantage Peak Realty Trust (1009)');
  await page.goto('/downloads');
  await expect(page.getByText(/6 of 6 files/).first()).toBeVisible();
});

test(
  'a downloaded file is recognized, an altered one is not, and neither is one of another issuer',
  { tag: '@long' },
  async ({ page }, info) => {
    test.setTimeout(240_000);
    await signIn(page, 'operator');
    await create(page, '/reports/new/issuer-balance?issuer=1001&asof=2026-01-31');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .locator('#main')
        .getByRole('link', { name: /^Download \w/ })
        .click(),
    ]);
    const path = info.outputPath('balance.pdf');
    await download.saveAs(path);
    const altered = Buffer.from(readFileSync(path));
    altered[altered.length >> 1] = (altered[altered.length >> 1] ?? 0) ^ 1;
    await page.goto('/verify');
    await settled(page);
    const sent: (string | null)[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData()));
    await page.getByLabel('Choose files').setInputFiles(path);
    await expect(page.getByText('Created here', { exact: true })).toBeVisible();
    await expect(page.getByText('Larkspur', { exact: false }).last()).toBeVisible();
    await expect(
      page.getByText(/The figures for Jan 31, 2026 are the same today|completed (since|on the day)/).first(),
    ).toBeVisible();
    expect(sent.filter((body) => (body?.length ?? 0) > 400)).toEqual([]);
    const file = { name: 'altered.pdf', mimeType: 'application/pdf', buffer: altered };
    await page.getByLabel('Choose files').setInputFiles(file);
    await expect(page.getByText('Not recognized', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Altered, or not from here/)).toBeVisible();
    await expectAccessible(page);
    await signIn(page, 'downloader', '/verify');
    await settled(page);
    await page.getByLabel('Choose files').setInputFiles(path);
    await expect(page.getByText('Not recognized', { exact: true })).toBeVisible();
    await expect(page.getByText('Created here', { exact: true })).toBeHidden();
  },
);
