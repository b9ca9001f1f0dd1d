// Measures the five most frequent jobs in a browser, from the first key to the answer.

import { type Browser, chromium, expect } from '@playwright/test';
import { jobs, press } from '#e2e/support/jobs';
import { signInByHand } from '#e2e/support/users';
import { calendarDay, startApp } from '#tests/app/running';
import config from '../../playwright.config.ts';
import { type Form, type Row, row } from '../row.ts';
import { measureQueue } from './queue.ts';

/** Starts the whole program and a browser. */
export const heavy = true;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The minimum time of as many page loads as a job has steps: sign-in, its first page, one page per click. */
async function floorMs(browser: Browser, url: string, loads: number): Promise<number> {
  const page = await browser.newPage({ baseURL: url });
  const ms = await timed(async () => {
    for (let load = 0; load < loads; load += 1) await page.goto('/api/health');
  });
  await page.close();
  return ms;
}

/**
 * The five jobs in a fresh browser over the production build: from the first key on the sign-in page to the
 * answer on the screen or the file on disk. Each may take at most 10 s and three clicks.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const rounds = full ? 10 : 5;
  const app = process.env.BASE_URL ? null : await startApp(calendarDay);
  const url = process.env.BASE_URL ?? app?.url ?? '';
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const rows: Row[] = [];
    for (const [job, run] of Object.entries(jobs)) {
      const times: number[] = [];
      const floors: number[] = [];
      let clicks = 0;
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
        const page = await context.newPage();
        await page.goto('/sign-in');
        clicks = 0;
        times.push(
          await timed(async () => {
            await signInByHand(page, 'officer', '/sign-in');
            await expect(page).toHaveURL(/\/issuers\/1001$/);
            await run(page, async (what) => {
              clicks += 1;
              await press(what);
            });
          }),
        );
        await context.close();
        floors.push(await floorMs(browser, url, clicks + 3));
      }
      rows.push(row(job, 'ms', { values: times, floors, limit: { of: 'value', atMost: 10_000 } }));
      rows.push(row(`${job}: clicks`, 'clicks', { values: [clicks], limit: { of: 'value', atMost: 3 } }));
    }
    // The queue needs a demo of its own: it is loaded with its items.
    return process.env.BASE_URL ? rows : [...rows, ...(await measureQueue(browser, rounds))];
  } finally {
    await browser.close();
    await app?.stop();
  }
}
