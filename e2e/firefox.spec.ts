import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { pagesFor } from './support/every-page.ts';
import {
  enterFirefox,
  type Firefox,
  firefoxPath,
  pressIn,
  settledIn,
  startFirefox,
  textOf,
} from './support/firefox.ts';

// The five jobs and a walk of all pages in a stock Firefox. The other files use Chromium.
test.describe.configure({ mode: 'serial' });
test.skip(
  !firefoxPath,
  'There is no Firefox: install one (apt-get install firefox-esr) or name it in E2E_FIREFOX.',
);

let firefox: Firefox;
test.beforeAll(async () => {
  firefox = await startFirefox();
});
test.afterAll(() => firefox.close());

const url = (path: string) => new URL(path, process.env.BASE_URL).href;

async function open(path: string): Promise<Page> {
  const page = await firefox.browser.newPage();
  await page.goto(url(path), { waitUntil: 'domcontentloaded' });
  return page;
}

const expectText = (page: Page, text: RegExp) =>
  expect.poll(() => textOf(page), { timeout: 60_000 }).toMatch(text);

const expectHeading = (page: Page, text: RegExp) =>
  expect.poll(() => textOf(page, 'h1'), { timeout: 60_000 }).toMatch(text);

const jobs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'download today’s register': async (page) => {
    await pressIn(page, 'button', /^Download register as of today/);
    await pressIn(page, 'a', /^Download ShareholderList_1001_/);
    await expect
      .poll(() => readdirSync(firefox.downloads).join(), { timeout: 60_000 })
      .toMatch(/ShareholderList_1001_\d{8}(\(\d\))?\.xlsx(?!\.part)/);
  },

  'find a holder by name': async (page) => {
    await pressIn(page, 'button', /^Search/);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
      .toBe('combobox');
    await page.keyboard.type('gina updegraff');
    await pressIn(page, '[role="option"]', /GINA H UPDEGRAFF/);
    await expect.poll(() => page.url(), { timeout: 60_000 }).toMatch(/\/issuers\/1001\/holders\/[^/]+$/);
    await expectHeading(page, /GINA H UPDEGRAFF/i);
  },

  'what changed this quarter': async (page) => {
    await pressIn(page, 'nav a', /^Compare$/);
    await expectHeading(page, /^Compare/);
    await expectText(page, /Sep 30, 2026/);
    await expectText(page, /new|closed|increased|decreased/i);
  },

  'shares left to issue': async (page) => {
    await expectText(page, /Available to issue\s+57,437,350/);
  },

  'is the quorum met': async (page) => {
    await pressIn(page, 'nav a', /^Proxies$/);
    await expectHeading(page, /^Proxies/);
    await expectText(page, /quorum (was )?(not )?met|needed for the quorum|after the record date/i);
  },
};

for (const [name, run] of Object.entries(jobs)) {
  test(`in Firefox: ${name}`, { tag: '@long' }, async ({ context }) => {
    await enterFirefox(firefox.browser, context, 'officer');
    const page = await open('/');
    await run(page);
    await page.close();
  });
}

/** An edge of a scrolled table that shows although there is nothing beyond it. */
const falseEdges = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.scroll-edges')].filter(
        (one) =>
          one.scrollWidth <= one.clientWidth &&
          ['::before', '::after'].some((edge) => getComputedStyle(one, edge).opacity !== '0'),
      ).length,
  );

const beyond = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

test('in Firefox: every page is drawn, without an error, wide and narrow', { tag: '@long' }, async ({
  context,
}) => {
  test.setTimeout(900_000);
  await enterFirefox(firefox.browser, context, 'operator');
  const page = await firefox.browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error}`));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(`${page.url()}: ${line.text()}`);
  });
  for (const { path } of pagesFor('operator')) {
    await test.step(path, async () => {
      await page.setViewport({ width: 1440, height: 900 });
      await page.goto(url(path), { waitUntil: 'domcontentloaded' });
      await settledIn(page);
      const text = await textOf(page, 'main');
      expect(text, path).toMatch(/\S/);
      expect(text, path).not.toMatch(/\b(NaN|undefined|null|Infinity)\b|\[object|Page not found/);
      // The animation that would show the edges has a second.
      await expect.poll(() => falseEdges(page), { message: `edges on ${path}` }).toBe(0);
      await page.setViewport({ width: 360, height: 740 });
      await expect.poll(() => beyond(page), { message: `pixels beyond the width of ${path}` }).toBe(0);
    });
  }
  expect(errors.join('\n')).toBe('');
});
