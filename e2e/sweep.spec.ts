import { expect, type Page, test } from '@playwright/test';
import { sampled } from '#tests/lane';
import { datedPages, emptyPages, everyPage, moreViews, pagesFor } from './support/every-page.ts';
import { overLimit, scriptMaxKb, weigh, weighedViews } from './support/first-load.ts';
import {
  afterFrames,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingLost,
  expectReadable,
  settled,
} from './support/page-checks.ts';
import { enter, signIn } from './support/users.ts';

// No test here writes, so they run in parallel; each page is opened in a fresh browser.
test.describe.configure({ mode: 'parallel' });

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
/** 1280 px at 400 % zoom (WCAG 1.4.10). */
const zoomed = { width: 320, height: 640 };
/** The printable width of an A4 page at 96 px an inch. */
const paper = { width: 703, height: 1000 };

const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

/** Print layout: the tables render all their rows when the browser is about to print. */
async function expectFitsPaper(page: Page, dated: boolean) {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(paper);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expectNoSidewaysScroll(page);
  await expect(page.locator('[data-top-bar]')).toBeHidden();
  if (dated) await expect(page.getByText(/ · Printed \w+ \d/)).toBeVisible();
}

async function expectInEveryTheme(page: Page) {
  await setTheme(page, 'light');
  await expectAccessible(page);
  await page.emulateMedia({ contrast: 'more' });
  await expectReadable(page, 'high contrast, light');
  await setTheme(page, 'dark');
  await expectReadable(page, 'high contrast, dark');
  await page.emulateMedia({ contrast: null });
  await expectReadable(page, 'dark');
  await page.setViewportSize(phone);
  await expectNothingLost(page);
  await page.setViewportSize(zoomed);
  await expectNoSidewaysScroll(page);
}

async function arrive(page: Page, path: string) {
  await page.setViewportSize(desk);
  await page.goto(path);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // Omitted values are drawn as nothing, never as a JavaScript word.
  await expect(page.locator('main')).not.toContainText(/\b(NaN|undefined|null|Infinity)\b|\[object/);
}

for (const { path, dated } of sampled(pagesFor('operator'), 36)) {
  test(`in every theme and width: ${path}`, async ({ page, context }) => {
    await enter(context, 'operator');
    const { scriptKb, files } = await weigh(page, () => arrive(page, path));
    expect(files, 'no script at all').toBeGreaterThan(3);
    if (!overLimit.includes(path))
      expect(scriptKb, 'kB of script before the person acts').toBeLessThanOrEqual(scriptMaxKb);
    await expectInEveryTheme(page);
    // Pages with their own frame are forms, not figures.
    if (!path.startsWith('/get')) await expectFitsPaper(page, dated ?? false);
  });
}

for (const path of sampled([...moreViews, ...emptyPages], 50)) {
  test(`in every theme and width: ${path}`, async ({ page, context }) => {
    await enter(context, 'operator');
    await arrive(page, path);
    await expectInEveryTheme(page);
    if (!emptyPages.includes(path)) return;
    // An empty page says why it is empty and offers a next step.
    const main = page.locator('main#main');
    await expect(main).toContainText(/\b(no|none|nothing|not|yet|0)\b/i, { useInnerText: true });
    await expect(main.getByRole('link').or(main.getByRole('button')).first()).toBeVisible();
  });
}

// The same components in the same colors, but fewer of them: a third of the pages in the long lane.
for (const { path } of sampled(
  pagesFor('viewer').filter((_, place) => place % 3 === 0),
  9,
)) {
  test(`as a viewer: ${path}`, async ({ page, context }) => {
    await enter(context, 'viewer');
    await arrive(page, path);
    await expectAccessible(page);
    await page.setViewportSize(zoomed);
    await expectNoSidewaysScroll(page);
  });
}

for (const { path } of sampled(datedPages, 25)) {
  test(`in the past the header says so, and the page shows its date: ${path}`, async ({ page, context }) => {
    await enter(context, 'operator');
    await arrive(page, path);
    const bar = page.getByRole('region', { name: 'As-of date' });
    await expect(bar).toHaveAttribute('data-as-of', 'past');
    await expect(bar).toContainText('As of Dec 31, 2025');
    await expect(bar.getByRole('button', { name: 'Return to today' })).toHaveAttribute(
      'aria-keyshortcuts',
      't',
    );
    await expect(page.locator('main#main')).toContainText(/(as of|close of|on) Dec 31, 2025|current data/i, {
      useInnerText: true,
    });
    await expectAccessible(page);
    await setTheme(page, 'dark');
    await expectReadable(page, 'dark');
  });
}

test('sign-in, in every theme and width, stays within the size limit', async ({ page }) => {
  const { scriptKb } = await weigh(page, () => page.goto('/sign-in'));
  expect(scriptKb).toBeLessThanOrEqual(scriptMaxKb);
  await expectInEveryTheme(page);
});

const weighed = [...weighedViews, ...overLimit.map((path) => [path, path] as const)];
for (const [name, path] of weighed) {
  test(`within the size limit: ${name}`, async ({ page, context }) => {
    test.fail(overLimit.includes(path), 'known to be above it');
    await enter(context, 'operator');
    const { scriptKb } = await weigh(page, () => arrive(page, path));
    expect(scriptKb, 'kB of script before the person acts').toBeLessThanOrEqual(scriptMaxKb);
  });
}

test('a page without permission looks like a missing page', { tag: '@long' }, async ({ page, context }) => {
  test.setTimeout(180_000);
  await enter(context, 'viewer');
  await page.goto('/issuers/4711');
  const absent = await page.locator('main#main').innerText();
  expect(absent).toContain('Page not found');
  for (const { path } of everyPage.filter(
    (visit) => visit.who.startsWith('agent') && visit.route !== 'home',
  )) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      expect(await page.locator('main#main').innerText()).toBe(absent);
    });
  }
});

test('overlays are accessible, and a saved theme is there with the page', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await enter(context, 'operator');
  for (const theme of ['light', 'dark'] as const) {
    const url = process.env.BASE_URL ?? '';
    await context.addCookies([{ name: 'sharebook-theme', value: theme, url }]);
    await page.goto('/issuers/1003');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await settled(page);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Ashgrove/ }).click();
    await expectAccessible(page);
  }
});

const zones = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'];
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const dates = new RegExp(
  `\\b(?:${months})[a-z]*\\.? \\d{1,2}, \\d{4}|\\b\\d{1,2}/\\d{1,2}/\\d{4}|\\b\\d{4}-\\d\\d-\\d\\d`,
  'g',
);
const withDates = everyPage.filter(({ route }) =>
  [
    ...['issuer', 'holder', 'certificates', 'transactions', 'transaction', 'compare', 'proxies', 'proxy'],
    ...['dividends', 'opsQueue', 'opsTurnaround', 'get', 'newReport'],
  ].includes(route),
);

/** The date in the name of a trust is text of the registry, and names may arrive long after the rows. */
const trustDate = /\bDTD \d{2}\/\d{2}\/\d{4}/g;

async function datesOn(page: Page): Promise<string[]> {
  const fields = await page
    .locator('input[type="date"]')
    .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
  const text = (await page.locator('body').innerText()).replaceAll(trustDate, '');
  return [...(text.match(dates) ?? []), ...fields];
}

/**
 * The dates on a page once two readings are equal: a part of a page may arrive after the rest, and a table draws as
 * many rows as its height needs once the browser has measured it.
 */
async function lastingDates(page: Page): Promise<string[]> {
  let found = await datesOn(page);
  await expect(async () => {
    const before = found;
    // Pages over all issuers say which of them they still wait for.
    await expect(page.getByText(/^Loading /)).toHaveCount(0);
    await afterFrames(page);
    found = await datesOn(page);
    expect(found).toEqual(before);
  }).toPass({ intervals: [1_000] });
  return found;
}

test('dates are the same eleven hours behind and fourteen ahead of UTC', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'operator', '/reports');
  const cookies = await page.context().cookies();
  const seen = await Promise.all(
    zones.map(async (timezoneId) => {
      const context = await browser.newContext({
        baseURL: new URL(page.url()).origin,
        timezoneId,
        locale: 'en-US',
      });
      await context.addCookies(cookies);
      const there = await context.newPage();
      const found: Record<string, string[]> = {};
      for (const { path } of sampled(withDates, 4)) {
        await there.goto(path);
        await settled(there);
        found[path] = await lastingDates(there);
      }
      await context.close();
      return found;
    }),
  );
  expect(Object.values(seen[1] ?? {}).flat().length).toBeGreaterThan(50);
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[2]).toEqual(seen[1]);
});
