// Measures loading the pages Proof and TA-2 of the demo in a browser.

import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { openSession } from '#e2e/support/users';
import { routes } from '#lib/routes';
import { calendarDay, startApp } from '#tests/app/running';
import config from '../../playwright.config.ts';
import { type Form, type Row, row } from '../row.ts';

/** Starts the whole product with the demo, and a browser. */
export const heavy = true;

type Measured = {
  name: string;
  path: string;
  atMostMs: number;
  /** What a reader waits for. */
  complete: (page: Page) => Promise<void>;
};

const inTimeMs = 60_000;
const waitingFor = /Loading|Comparing|Queued|Looking for/;

/** The page is there, and nothing on it is still awaited. */
async function settledWith(page: Page, text: RegExp): Promise<void> {
  const main = page.locator('#main');
  await expect(main.getByText(text).first()).toBeVisible({ timeout: inTimeMs });
  // A placeholder has no text at first.
  const awaited = main.getByText(waitingFor).or(main.locator('.skeleton'));
  await expect(awaited).toHaveCount(0, { timeout: inTimeMs });
}

/** The largest issuers of the demo, the one that is out of proof, all issuers, and the worksheet of two years. */
const measured: readonly Measured[] = [
  {
    name: 'Proof of all issuers: every verdict',
    path: routes.proof(),
    atMostMs: 2_000,
    complete: (page) => settledWith(page, /^Out of proof on/),
  },
  ...[1004, 1005].map((issuer) => ({
    name: `Proof of ${issuer}: verdict and every comparison`,
    path: routes.proof({ issuer }),
    atMostMs: 2_000,
    complete: (page: Page) => settledWith(page, /^(In|Out of) proof on/),
  })),
  ...[2025, 2026].map((year) => ({
    name: `TA-2 of ${year}: every line`,
    path: routes.opsTa2({ year: `${year}` }),
    atMostMs: 1_000,
    complete: (page: Page) => settledWith(page, /^4\. Items and files/),
  })),
];

/**
 * Proof and TA-2 of the demo in a browser, from the press of Enter in the address bar until everything on the page has been
 * read. The first visit warms the programs and the browser up and does not count; each other one is a whole load. Proof of
 * all issuers is answered from readings of the last minute, as it is for people who work with it; that of one issuer reads
 * its books anew. The first visit is its own row without a limit.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const rounds = full ? 9 : 3;
  const app = process.env.BASE_URL ? null : await startApp(calendarDay);
  process.env.BASE_URL ??= app?.url;
  const baseURL = process.env.BASE_URL ?? '';
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
    });
    await openSession(context, 'operator');
    const rows: Row[] = [];
    for (const one of measured) rows.push(...(await rowsOf(context, one, rounds)));
    return rows;
  } finally {
    await browser.close();
    await app?.stop();
  }
}

async function rowsOf(context: BrowserContext, one: Measured, rounds: number): Promise<Row[]> {
  const page = await context.newPage();
  const first = await loadMs(page, one);
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) values.push(await loadMs(page, one));
  await page.close();
  return [
    row(one.name, 'ms', { values, limit: { of: 'value', atMost: one.atMostMs } }),
    row(`${one.name}, first visit`, 'ms', { values: [first] }),
  ];
}

async function loadMs(page: Page, { path, complete }: Measured): Promise<number> {
  const began = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await complete(page);
  return performance.now() - began;
}
