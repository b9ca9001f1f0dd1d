import { type Browser, expect, type Page, test } from '@playwright/test';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { calendarDay, startDashboard } from '#tests/app/running';
import { expectAccessible, expectNoSidewaysScroll, expectReadable } from './support/page-checks.ts';
import { password, signIn, signInInstead, users } from './support/users.ts';

const own = 'an anchor under the pier';
/** The error of a form; notifications and the route announcer are alerts as well. */
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: '.' }).first();

let made = 0;
/** A unique email for each test: the journeys share one store and may be run again on it. */
const newcomer = () => {
  made += 1;
  return `newcomer-${Date.now()}-${made}@harborline.example`;
};

/** In every variant of a page: light and dark, high contrast, and phone width. */
async function expectReadableInThemes(page: Page) {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page, 'dark');
  await page.emulateMedia({ colorScheme: null, contrast: 'more' });
  await expectReadable(page, 'high contrast');
  await page.emulateMedia({ contrast: null });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  if (before) await page.setViewportSize(before);
}

/** Invites a user as the administrator, who re-authenticates if necessary, and reads the link off the page. */
async function invite(page: Page, email: string, role: string, issuer?: string): Promise<string> {
  await page.goto('/admin/users/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('New Comer');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('radio', { name: role }).check();
  if (issuer) await page.getByLabel('Add an issuer').selectOption({ label: issuer });
  await page.getByRole('button', { name: 'Create account and link' }).click();
  await expect(page.getByRole('heading', { name: 'Send this link' })).toBeFocused();
  const link = await page.getByText(/\/sign-in\/invited\//).innerText();
  return new URL(link).pathname;
}

/** Accepts the invitation in a separate browser, without script. */
async function takeUp(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.BASE_URL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel('Password', { exact: true }).fill(own);
  await page.getByLabel('Confirm password').fill(own);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  return page;
}

async function enterAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(own);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('sign-in works without script, and reports a wrong password', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.BASE_URL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/get');
  await page.getByLabel('Email').fill(users.downloader);
  await page.getByLabel('Password').fill('not-this-one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(alert(page)).toContainText('Incorrect email or password');
  await page.getByLabel('Email').fill(users.downloader);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/get$/);
  await context.close();
});

test('an administrator invites a user, who sets a password; the link works once', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'admin', '/admin/users');
  await expect(page.getByRole('link', { name: 'Adrian Cole' })).toBeVisible();
  await expectReadableInThemes(page);
  await page.getByRole('link', { name: 'Invite user' }).click();
  await expect(page.getByRole('heading', { name: 'Invite user' })).toBeVisible();
  await page.getByRole('button', { name: 'Create account and link' }).click();
  await expect(alert(page)).toContainText('Check the highlighted fields');
  await expectReadableInThemes(page);
  const email = newcomer();
  const path = await invite(page, email, 'Issuer viewer', 'Larkspur Instruments Corporation (1001)');
  await expectReadableInThemes(page);
  const theirs = await takeUp(browser, path);
  await expect(theirs).toHaveURL(/\/issuers\/1001$/);
  await theirs.goto(path);
  await expect(theirs.getByRole('heading', { name: 'This link has expired' })).toBeVisible();

  await page.getByRole('link', { name: 'Open account' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expectReadableInThemes(page);
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await theirs.goto('/issuers/1001');
  await expect(theirs).toHaveURL(/\/sign-in/);
  await theirs.context().close();
});

test('a withdrawn grant applies at the next click', { tag: '@long' }, async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const path = await invite(page, newcomer(), 'Issuer officer', 'Larkspur Instruments Corporation (1001)');
  await page.getByRole('link', { name: 'Open account' }).click();
  const theirs = await takeUp(browser, path);
  expect((await theirs.goto('/issuers/1001/cap-table'))?.status()).toBe(200);
  await page.getByLabel('Add an issuer').selectOption({ label: 'Prairie Solar Holdings, Inc. (1004)' });
  await page.getByRole('button', { name: 'Remove Larkspur Instruments Corporation' }).click();
  await page.getByRole('button', { name: 'Save role and issuers' }).click();
  await expect(page.getByText('Saved. Applies immediately.')).toBeVisible();
  expect((await theirs.goto('/issuers/1001/cap-table'))?.status()).toBe(404);
  expect((await theirs.goto('/issuers/1004'))?.status()).toBe(200);
  await theirs.context().close();
});

test('no user changes their own role, and only administrators see these pages', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'admin', '/admin/users');
  await page.getByRole('link', { name: 'Adrian Cole' }).click();
  await expect(page.getByText('This is your own account.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Save|Disable/ })).toHaveCount(0);
  const address = page.url();
  await signInInstead(page, 'operator');
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  for (const path of ['/admin/users', '/admin/users/new', address]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
});

test('own account: password, second factor, recovery codes, sessions', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await signIn(page, 'admin');
  const email = newcomer();
  const path = await invite(page, email, 'Operator');
  await (await takeUp(browser, path)).context().close();

  const context = await browser.newContext({ baseURL: process.env.BASE_URL });
  const user = await context.newPage();
  await user.goto('/account');
  await enterAs(user, email);
  await expect(user).toHaveURL(/\/account$/);
  await expect(user.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expect(user.getByText('This browser')).toBeVisible();
  await user.getByRole('button', { name: 'Sign out other sessions' }).click();
  await expect(user.getByRole('button', { name: 'Sign out other sessions' })).toHaveCount(0);

  await user.getByLabel('Current password').fill('not it');
  await user.getByLabel('New password').fill('baseball1');
  await user.getByLabel('Confirm password').fill('baseball1');
  await user.getByRole('button', { name: 'Change password' }).click();
  await expect(alert(user)).toContainText('too common');

  await user.getByRole('link', { name: 'Set up authenticator app' }).click();
  await expect(user.getByRole('img', { name: /QR code for your authenticator app/ })).toBeVisible();
  await expectReadableInThemes(user);
  const secret = (await user.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await user.getByLabel(/six-digit code/).fill('000000');
  await user.getByRole('button', { name: 'Turn on authenticator app' }).click();
  await expect(alert(user)).toContainText('Incorrect code');
  await expect(user.getByText(secret.slice(0, 4))).toBeVisible();
  await user.getByLabel(/six-digit code/).fill(codeAt(secret, stepAt(Date.now())));
  await user.getByRole('button', { name: 'Turn on authenticator app' }).click();
  await expect(user.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await expect(user.getByRole('listitem')).toHaveCount(10);
  const recovery = await user.getByRole('listitem').first().innerText();
  await expectReadableInThemes(user);
  await user.getByRole('button', { name: 'I saved these codes' }).click();
  await expect(user).toHaveURL(/\/account$/);
  await expect(user.getByText('10 of 10 recovery codes left')).toBeVisible();
  await user.goto('/sign-in/second-factor');
  await expect(user.getByText(recovery)).toHaveCount(0);

  await user.goto('/account');
  await user.getByRole('button', { name: 'Sign out of all sessions' }).click();
  await expect(user).toHaveURL(/\/sign-in/);
  await user.goto('/reports');
  await enterAs(user, email);
  await expect(user.getByRole('heading', { name: 'Enter your verification code' })).toBeVisible();
  await expectReadableInThemes(user);
  await user.goto('/ops/queue');
  await expect(user).toHaveURL(/\/sign-in\/code/);
  await user.getByLabel('Code').fill('123456');
  await user.getByRole('button', { name: 'Continue' }).click();
  await expect(alert(user)).toContainText('Incorrect code');
  await user.getByLabel('Code').fill(recovery);
  await user.getByRole('button', { name: 'Continue' }).click();
  await expect(user).toHaveURL(/\/ops\/queue/);
  await user.goto('/account');
  await expect(user.getByText('9 of 10 recovery codes left')).toBeVisible();
  await context.close();
});

/** The browser's virtual authenticator, which confirms every request. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey: set up at the first sign-in, used to sign in and to re-authenticate, listed on the account page', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { E2E_DATA_DIR: dataDir, E2E_STORE_URL: storeUrl, E2E_REGISTRY: registry } = process.env;
  test.skip(!dataDir || !registry, 'needs a dashboard of its own beside the one of the journeys');
  test.setTimeout(240_000);
  await signIn(page, 'admin');
  const email = newcomer();
  const path = await invite(page, email, 'Operator');
  await (await takeUp(browser, path)).context().close();

  const rule = { ...calendarDay, REQUIRE_SECOND_FACTOR: 'agent' };
  const port = new URL(`http://${registry}`).port;
  const site = await startDashboard({ dataDir: dataDir ?? '', storeUrl }, port, rule, 'localhost');
  const context = await browser.newContext({ baseURL: site.url });
  try {
    const user = await context.newPage();
    await addAuthenticator(user);
    await user.goto('/account');
    await enterAs(user, email);
    await expect(user).toHaveURL(/\/sign-in\/second-factor/);
    await expect(user.getByRole('heading', { name: 'Authenticator app' })).toBeVisible();
    await user.getByRole('button', { name: 'Add passkey' }).click();
    await expect(alert(user)).toContainText('Enter a name.');
    await expectReadableInThemes(user);
    await user.getByLabel('Name').fill('Office laptop');
    await user.getByRole('button', { name: 'Add passkey' }).click();
    await expect(user.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
    await user.getByRole('button', { name: 'I saved these codes' }).click();
    await expect(user).toHaveURL(/\/account$/);
    await expect(user.getByText('Office laptop', { exact: true })).toBeVisible();
    await expect(user.getByText('10 of 10 recovery codes left')).toBeVisible();
    // The role needs a second factor: the last one has no remove button.
    await expect(user.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(0);

    await user.getByRole('button', { name: 'Sign out of all sessions' }).click();
    await expect(user).toHaveURL(/\/sign-in/);
    await user.goto('/account');
    await enterAs(user, email);
    await expect(user.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible();
    await expect(user.getByRole('button', { name: 'Use your passkey' })).toBeVisible();
    await expectReadableInThemes(user);
    await user.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(user).toHaveURL(/\/account$/);

    await user.getByRole('button', { name: 'Rename the passkey Office laptop' }).click();
    await user.getByLabel('Name', { exact: true }).fill('Laptop at the desk');
    await user.getByRole('button', { name: 'Save name' }).click();
    await expect(user.getByText('Laptop at the desk', { exact: true })).toBeVisible();
    await expectReadableInThemes(user);
    await user.getByRole('button', { name: 'Create new recovery codes' }).click();
    // The form for a new password shows the same text further up.
    await expect(user.getByText('You confirm this with your passkey.').last()).toBeVisible();
    await expectReadableInThemes(user);
    await user.getByRole('button', { name: 'Create new codes' }).click();
    await expect(user.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  } finally {
    await context.close();
    await site.stop();
  }
});

test('at an IP address the pages say why there are no passkeys', async ({ page }) => {
  await signIn(page, 'officer', '/account');
  await expect(page.getByText('Passkeys require an HTTPS address with a host name.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add passkey' })).toHaveCount(0);
});
