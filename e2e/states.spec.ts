import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { routes } from '#lib/routes';
import { injectFault, type RegistryFault } from '#tests/fakes/faulty-proxy';
import { sampled } from '#tests/lane';
import { pagesFor, type Visit } from './support/every-page.ts';
import { expectSteady, watchMoves } from './support/layout-shift.ts';
import { expectAccessible, expectReadable } from './support/page-checks.ts';
import { enter, openSession } from './support/users.ts';

/*
 * Every page while the registry fails. The second dashboard of the journeys reaches the registry through a
 * fake. Only one failure is active at a time, and files run beside one another, so no other file uses it. The
 * page clock is advanced, so that no test waits in real time.
 */
const { E2E_TROUBLED: faulty = '', E2E_BETWEEN: between = '' } = process.env;

const way = /^(Cancel|Stop)\b/;
const again = /^(Load|Load the rest|Go on|Continue|Read on|Try again)\b/;
const slowAfterMs = 2_000;
const stuckAfterMs = 5_000;

const responses = async (page: Page) =>
  (await page.request.get(`${faulty}/api/upstream/api/v1/Issuer/GetTransferAgentIssuers`)).status();

/** After many failed calls the dashboard's circuit breaker is open: it sends no request for a while. */
const recovered = (page: Page) => expect.poll(() => responses(page), { timeout: 30_000 }).toBe(200);

/** Opens a page of the second dashboard during one kind of failure, which ends with the test. */
async function meet(page: Page, context: BrowserContext, fault: RegistryFault, { path }: Visit) {
  await enter(context, 'operator');
  await page.clock.install();
  if (fault === 'held') await recovered(page);
  await injectFault(between, fault);
  await page.goto(faulty + path, { waitUntil: 'commit' });
  expect(page.url()).not.toContain('/sign-in');
}

/** Advances the page's clock until something appears, in steps, as the page may not listen yet. */
async function passing(page: Page, ms: number, there: () => Promise<void>) {
  await expect(async () => {
    await page.clock.fastForward(ms);
    await there();
  }).toPass({ timeout: 30_000, intervals: [50] });
}

/** In light and dark; the frame around the pages is the same on all of them and tested elsewhere. */
async function expectReadableInThemes(page: Page) {
  await expectAccessible(page, 'main');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await expectReadable(page, 'dark');
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();
/** If it is not there yet, the page's clock is advanced: waiting in real time does not help. */
const soon = { timeout: 400 };

/** Names the failure and offers a retry; the page as a whole has not failed. */
async function expectNamed(page: Page, quiet: boolean) {
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
}

test.describe('every page', () => {
  test.skip(!faulty, 'trouble can be made only for the Sharebook that the journeys started');
  test.afterEach(() => injectFault(between, 'none'));

  for (const visit of sampled(pagesFor('operator'), 33)) {
    test(`over a slow registry says so and can be canceled: ${visit.path}`, async ({ page, context }) => {
      await meet(page, context, 'held', visit);
      const main = page.locator('main');
      if (visit.quiet) {
        await expect(heading(page)).toBeVisible();
        await expect(main.locator('.skeleton')).toHaveCount(0);
        return;
      }
      const words = main.getByRole('status').filter({ hasText: /\w.*[.…]/ });
      await passing(page, slowAfterMs, () => expect(words.first(), 'words').toBeVisible(soon));
      const out = main.getByRole('button', { name: way }).first();
      await passing(page, stuckAfterMs, () => expect(out, 'a way out').toBeVisible(soon));
      await expectReadableInThemes(page);
      await out.click();
      const back = main.getByRole('button', { name: again }).first();
      await passing(page, 1_000, () => expect(back, 'a way back').toBeVisible(soon));
      await expectAccessible(page, 'main');
    });
  }

  // Both failures are shown by the same components in the same colors, with another sentence: every page meets one.
  const faults = [
    ['broken', 'a broken registry'],
    ['dropped', 'a registry that answers nothing'],
  ] as const;
  for (const [place, [fault, words]] of faults.entries()) {
    const visits = pagesFor('operator').filter((_, at) => at % faults.length === place);
    for (const visit of sampled(visits, 17)) {
      test(`over ${words} names it and offers to try again: ${visit.path}`, async ({ page, context }) => {
        await meet(page, context, fault, visit);
        await expectNamed(page, visit.quiet ?? false);
        if (fault === 'broken') await expectReadableInThemes(page);
      });
    }
  }
});

test.describe('books that cannot be read', () => {
  test.skip(!faulty, 'trouble can be made only for the Sharebook that the journeys started');
  test.afterEach(() => injectFault(between, 'none'));

  for (const path of ['/', '/issuers/1003', '/ops/proof', '/ops/proof?issuer=1003'])
    test(`are not provable, and nowhere in proof: ${path}`, { tag: '@long' }, async ({ page, context }) => {
      await enter(context, 'operator');
      await recovered(page);
      await injectFault(between, 'bookless');
      await page.goto(faulty + path);
      const main = page.locator('main');
      await expect(
        main
          .getByText(/Not provable/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible({ timeout: 30_000 });
      await expect(main.locator('.skeleton')).toHaveCount(0, { timeout: 30_000 });
      // The badge of a verdict and its sentence; the count of issuers in proof has a term of its own.
      await expect(main.locator('span').filter({ hasText: /^In proof$/ })).toHaveCount(0);
      await expect(main.getByText(/In proof on/)).toHaveCount(0);
    });
});

test('a page that the server sends late moves nothing when it arrives', async ({ page, context }) => {
  test.skip(!faulty, 'trouble can be made only for the Sharebook that the journeys started');
  await enter(context, 'officer');
  await recovered(page);
  await page.setViewportSize({ width: 412, height: 823 });
  await watchMoves(page);
  await injectFault(between, 'held');
  try {
    await page.goto(`${faulty}${routes.capTable(1001, { view: 'holder' })}`, { waitUntil: 'commit' });
    // The lines in place of the page are drawn before it arrives.
    await expect(page.locator('main .skeleton').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cap table');
  } finally {
    await injectFault(between, 'none');
  }
  await expect(page.getByRole('table', { name: 'Cap table by holder' })).toBeVisible();
  await expect(page.getByText(/^Demo registry\./)).toBeVisible();
  await expectSteady(page);
});

test('with reduced motion nothing moves, not even while waiting', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openSession(context, 'operator');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await context.route('**/api/upstream/**', () => {});
  await page.goto('/issuers/1001/cap-table?view=holder');
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

test('notices go to a live region that existed before them', async ({ page, context }) => {
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
  const text = notes.locator('[role="status"][data-before="yes"]');
  await expect(text).toContainText('were cleared');
  // The message is there before the page of the other issuer.
  await expect(heading(page)).toBeVisible();
  // A slow server sends the title after the page.
  await expect(page).toHaveTitle(/Ashgrove/);
  // With the pointer over it, the message stays during the checks below.
  await text.getByText('were cleared').hover();
  await expectAccessible(page);
  await text.getByRole('button', { name: 'Dismiss' }).click();
  await expect(text).toBeEmpty();
});
