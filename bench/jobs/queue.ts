// Measures working off the demo's queue in a browser by keyboard.

import { type Browser, expect, type Page } from '@playwright/test';
import { enterGift, openNew, someCertificate } from '#e2e/support/enter-gift';
import { workQueue } from '#e2e/support/queue-work';
import { openSession } from '#e2e/support/users';
import { calendarDay, startApp } from '#tests/app/running';
import { type Row, row } from '../row.ts';

/** A practised clerk types three keys a second; the browser's part is measured. */
const keysPerSecond = 3;

async function pageOf(browser: Browser, baseURL: string, who: 'clerk' | 'operator'): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  });
  await openSession(context, who, baseURL);
  return context.newPage();
}

/** The demo's sixty items worked to an empty queue by two users, then routine transfers entered; keyboard only. */
export async function measureQueue(browser: Browser, rounds: number): Promise<Row[]> {
  const app = await startApp(calendarDay, { books: 'new' });
  try {
    const [clerk, operator] = [
      await pageOf(browser, app.url, 'clerk'),
      await pageOf(browser, app.url, 'operator'),
    ];
    const worked = await workQueue({ clerk, operator });
    const entries: { keys: number; ms: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const certificate = await someCertificate(operator, round);
      await openNew(operator);
      const began = performance.now();
      const keys = await enterGift(operator, certificate);
      entries.push({ keys: keys.count(), ms: performance.now() - began });
      await expect(operator.getByRole('button', { name: 'Enter another like this' })).toBeFocused();
    }
    const typed = (keys: number) => (keys / keysPerSecond) * 1000;
    return [
      row('item of the demo worked: keys', 'keys', {
        values: worked.map((one) => one.keys),
        note: `${worked.length} items, from entered, awaiting approval or held to their end, by two users`,
      }),
      row('item of the demo worked: the program’s part', 'ms', { values: worked.map((one) => one.ms) }),
      row('routine one-to-one transfer entered: keys', 'keys', { values: entries.map((one) => one.keys) }),
      row('routine one-to-one transfer entered: the program’s part', 'ms', {
        values: entries.map((one) => one.ms),
      }),
      row('routine one-to-one transfer entered by a practised clerk', 'ms', {
        values: entries.map((one) => one.ms + typed(one.keys)),
        limit: { of: 'value', atMost: 45_000 },
        note: `the program’s part and ${keysPerSecond} keys a second`,
      }),
    ];
  } finally {
    await app.stop();
  }
}
