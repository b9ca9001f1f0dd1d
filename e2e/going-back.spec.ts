import { expect, test } from '@playwright/test';
import { settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

/** Lists with a filter in the address. */
const lists = [
  '/issuers/1001/holders?q=jt',
  '/issuers/1001/certificates?status=outstanding',
  '/issuers/1001/transactions?status=Completed',
] as const;

test('Back shows a list with its filter, where it was scrolled to', async ({ page }) => {
  await signIn(page, 'operator', '/');
  const region = page.getByRole('region', { name: /, scrolls$/ }).first();
  const placePx = () => region.evaluate((box) => box.scrollTop);
  for (const path of lists) {
    await page.goto(path);
    await settled(page);
    await region.evaluate((box) => box.scrollTo({ top: 1_400 }));
    await expect.poll(placePx).toBe(1_400);
    const link = region.getByRole('rowheader').getByRole('link').nth(14);
    await expect(link).toBeInViewport();
    const text = await link.innerText();
    await link.click();
    await expect(page).not.toHaveURL((url) => url.href.endsWith(path));
    await page.goBack();
    await expect(page).toHaveURL((url) => url.href.endsWith(path));
    await expect.poll(placePx, { message: `scroll of ${path}` }).toBe(1_400);
    await expect(region.getByText(text, { exact: true }).first()).toBeInViewport();
  }
});

test('Back leaves a form that is only just opening', async ({ page }) => {
  await signIn(page, 'operator', '/ops/queue');
  await settled(page);
  // A slow machine, on which Back is pressed before the form's effects have run.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const entered = page.getByRole('link', { name: 'Enter item' });
  for (let round = 0; round < 3; round += 1) {
    await entered.click();
    await expect(page).toHaveURL(/\/work-queue\/new/);
    await page.goBack();
    await expect(entered).toBeVisible();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/ops/queue');
  }
});

test('Back shows the work queue and the downloads with their filters', async ({ page }) => {
  await signIn(page, 'operator', '/ops/queue?f.assigned=%3DUnassigned');
  await settled(page);
  const unassigned = page.getByRole('button', { name: 'Unassigned', exact: true });
  await expect(unassigned).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Enter item' }).click();
  await expect(page).toHaveURL(/\/work-queue\/new/);
  await page.goBack();
  await expect(unassigned).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/downloads?report=shareholder-list');
  await settled(page);
  const report = page.getByLabel('Report', { exact: true });
  await expect(report).toHaveValue('shareholder-list');
  await page.getByRole('link', { name: 'Create several reports (ZIP)' }).click();
  await expect(page).toHaveURL(/batches\/new/);
  await page.goBack();
  await expect(report).toHaveValue('shareholder-list');
});
