// The demo users, and signing in as one of them.

import { type BrowserContext, expect, type Page } from '@playwright/test';

export const password = 'harborline-demo';

export const users = {
  operator: 'operator@harborline.example',
  clerk: 'clerk@harborline.example',
  admin: 'admin@harborline.example',
  officer: 'officer@larkspur.example',
  viewer: 'viewer@larkspur.example',
  downloader: 'reports@prairie.example',
} as const;

/** A separate session of the user for everything the context opens; no other test shares or ends it. */
export async function openSession(
  context: BrowserContext,
  who: keyof typeof users,
  origin = process.env.BASE_URL ?? '',
): Promise<void> {
  const { request } = context;
  const { csrfToken } = (await (await request.get(`${origin}/api/auth/csrf`)).json()) as {
    csrfToken: string;
  };
  const response = await request.post(`${origin}/api/auth/callback/credentials`, {
    headers: { origin },
    form: { email: users[who], password, csrfToken, json: 'true' },
    maxRedirects: 0,
  });
  expect(response.status(), `sign-in of ${who}`).toBeLessThan(400);
}

const sessions = new Map<keyof typeof users, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** One session per user and worker, for tests that only read: they neither end it nor depend on its age. */
export async function enter(context: BrowserContext, who: keyof typeof users): Promise<void> {
  const saved = sessions.get(who);
  if (saved) return context.addCookies(saved);
  await openSession(context, who);
  sessions.set(who, await context.cookies());
}

/** Signs in without the sign-in page, which has its own tests, and goes to a page. */
export async function signIn(page: Page, who: keyof typeof users, at = '/'): Promise<void> {
  await openSession(page.context(), who);
  await page.goto(at);
  await expect(page).not.toHaveURL(/\/sign-in/);
  await expect(page.locator('main#main')).toBeVisible();
}

/** Signs in as another user. The page of the user before is left first: without its session it goes to the sign-in page. */
export async function signInInstead(page: Page, who: keyof typeof users): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, who);
}

/** Signs in by typing, as a user does, and waits for the first page. */
export async function signInByHand(page: Page, who: keyof typeof users, at = '/'): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill(users[who]);
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
