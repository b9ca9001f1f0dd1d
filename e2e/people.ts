import { expect, type Page } from '@playwright/test';

export const password = 'harborline-demo';

export const people = {
  operator: 'operator@harborline.example',
  admin: 'admin@harborline.example',
  officer: 'officer@larkspur.example',
  viewer: 'viewer@larkspur.example',
  downloader: 'reports@prairie.example',
} as const;

/** Signs in by typing, as a person does, and waits for the first page inside. */
export async function signIn(page: Page, who: keyof typeof people, at = '/'): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill(people[who]);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await expect(page.locator('main#main')).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
}
