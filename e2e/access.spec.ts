import { expect, test } from '@playwright/test';
import { password, signIn, signInByHand, users } from './support/users.ts';

test('a wrong password: a clear error, and the email stays in the field', async ({ page }) => {
  await page.goto('/sign-in?next=/issuers/1001');
  await page.getByLabel('Email').fill(users.officer);
  await page.getByLabel('Password').fill('not-this-one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect email or password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(users.officer);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/issuers\/1001$/);
});

test('sign-in redirects only to this site', async ({ page }) => {
  expect((await page.goto('/sign-in?next=//example.org/'))?.status()).toBe(400);
  await page.goto('/sign-in?next=/sign-in');
  await page.getByRole('button', { name: /Sign in as Operator Olivia/ }).click();
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(process.env.BASE_URL);
});

test('a viewer sees the granted issuer and nothing of another', async ({ page }) => {
  await signInByHand(page, 'viewer');
  await expect(page).toHaveURL(/\/issuers\/1001$/);
  await expect(page.getByRole('link', { name: 'Portfolio' })).toHaveCount(0);
  const other = await page.goto('/issuers/1002');
  const foreign = await page.locator('main#main').innerText();
  const absent = await page.goto('/issuers/4711');
  expect(await page.locator('main#main').innerText()).toBe(foreign);
  expect(foreign).toContain('Page not found');
  expect([other?.status(), absent?.status()]).toEqual([404, 404]);
  // Her menu leads to her own issuer from every page.
  const menu = page.getByRole('navigation').getByRole('link', { name: 'Cap table' });
  await expect(menu).toHaveAttribute('href', /^\/issuers\/1001\//);
  await page.goto('/reports/new/shareholder-list?issuer=1002');
  await expect(page.getByText('Shareholder list of Larkspur Instruments Corporation')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Tax IDs' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Addresses' })).toHaveCount(0);
});

test('a downloader sees reports only', async ({ page }) => {
  await signInByHand(page, 'downloader');
  await expect(page).toHaveURL(/\/get$/);
  await expect(page.getByRole('link', { name: 'Cap table' })).toHaveCount(0);
  expect((await page.goto('/issuers/1004'))?.status()).toBe(404);
});

test('an ended session leads to sign-in and back', async ({ page, context }) => {
  await signIn(page, 'officer', '/issuers/1001/ownership');
  await expect(page.getByText('37,800,000').first()).toBeVisible();
  await context.clearCookies({ name: /sharebook\.session/ });
  await page.getByLabel('As of', { exact: true }).fill('2025-12-31');
  await expect(page).toHaveURL(/\/sign-in\?/, { timeout: 20_000 });
  await page.getByLabel('Email').fill(users.officer);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/issuers\/1001\/ownership/);
});
