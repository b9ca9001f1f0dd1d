import { type Browser, expect, type Page, test } from '@playwright/test';
import { makeTrouble, type Trouble } from '../tests/stand-ins/between.ts';
import { pagesFor, type Visit } from './every-page.ts';
import { expectAccessible, expectReadable } from './looks.ts';
import { openSession } from './people.ts';

/*
 * Every page over a registry in trouble (issue 4, "Everywhere"; peers §6, end). The second dashboard of the journeys
 * reaches the registry through a stand-in; one kind of trouble at a time, so these run one after the other. The
 * pages' own clock is moved on, so that nobody waits.
 */
const { E2E_TROUBLED: troubled = '', E2E_BETWEEN: between = '' } = process.env;

const way = /^(Cancel|Stop)/;
const again = /^(Read it now|Read the rest|Go on|Continue|Read on|Try again)/;
const slowAfterMs = 2_000;
const stuckAfterMs = 5_000;

/** Runs a check over every page in one kind of trouble; one page's fault must not hide the next one's. */
async function sweep(
  { browser, page }: { browser: Browser; page: Page },
  trouble: Trouble,
  check: (there: Page, visit: Visit) => Promise<void>,
) {
  await openSession(page.context(), 'operator');
  const cookies = await page.context().cookies();
  const faults: string[] = [];
  for (const visit of pagesFor('operator')) {
    await test.step(visit.path, async () => {
      const context = await browser.newContext({ baseURL: troubled, locale: 'en-US' });
      await context.addCookies(cookies);
      const there = await context.newPage();
      await there.clock.install();
      await makeTrouble(between, trouble);
      try {
        await there.goto(visit.path, { waitUntil: 'commit' });
        expect(there.url()).not.toContain('/sign-in');
        await check(there, visit);
      } catch (error) {
        faults.push(`${visit.path}: ${(error as Error).message}`);
      }
      await makeTrouble(between, 'none');
      await context.close();
    });
  }
  expect(faults.join('\n\n')).toBe('');
}

/** Lets the page's time pass until something is there; how much is left to the page, which may not listen yet. */
async function passing(page: Page, ms: number, there: () => Promise<void>) {
  await expect(async () => {
    await page.clock.fastForward(ms);
    await there();
  }).toPass({ timeout: 30_000 });
}

/** In light and in dark; what stands around the pages is the same on all of them and looked at elsewhere. */
async function expectGoodLooks(page: Page) {
  await expectAccessible(page, 'main');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await expectReadable(page, 'dark');
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const soon = { timeout: 1_000 };

/** Says what is wrong itself, with a way to try again; the page as a whole has not failed. */
async function expectNamed(page: Page, quiet = false) {
  const main = page.locator('main');
  await expect(heading(page)).toBeVisible();
  if (!quiet) {
    await passing(page, slowAfterMs, async () => {
      await expect(main.getByRole('alert').first(), 'said').toContainText(/registry/i, soon);
    });
    const on = main.getByRole('button', { name: again }).or(main.getByRole('link', { name: again }));
    await expect(on.first(), 'a way on').toBeVisible();
  }
  await expect(main.getByText('This page could not be shown')).toHaveCount(0);
  await expect(main).not.toContainText('Bad Gateway');
  await expectGoodLooks(page);
}

test.describe('every page', () => {
  test.skip(!troubled, 'trouble can be made only for the Sharebook that the journeys started');
  test.afterEach(() => makeTrouble(between, 'none'));

  test('over a slow registry: something at once, words while it lasts, and a way out', async ({
    browser,
    page,
  }) => {
    test.setTimeout(300_000);
    await sweep({ browser, page }, 'held', async (there, { quiet }) => {
      const main = there.locator('main');
      if (quiet) {
        await expect(heading(there)).toBeVisible();
        await expect(main.locator('.skeleton')).toHaveCount(0);
        return;
      }
      const words = main.getByRole('status').filter({ hasText: /\w.*\./ });
      await passing(there, slowAfterMs, () => expect(words.first(), 'words').toBeVisible(soon));
      const out = main.getByRole('button', { name: way }).first();
      await passing(there, stuckAfterMs, () => expect(out, 'a way out').toBeVisible(soon));
      await expectGoodLooks(there);
      await out.click();
      const back = main.getByRole('button', { name: again }).first();
      await passing(there, 1_000, () => expect(back, 'a way back').toBeVisible(soon));
      await expectAccessible(there, 'main');
    });
  });

  test('over a broken registry: named in words, and tried again', async ({ browser, page }) => {
    test.setTimeout(300_000);
    await sweep({ browser, page }, 'broken', (there, { quiet }) => expectNamed(there, quiet));
  });

  test('over a registry that answers nothing at all: each says so itself', async ({ browser, page }) => {
    test.setTimeout(300_000);
    await sweep({ browser, page }, 'dropped', (there, { quiet }) => expectNamed(there, quiet));
  });
});

test('with less motion nothing moves, also where something is waited for', async ({ page, context }) => {
  await openSession(context, 'operator');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await context.route('**/api/upstream/**', () => {});
  await page.goto('/issuers/1003/cap-table?view=holder');
  await expect(page.locator('main .skeleton').first()).toBeVisible();
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => {
          const { duration, iterations } = effect?.getComputedTiming() ?? {};
          return playState === 'running' && (Number(duration) > 1 || iterations === Infinity);
        })
        .map((one) => (one as CSSAnimation).animationName),
    );
  await expect.poll(moving).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toContain('skeleton');
});

test('what is told in passing lands in a live region that was there before', async ({ page, context }) => {
  await openSession(context, 'operator');
  await page.goto('/issuers/1001/holders?q=trust');
  const notes = page.getByRole('region', { name: 'Notifications' });
  await expect(notes.getByRole('status')).toBeAttached();
  await expect(notes.getByRole('alert')).toBeAttached();
  await notes.getByRole('status').evaluate((region) => {
    (region as HTMLElement).dataset.before = 'yes';
  });
  await page.getByRole('button', { name: /^Larkspur/ }).click();
  await page.getByRole('combobox', { name: 'Find an issuer' }).fill('ashgrove');
  await page.keyboard.press('Enter');
  const said = notes.locator('[role="status"][data-before="yes"]');
  await expect(said).toContainText('were left behind');
  await expectAccessible(page);
  await said.getByRole('button', { name: 'Dismiss' }).click();
  await expect(said).toBeEmpty();
});
