import { expect, type Page, test } from '@playwright/test';
import { datedPages, everyPage, pagesFor, type Visit } from './every-page.ts';
import { expectAccessible, expectNoSidewaysScroll, expectReadable, settled } from './looks.ts';
import { signIn } from './people.ts';

const desk = { width: 1440, height: 900 };
/** 1280 px at 400 % zoom (WCAG 1.4.10). */
const zoomed = { width: 320, height: 640 };
/** The printable width of an A4 page at 96 px an inch. */
const paper = { width: 703, height: 1000 };

const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

/** As paper: the tables write out all their rows when the browser says that it is about to print. */
async function expectFitsPaper(page: Page, dated: boolean) {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(paper);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expectNoSidewaysScroll(page);
  await expect(page.locator('[data-top-bar]')).toBeHidden();
  if (dated) await expect(page.getByText(/ · Printed \w+ \d/)).toBeVisible();
}

async function backToScreen(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null, contrast: null });
  await page.setViewportSize(desk);
}

async function look(page: Page, visit: Visit) {
  await page.goto(visit.path);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await setTheme(page, 'light');
  await expectAccessible(page);
  await page.emulateMedia({ contrast: 'more' });
  await expectReadable(page, 'high contrast, light');
  await setTheme(page, 'dark');
  await expectReadable(page, 'high contrast, dark');
  await page.emulateMedia({ contrast: null });
  await expectReadable(page, 'dark');
  await page.setViewportSize(zoomed);
  await expectNoSidewaysScroll(page);
  // Pages of their own frame are forms, not figures.
  if (!visit.path.startsWith('/get')) await expectFitsPaper(page, visit.dated ?? false);
}

for (const who of ['operator', 'viewer'] as const) {
  test(`every page in every look, as ${who}`, async ({ page }) => {
    test.setTimeout(900_000);
    await signIn(page, who);
    // One page's fault must not hide the next one's.
    const faults: string[] = [];
    for (const visit of pagesFor(who)) {
      await test.step(visit.path, async () => {
        await look(page, visit).catch((error: Error) => faults.push(`${visit.path}: ${error.message}`));
        await backToScreen(page);
      });
    }
    expect(faults.join('\n\n')).toBe('');
  });
}

test('what is not for a person looks like what does not exist', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, 'viewer');
  for (const { path } of everyPage.filter((visit) => visit.who === 'agent' && visit.route !== 'home')) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    });
  }
});

test('in the past every page says so: the header in words, each page its own date', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'operator');
  for (const { path } of datedPages) {
    await test.step(path, async () => {
      await page.goto(path);
      await settled(page);
      const bar = page.getByRole('region', { name: 'As-of date' });
      await expect(bar).toHaveAttribute('data-as-of', 'past');
      await expect(bar).toContainText('As of December 31, 2025');
      await expect(bar.getByRole('button', { name: 'Return to today' })).toHaveAttribute(
        'aria-keyshortcuts',
        't',
      );
      await expect(page.locator('main#main')).toContainText(
        /(as of|close of|on|rebuilt for|closes of .* and) December 31, 2025|current only/i,
        { useInnerText: true },
      );
    });
  }
});

const zones = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'];
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const dates = new RegExp(
  `\\b(?:${months})[a-z]*\\.? \\d{1,2}, \\d{4}|\\b\\d{1,2}/\\d{1,2}/\\d{4}|\\b\\d{4}-\\d\\d-\\d\\d`,
  'g',
);

test('eleven hours behind or fourteen ahead of UTC, the dates are the same', async ({ page, browser }) => {
  test.setTimeout(300_000);
  await signIn(page, 'operator');
  const cookies = await page.context().cookies();
  const looked = everyPage.filter(({ route }) =>
    [
      ...['issuer', 'holder', 'certificates', 'transactions', 'transaction', 'compare', 'proxies', 'proxy'],
      ...['dividends', 'opsQueue', 'opsTurnaround', 'get', 'newReport'],
    ].includes(route),
  );
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
      for (const { path } of looked) {
        await there.goto(path);
        await settled(there);
        const fields = await there
          .locator('input[type="date"]')
          .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
        found[path] = [...((await there.locator('body').innerText()).match(dates) ?? []), ...fields];
      }
      await context.close();
      return found;
    }),
  );
  expect(Object.values(seen[1] ?? {}).flat().length).toBeGreaterThan(50);
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[2]).toEqual(seen[1]);
});
