import { expect, type Locator, type Page, test } from '@playwright/test';
import { settled } from './support/page-checks.ts';
import { enter } from './support/users.ts';

/** Keeps back the scripts of the next page until the returned function is called. */
async function withoutScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * Opens a page and waits for its first field. A page that the server sends late is drawn by its scripts, so it is asked for
 * again until it comes with the document.
 */
const openAtOnce = (page: Page, path: string, field: Locator) =>
  expect(async () => {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(field).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });

test('a form sent before the scripts have loaded keeps what was typed and answers when they have', async ({
  page,
  context,
}) => {
  await enter(context, 'operator');
  const letIn = await withoutScripts(page);
  const current = page.getByLabel('Current password');
  await openAtOnce(page, '/account', current);
  await current.fill('not my password');
  await page.getByRole('button', { name: 'Change password' }).click();
  letIn();
  await expect(page.getByText('Enter a new password.').first()).toBeVisible();
  await expect(current).toHaveValue('not my password');
});

test('a menu pressed before the scripts have loaded opens when they have', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await enter(context, 'operator');
  const letIn = await withoutScripts(page);
  await page.goto('/issuers/1003/holders', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /Ashgrove/ }).click();
  letIn();
  await expect(page.getByRole('combobox', { name: 'Find an issuer' })).toBeVisible();
  await settled(page);
});

test('what is typed and added before the scripts have loaded is part of the form when they have', async ({
  page,
  context,
}) => {
  await enter(context, 'operator');
  const letIn = await withoutScripts(page);
  const name = page.getByLabel('Name (required)');
  await openAtOnce(page, '/issuers/1008/scenarios/new', name);
  await name.fill('Tender');
  await page.getByRole('button', { name: 'Buy-back' }).click();
  letIn();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tender');
  await expect(name).toHaveValue('Tender');
  await page.getByLabel('Shares', { exact: true }).fill('3');
  await page.getByLabel('Price per share').fill('3');
  await expect(page.getByText('Transfer, repurchase')).toBeVisible();
});

test('what is typed before the scripts have loaded is added to a form that was left', async ({
  page,
  context,
}) => {
  await enter(context, 'officer');
  const path = '/issuers/1001/requests/new?kind=Issuance';
  await page.goto(path);
  const [message, shares] = [page.getByLabel('Message'), page.getByLabel('Shares')];
  await message.fill('For the award.');
  await shares.fill('77');
  await settled(page);
  const letIn = await withoutScripts(page);
  await openAtOnce(page, path, message);
  await message.fill('For the retention award.');
  letIn();
  await expect(shares).toHaveValue('77');
  await expect(message).toHaveValue('For the retention award.');
  await page.reload();
  await expect(message).toHaveValue('For the retention award.');
  await expect(shares).toHaveValue('77');
});
