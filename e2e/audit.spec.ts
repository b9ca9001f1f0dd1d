import { expect, type Page, test } from '@playwright/test';
import { ageSignIn } from './browser/age-sign-in.ts';
import { pagesFor } from './support/every-page.ts';
import { expectAccessible, expectNoSidewaysScroll, expectReadable, settled } from './support/page-checks.ts';
import { openSession, password, signIn, users } from './support/users.ts';

const holderRecord = '/issuers/1001/holders/H-100419?tab=record';
const trail = (page: Page) => page.getByRole('table', { name: 'Audit trail' });
/** Full tax IDs in the ranges the demo data uses. */
const full = /\b(?:900-?[0-4]\d-?\d{4}|00-?\d{7}|0\d{8})\b/;

test('a tax ID is shown for a reason, hidden again, and the audit trail names the user and the reason', async ({
  page,
}) => {
  const reason = `Letter of the holder, ${Date.now()}`;
  await signIn(page, 'operator', holderRecord);
  await settled(page);
  const main = page.locator('main#main');
  expect(await page.content()).not.toMatch(full);
  await page.getByRole('button', { name: 'Show full tax ID…' }).click();
  await page.getByRole('button', { name: 'Show tax ID', exact: true }).click();
  await expect(page.getByText('Enter a reason.').first()).toBeVisible();
  await page.getByLabel(/^Reason/).fill(reason);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('status').filter({ hasText: 'Hidden again in one minute' });
  await expect(shown).toContainText(/\d{4}/);
  await page.getByRole('button', { name: 'Hide number' }).click();
  await expect(shown).toHaveCount(0);
  expect(await main.innerText()).not.toMatch(full);

  await openSession(page.context(), 'admin');
  await page.goto('/admin/audit?action=secrets');
  const line = trail(page).getByRole('row').filter({ hasText: 'Revealed the tax ID of H-100419' }).first();
  await expect(line).toContainText('Done');
  await line.getByRole('button').click();
  const entry = page.getByRole('region', { name: /^Entry/ });
  await expect(entry).toContainText(reason);
  await expect(page).toHaveURL(/entry=\d+/);
  await page.reload();
  await expect(entry).toContainText(reason);
  expect(await page.content()).not.toMatch(full);
});

test('after ten minutes the password is required again, and entered text stays', async ({ page }) => {
  await signIn(page, 'officer', holderRecord);
  await settled(page);
  await ageSignIn(users.officer, 15);
  await page.getByRole('button', { name: 'Show full tax ID…' }).click();
  const reason = page.getByLabel(/^Reason/);
  await reason.fill('Form W-9 came in');
  await page.keyboard.press('Enter');
  const again = page.getByLabel('Re-enter your password');
  await again.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect password.').first()).toBeVisible();
  await expect(reason).toHaveValue('Form W-9 came in');
  await again.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Hidden again in one minute')).toBeVisible();
});

test('users without the right get neither the button nor the number in any byte', async ({ page }) => {
  await signIn(page, 'viewer', holderRecord);
  await settled(page);
  await expect(page.getByText('*****').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Show (full )?tax ID/i })).toHaveCount(0);
});

/** Every page the role may open, both as a document and as the payload of a client-side navigation. */
for (const who of ['viewer', 'downloader'] as const) {
  test(`no byte of any page gives a ${who} a tax ID, an e-mail address or a telephone number`, async ({
    context,
  }) => {
    await openSession(context, who);
    const pages = pagesFor('viewer').filter((visit) => who === 'viewer' || visit.who === 'everybody');
    expect(pages.length).toBeGreaterThan(6);
    for (const { path } of [...pages, { path: holderRecord }]) {
      for (const headers of [{ accept: 'text/html' }, { rsc: '1' }] as Record<string, string>[]) {
        const response = await context.request.get(path, { headers });
        const bytes = `${JSON.stringify(response.headers())}\n${await response.text()}`.replaceAll(
          users[who],
          '',
        );
        expect(bytes.match(full) ?? [], `${path} as ${who}`).toEqual([]);
        expect(bytes.match(/[\w.+-]+@[\w-]+\.\w+|\b\d{3}-555-01\d\d\b/g) ?? [], `${path} as ${who}`).toEqual(
          [],
        );
      }
    }
  });
}

test('the audit trail is filtered by the address, verified, and downloaded as a file', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'admin', '/admin/audit?action=accounts&outcome=ok');
  await settled(page);
  const proof = page.getByRole('status').filter({ hasText: /All [\d,]+ entries verified/ });
  await expect(proof).toBeVisible();
  // The time of the check is in the entries' time zone, not the browser's.
  const recorded = await trail(page).getByRole('row').nth(1).innerText();
  const hourOf = (text: string) => {
    const [, hour, half] = /(\d+):\d\d(?::\d\d)? ([AP])M/.exec(text) ?? [];
    return (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  };
  expect([0, 1]).toContain((hourOf(await proof.innerText()) - hourOf(recorded) + 24) % 24);
  // The verification of the trail is itself an entry, and may be the first.
  await expect(trail(page).getByRole('row').filter({ hasText: 'Signed in' }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption({ label: 'Refused' });
  await expect(page).toHaveURL(/outcome=refused/);
  await page.getByRole('searchbox', { name: 'Object, request ID or IP address' }).fill('no-such-object');
  await expect(page.getByText('No entries', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/object=no-such-object/);

  await page.goto('/admin/audit?action=accounts');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^AuditTrail_\d{8}\.csv$/);

  await page.getByText('Checkpoint and comparison with a saved checkpoint').click();
  await page.getByLabel('Saved checkpoint').fill(`1:${'0'.repeat(64)}`);
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect(page.getByText('differs from the checkpoint')).toBeVisible();
});

test('only administrators have this page', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator');
  await expect(page.getByRole('link', { name: 'Audit', exact: true })).toHaveCount(0);
  for (const who of ['operator', 'officer', 'downloader'] as const) {
    // Asked without the page: what an open page reads for the user before may lead it to sign-in meanwhile.
    await openSession(page.context(), who);
    expect((await page.request.get('/admin/audit')).status()).toBe(404);
    for (const path of ['/api/audit', '/api/audit/file?format=csv', '/api/audit/proof'])
      expect((await page.request.get(path)).status()).toBe(403);
  }
});

test('the overview shows the last visit', async ({ page }) => {
  await signIn(page, 'officer', '/issuers/1001');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'What changed' }) });
  await expect(section).toContainText(/This is your first visit|Your last visit was on/);
});

test('the page is accessible: axe, both themes, 360 px', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'admin', '/admin/audit?action=all');
  await settled(page);
  await trail(page).getByRole('row').nth(1).getByRole('button').click();
  await expect(page.getByRole('region', { name: /^Entry/ })).toBeVisible();
  await expectAccessible(page);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await expectReadable(page, theme);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('the page works by keyboard', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'admin');
  await page.keyboard.press('g');
  await page.keyboard.press('z');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await settled(page);
  await page.getByRole('combobox', { name: 'Action', exact: true }).focus();
  await page.keyboard.type('Everything');
  await expect(page).toHaveURL(/action=all/);
  const heading = page.getByRole('heading', { name: /^Entry/ });
  await expect(async () => {
    // The former rows are replaced when the new ones arrive; a focus inside them would be lost.
    await trail(page).getByRole('row').nth(1).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(heading).toBeFocused({ timeout: 1_500 });
  }).toPass();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveCount(0);
});
