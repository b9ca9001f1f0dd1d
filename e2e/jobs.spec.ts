import { expect, type Locator, type Page, test } from '@playwright/test';
import { settled } from './looks.ts';
import { signIn } from './people.ts';

const clicksMax = 3;

/** Counts what a person presses with the mouse; typing and Enter are not clicks. */
function hand(page: Page) {
  let clicks = 0;
  const startedMs = Date.now();
  return {
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    done: () => {
      const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
      // How long it took is told, not judged here: the machine of the tests is not the person's (bench/ measures).
      test
        .info()
        .annotations.push({ type: 'job', description: `${clicks} clicks, ${seconds} s, ${page.url()}` });
      expect(clicks).toBeLessThanOrEqual(clicksMax);
    },
  };
}

/** Five jobs from the first page after sign-in, for somebody with one issuer (issue 4). */
test.describe('five jobs', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'officer');
    await expect(page).toHaveURL(/\/issuers\/1001$/);
  });

  test('download today’s register', async ({ page }) => {
    const { click, done } = hand(page);
    const coming = page.waitForEvent('download', { timeout: 60_000 });
    await click(page.getByRole('button', { name: /^Download the register as of today/ }));
    const link = page.getByRole('link', { name: /^Download ShareholderList_1001_/ });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await click(link);
    expect((await coming).suggestedFilename()).toMatch(/^ShareholderList_1001_\d{8}\.xlsx$/);
    done();
  });

  test('find a holder by name', async ({ page }) => {
    const { click, done } = hand(page);
    await click(page.getByRole('button', { name: /^Search/ }));
    const box = page.getByRole('combobox', { name: /^Search pages/ });
    await expect(box).toBeFocused();
    await box.fill('gina updegraff');
    await click(page.getByRole('option', { name: /GINA H UPDEGRAFF/i }).first());
    await expect(page).toHaveURL(/\/issuers\/1001\/holders\/[^/]+$/);
    await expect(page.getByRole('heading', { level: 1, name: /GINA H UPDEGRAFF/i })).toBeVisible();
    done();
  });

  test('what changed this quarter', async ({ page }) => {
    const { click, done } = hand(page);
    await click(page.getByRole('link', { name: 'Compare', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
    await settled(page);
    await expect(page.locator('main#main')).toContainText(/September 30, 2026|9\/30\/2026|2026-09-30/);
    await expect(page.locator('main#main')).toContainText(/came|left|rose|fell|new/i);
    done();
  });

  test('shares left to issue', async ({ page }) => {
    const { done } = hand(page);
    const left = page.locator('dt', { hasText: /^Left to issue$/ }).locator('xpath=following-sibling::dd[1]');
    await expect(left.first()).toHaveText('57,437,350');
    done();
  });

  test('is the quorum met', async ({ page }) => {
    const { click, done } = hand(page);
    await click(page.getByRole('link', { name: 'Proxies', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'Proxies' })).toBeVisible();
    await expect(
      page
        .locator('main#main')
        .getByText(/quorum/i)
        .first(),
    ).toBeVisible();
    await expect(page.locator('main#main')).toContainText(
      /quorum (was )?(not )?met|needed for the quorum|after the record date/i,
    );
    done();
  });
});
