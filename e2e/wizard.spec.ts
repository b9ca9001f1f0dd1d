import { expect, test } from '@playwright/test';
import { ageSignIn } from './browser/aged.ts';
import { readZip } from './files.ts';
import { expectAccessible, settled } from './looks.ts';
import { password, people, signIn } from './people.ts';

const create = { name: 'Create shareholder list' };

test('full tax ids need a reason and a fresh password; nothing typed is lost on the way', async ({
  page,
}) => {
  test.skip(
    !process.env.E2E_DATA_DIR,
    'the age of a sign-in can only be set in the database of the journeys',
  );
  test.setTimeout(150_000);
  await signIn(page, 'admin', '/reports/new/shareholder-list?issuer=1003&isPDF=false');
  await settled(page);
  await page.getByRole('checkbox', { name: 'Tax ids' }).check();
  await expect(page.getByText('Full tax ids of every account')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Tax id$/ })).toBeVisible();

  await page.getByRole('button', create).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Say in a few words' })).toBeVisible();
  await page.getByLabel('Why this is needed').fill('Escheatment filing');

  await ageSignIn(people.admin, 11);
  await page.getByRole('button', create).click();
  const again = page.getByLabel('Your password, once more');
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await again.fill('not-this-one');
  await page.getByRole('button', create).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'The email or the password is not right' }),
  ).toBeVisible();
  await expect(page.getByLabel('Why this is needed')).toHaveValue('Escheatment filing');
  await expect(page.getByRole('checkbox', { name: 'Tax ids' })).toBeChecked();

  await again.fill(password);
  await page.getByRole('button', create).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  const link = page.getByRole('link', { name: /^Download ShareholderList_1003_/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const coming = page.waitForEvent('download');
  await link.click();
  const entries = readZip(await (await coming).path());
  const words = [...entries.values()].map((bytes) => bytes.toString('utf8')).join('');
  expect(words).toContain('Tax id type');
});

test('a holder is found by name among 20,480, and what is typed stays', async ({ page }) => {
  await signIn(page, 'operator', '/reports/new/shareholder-list?issuer=1004');
  await settled(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByText('Selection', { exact: false }).first().click();
  const box = page.getByRole('combobox', { name: 'Shareholder' });
  await box.click();
  expect(asked.filter((url) => url.includes('cap/table'))).toEqual([]);
  await box.fill('beverly bancroft');
  const option = page.getByRole('option', { name: /BEVERLY H BANCROFT/ }).first();
  await expect(option).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', create).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This is a name, not an account number' }),
  ).toBeVisible();
  await expect(box).toHaveValue('beverly bancroft');
  await box.click();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(/^[\w-]+$/);
  const account = await box.inputValue();
  await expect(page.getByText(`Account ${account} only.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`customerShareholderId=${account}`));
  await page.reload();
  await expect(page.getByText(`Account ${account} only.`)).toBeVisible();
});
