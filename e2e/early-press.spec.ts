import { expect, type Page, test } from '@playwright/test';
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

test('a form sent before the scripts have loaded keeps what was typed and answers when they have', async ({
  page,
  context,
}) => {
  await enter(context, 'operator');
  const letIn = await withoutScripts(page);
  await page.goto('/account', { waitUntil: 'commit' });
  const current = page.getByLabel('Current password');
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
