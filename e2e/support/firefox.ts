import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect } from '@playwright/test';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { findProgram } from '#e2e/browser/find-program';
import { openSession, type users } from './users.ts';

/** A stock Firefox: E2E_FIREFOX, or the system's. Playwright drives only its own build, so this one is driven by WebDriver BiDi. */
export const firefoxPath = process.env.E2E_FIREFOX ?? findProgram(['firefox', 'firefox-esr']);

export type Firefox = { browser: Browser; downloads: string; close: () => Promise<void> };

export async function startFirefox(): Promise<Firefox> {
  const downloads = mkdtempSync(join(tmpdir(), 'sharebook-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'intl.accept_languages': 'en-US',
    },
  });
  const close = async () => {
    await browser.close();
    rmSync(downloads, { recursive: true, force: true });
  };
  return { browser, downloads, close };
}

/** Takes a session of the user into Firefox; `context` is only where it is opened. */
export async function enterFirefox(
  browser: Browser,
  context: BrowserContext,
  who: keyof typeof users,
): Promise<void> {
  await openSession(context, who);
  for (const { name, value, domain, path, httpOnly, secure } of await context.cookies())
    await browser.setCookie({ name, value, domain, path, httpOnly, secure });
}

/** What a page shows, as text. */
export const textOf = (page: Page, css = 'main#main') =>
  page.evaluate((selector) => (document.querySelector(selector) as HTMLElement | null)?.innerText ?? '', css);

/** A drawn element by its name, as soon as it is there. */
async function named(page: Page, css: string, name: RegExp): Promise<ElementHandle<Element>> {
  let found: ElementHandle<Element> | null = null;
  await expect
    .poll(
      async () => {
        const handle = await page.evaluateHandle(
          (selector, source) => {
            const pattern = new RegExp(source, 'i');
            return (
              [...document.querySelectorAll(selector)].find(
                (one) =>
                  one.checkVisibility() &&
                  pattern.test((one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
              ) ?? null
            );
          },
          css,
          name.source,
        );
        found = handle.asElement() as ElementHandle<Element> | null;
        return found !== null;
      },
      { message: `${css} ${name.source}`, timeout: 60_000 },
    )
    .toBe(true);
  if (!found) throw new Error('not found');
  return found;
}

export async function pressIn(page: Page, css: string, name: RegExp): Promise<void> {
  await (await named(page, css, name)).click();
}

/** Nothing on the page is awaited any more. */
export async function settledIn(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(
          () => document.querySelectorAll('.skeleton').length === 0 && !!document.querySelector('h1'),
        ),
      {
        timeout: 60_000,
      },
    )
    .toBe(true);
}
