// Five everyday tasks as sequences of clicks, which tests count.

import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './page-checks.ts';

/** Presses something with the mouse, which is counted; typing and Enter are not clicks. */
export type Click = (what: Locator) => Promise<void>;

/** Presses only after hydration: a page is drawn before its script runs, and an earlier press is lost. */
export async function press(what: Locator): Promise<void> {
  const isAlive = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps$'));
  await expect.poll(() => what.evaluate(isAlive), { intervals: [10], timeout: 60_000 }).toBe(true);
  await what.click();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Five jobs, each from the first page after sign-in, for a user with one issuer; each ends with its result. */
export const jobs: Readonly<Record<string, (page: Page, click: Click) => Promise<void>>> = {
  'download today’s register': async (page, click) => {
    const coming = page.waitForEvent('download', { timeout: 60_000 });
    await click(page.getByRole('button', { name: /^Download register as of today/ }));
    const link = page.getByRole('link', { name: /^Download ShareholderList_1001_/ });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await click(link);
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^ShareholderList_1001_\d{8}\.xlsx$/);
    await file.path();
  },

  'find a holder by name': async (page, click) => {
    await click(page.getByRole('button', { name: /^Search/ }));
    const box = page.getByRole('combobox', { name: /^Search pages/ });
    await expect(box).toBeFocused();
    await box.fill('gina updegraff');
    await click(page.getByRole('option', { name: /GINA H UPDEGRAFF/i }).first());
    await expect(page).toHaveURL(/\/issuers\/1001\/holders\/[^/]+$/);
    await expect(heading(page, /GINA H UPDEGRAFF/i)).toBeVisible();
  },

  'what changed this quarter': async (page, click) => {
    await click(page.getByRole('link', { name: 'Compare', exact: true }));
    await expect(heading(page, 'Compare')).toBeVisible();
    await settled(page);
    await expect(page.locator('main#main')).toContainText('Sep 30, 2026');
    await expect(page.locator('main#main')).toContainText(/new|closed|increased|decreased/i);
  },

  'shares left to issue': async (page) => {
    const left = page
      .locator('dt', { hasText: /^Available to issue$/ })
      .locator('xpath=following-sibling::dd[1]');
    await expect(left.first()).toHaveText('57,437,350');
  },

  'is the quorum met': async (page, click) => {
    await click(page.getByRole('link', { name: 'Proxies', exact: true }));
    await expect(heading(page, 'Proxies')).toBeVisible();
    await expect(page.locator('main#main')).toContainText(
      /quorum (was )?(not )?met|needed for the quorum|after the record date/i,
    );
  },
};
