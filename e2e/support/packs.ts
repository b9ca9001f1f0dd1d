import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { readZip } from './files.ts';
import { expectAccessible, settled } from './page-checks.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Presses the button of a pack, waits until its files are ready, and downloads it from the page Downloads. */
export async function createPack(page: Page, button: string, title: RegExp) {
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/reports\/batches\/[\w-]{22}$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(/files are ready\./)).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);
  await page.goto('/downloads');
  await settled(page);
  const coming = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download (Record-date|Month-end) pack/ })
    .first()
    .click();
  const download = await coming;
  const path = await download.path();
  const entries = readZip(path);
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '{}');
  for (const file of manifest.files) {
    expect([file.name, sha256(entries.get(file.name) ?? Buffer.alloc(0))]).toEqual([file.name, file.sha256]);
  }
  const sums = (entries.get('SHA256SUMS')?.toString() ?? '').trim().split('\n');
  for (const line of sums) {
    const [digest, name = ''] = line.split('  ');
    expect([name, sha256(entries.get(name) ?? Buffer.alloc(0))]).toEqual([name, digest]);
  }
  return { name: download.suggestedFilename(), path, entries, manifest };
}
