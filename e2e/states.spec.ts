import { type Browser, expect, type Page, test } from '@playwright/test';
import { makeTrouble, type Trouble } from '../tests/stand-ins/between.ts';
import { pagesFor, type Visit } from './every-page.ts';
import { expectAccessible, expectReadable } from './looks.ts';
import { openSession } from './people.ts';

/*
 * Every page over a registry in trouble (issue 4, "Everywhere"; peers §6, end). The second dashboard of the journeys
 * reaches the registry through a stand-in; one kind of trouble at a time, so these run one after the other.
 */
const { E2E_TROUBLED: troubled = '', E2E_BETWEEN: between = '' } = process.env;
/** Pages looked at together: their waiting overlaps. */
const atOnce = 6;

const way = /^(Cancel|Stop)/;
const again = /^(Read it now|Read the rest|Go on|Continue|Read on|Try again)/;

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

async function openApart(browser: Browser, cookies: Cookies, { path }: Visit, held: boolean): Promise<Page> {
  // A context each: a page that waits must not take another one's connections.
  const context = await browser.newContext({ baseURL: troubled, locale: 'en-US' });
  await context.addCookies(cookies);
  const page = await context.newPage();
  // What the browser itself asks waits here, or it would wait for a place among the person's reads.
  if (held) await context.route('**/api/upstream/**', () => {});
  await page.goto(path, { waitUntil: "commit" });
  expect(page.url()).not.toContain("/sign-in");
  return page;
}

/** Runs a check over every page in one kind of trouble; one page's fault must not hide the next one's. */
async function sweep(
  { browser, page }: { browser: Browser; page: Page },
  trouble: Trouble,
  check: (there: Page, visit: Visit) => Promise<void>,
) {
  await openSession(page.context(), 'operator');
  const cookies = await page.context().cookies();
  const left = [...pagesFor('operator')];
  const faults: string[] = [];
  while (left.length > 0) {
    const some = left.splice(0, atOnce);
    await makeTrouble(between, trouble);
    const pages = await Promise.all(
      some.map((visit) => openApart(browser, cookies, visit, trouble === 'held')),
    );
    for (const [index, there] of pages.entries()) {
      const visit = some[index] as Visit;
      await test.step(visit.path, async () => {
        await check(there, visit).catch((error: Error) => faults.push(`${visit.path}: ${error.message}`));
      });
    }
    await makeTrouble(between, 'none');
    await Promise.all(pages.map((there) => there.context().close()));
  }
  expect(faults.join('\n\n')).toBe('');
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
        return expectGoodLooks(there);
      }
      const words = main.getByRole('status').filter({ hasText: /\w.*\./ });
      await expect(words.first(), 'words').toBeVisible();
      const out = main.getByRole('button', { name: way }).first();
      await expect(out, 'a way out').toBeVisible();
      await expectGoodLooks(there);
      await out.click();
      await expect(main.getByRole('button', { name: again }).first(), 'a way back').toBeVisible();
      await expectAccessible(there, 'main');
    });
  });

  test('over a broken registry: named in words, and tried again', async ({ browser, page }) => {
    test.setTimeout(300_000);
    await sweep({ browser, page }, 'broken', async (there, { quiet }) => {
      const main = there.locator('main');
      await expect(heading(there)).toBeVisible();
      if (!quiet) {
        await expect(main.getByRole('alert').first(), 'said').toContainText(/registry/i, { timeout: 40_000 });
        await expect(main.getByRole('button', { name: again }).first(), 'a way on').toBeVisible();
      }
      await expect(main).not.toContainText('Bad Gateway');
      await expect(main.getByText('This page could not be shown')).toHaveCount(0);
      await expectGoodLooks(there);
    });
  });

  test('over a registry that answers nothing at all: each says so itself', async ({ browser, page }) => {
    test.setTimeout(300_000);
    await sweep({ browser, page }, 'dropped', async (there, { quiet }) => {
      const main = there.locator('main');
      await expect(heading(there)).toBeVisible();
      await expect(main.locator('.skeleton')).toHaveCount(0, { timeout: 40_000 });
      await expect(main.getByText('This page could not be shown')).toHaveCount(0);
      if (!quiet) {
        await expect(main.getByRole('alert').first(), 'said').toContainText(/registry/i, { timeout: 40_000 });
        await expect(
          main
            .getByRole('button', { name: again })
            .or(main.getByRole('link', { name: again }))
            .first(),
          'a way on',
        ).toBeVisible();
      }
      await expectGoodLooks(there);
    });
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
