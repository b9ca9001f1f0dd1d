// Measures scrolling, sorting, filtering and exporting long tables in a browser.

import { type Browser, chromium, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { alternating, type Form, type Row, row } from '../row.ts';
import { pageScript, styles } from './bundle.ts';
import { readAlong, type Scrolled, scrolled } from './scroll.ts';

/** Starts a browser. */
export const heavy = true;

// A million rows read by ranges, scrolled by wheel, keyboard and scrollbar; 100,000 sorted, filtered, exported.
const lastIndex = '1000001';
const origin = 'http://table.test';

async function open(browser: Browser, script: string, path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => console.error(error.message));
  const html = `<!doctype html><html lang="en"><title>Table</title><style>${styles}</style><div id="root"></div><script>globalThis.process={env:{}}</script><script type="module" src="/page.js"></script></html>`;
  await page.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('/page.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.goto(origin + path);
  await page.locator('[aria-rowindex]').nth(20).waitFor();
  return page;
}

/** aria-rowindex of the first and last row visible between header and footer. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('section[tabindex]') as HTMLElement;
    const { top, bottom } = box.getBoundingClientRect();
    const rows = [...box.querySelectorAll('tbody tr[aria-rowindex]')].filter((row) => {
      const at = row.getBoundingClientRect();
      return at.bottom > top + 37 && at.top < bottom - 1;
    });
    const index = (row: Element | undefined) => row?.getAttribute('aria-rowindex') ?? '';
    return { first: index(rows[0]), last: index(rows.at(-1)), shown: rows.length };
  });

/** Median and 95th percentile of the time between frames while `act` runs. */
async function frames(page: Page, act: () => Promise<void>) {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const tick = (now: number) => {
      times.push(now);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  const gaps = times.slice(1).map((at, place) => at - (times[place] ?? at));
  const sorted = gaps.toSorted((a, b) => a - b);
  const part = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { frameMs: part(0.5), frameMs95: part(0.95) };
}

async function million(browser: Browser, script: string): Promise<Row[]> {
  const page = await open(browser, script, '/million');
  const region = page.locator('section[tabindex]');
  const box = await region.boundingBox();
  if (!box) throw new Error('The table has no box.');
  await page.mouse.move(box.x + 300, box.y + 300);
  const wheel = await frames(page, async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, 100);
      await page.waitForTimeout(16);
    }
  });
  const wheeled = Number((await seen(page)).first) - 2;
  await region.focus();
  await page.keyboard.press('End');
  await page.waitForTimeout(200);
  const byEnd = await seen(page);
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(200);
  const back = await seen(page);
  await page.keyboard.press('Home');
  await page.waitForTimeout(200);
  const byHome = await seen(page);
  const barX = box.x + box.width - 7;
  await page.mouse.move(barX, box.y + 26);
  await page.mouse.down();
  await page.mouse.move(barX, box.y + box.height + 20, { steps: 40 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  const byThumb = await seen(page);
  const tallestPx = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('td, table')].map((one) => one.getBoundingClientRect().height)),
  );
  await page.close();
  const name = (what: string) => `1,000,000 rows by ranges: ${what}`;
  const yes = { of: 'value', atLeast: 1 } as const;
  return [
    row(name('frame, median'), 'ms', { values: [wheel.frameMs] }),
    row(name('frame, 95th percentile'), 'ms', { values: [wheel.frameMs95] }),
    row(name('rows per turn of the wheel'), 'rows', { values: [wheeled / 60] }),
    row(name('End shows the last row'), '(1 = yes)', {
      values: [Number(byEnd.last === lastIndex)],
      limit: yes,
    }),
    row(name('rows back by a wheel after End'), 'rows', {
      values: [Number(byEnd.first) - Number(back.first)],
      limit: yes,
    }),
    row(name('Home shows the first row'), '(1 = yes)', {
      values: [Number(byHome.first === '2')],
      limit: yes,
    }),
    row(name('the thumb reaches the last row'), '(1 = yes)', {
      values: [Number(byThumb.last === lastIndex)],
      limit: yes,
    }),
    // Browsers draw nothing beyond 33.5 million pixels, or half of that on a screen of double density.
    row(name('tallest element'), 'px', { values: [tallestPx], limit: { of: 'value', atMost: 15_000_000 } }),
  ];
}

/** Milliseconds until the page has painted again after `act`, and the longest block of its main thread. */
async function timed(page: Page, act: () => Promise<unknown>) {
  await page.evaluate(() => {
    const blocks: number[] = [];
    Object.assign(window, { blocks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) blocks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  const began = performance.now();
  await act();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const totalMs = performance.now() - began;
  await page.waitForTimeout(100);
  const blocks = await page.evaluate(() => (window as unknown as { blocks: number[] }).blocks);
  return { totalMs, longestBlockMs: Math.max(0, ...blocks) };
}

async function atHand(browser: Browser, script: string): Promise<Row[]> {
  const page = await open(browser, script, '/at-hand');
  const sortBy = (name: string) =>
    timed(page, async () => {
      await page.getByRole('button', { name, exact: true }).click();
      await page.locator('th[aria-sort]', { hasText: name }).waitFor();
    });
  const byName = await sortBy('Holder');
  const byShares = await sortBy('Shares');
  const filter = await timed(page, async () => {
    await page.getByRole('searchbox').fill('cedar 77');
    await page.getByText(/ of 100,000 rows/).waitFor();
  });
  await page.getByRole('button', { name: 'Clear' }).click();
  const file = (name: RegExp) =>
    timed(page, async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      await download.path();
    });
  const csv = await file(/CSV/);
  const xlsx = await file(/XLSX/);
  await page.close();
  return Object.entries({ byName, byShares, filter, csv, xlsx }).flatMap(([name, figures]) => [
    row(`100,000 rows: ${name}`, 'ms', { values: [figures.totalMs] }),
    row(`100,000 rows: ${name}, longest block`, 'ms', { values: [figures.longestBlockMs] }),
  ]);
}

/** A slow read, a quick read, and a drag of the scrollbar, in px per frame. */
const speeds = [320, 3_200, 64_000] as const;

/** The million rows of the product's table against the same rows in a bare list, in the same browser. */
async function against(browser: Browser, script: string, { full }: Form): Promise<Row[]> {
  const [rounds, forMs] = full ? [9, 5_000] : [3, 1_500];
  const [table, bare] = [await open(browser, script, '/million'), await open(browser, script, '/bare')];
  const run = async (page: Page, stepPx: number): Promise<Scrolled> => {
    await page.bringToFront();
    await page.locator('section[tabindex]').evaluate((box) => box.scrollTo(0, 0));
    await page.waitForTimeout(300);
    return scrolled(page, stepPx, forMs);
  };
  const result: Row[] = [];
  for (const stepPx of speeds) {
    const of = await alternating(
      rounds,
      () => run(table, stepPx),
      () => run(bare, stepPx),
    );
    const pick = (read: (one: Scrolled) => number) => ({
      values: of.ours.map(read),
      floors: of.floors.map(read),
    });
    result.push(
      row(`1,000,000 rows, ${stepPx} px a frame`, 'frames/s', {
        ...pick((one) => one.framesPerSecond),
        limit: { of: 'ratio', atLeast: 0.9 },
      }),
      row(`1,000,000 rows, ${stepPx} px a frame: frames beyond 50 ms, more than the bare list's`, 'frames', {
        values: of.ours.map(
          ({ longFrames }, round) => longFrames - (of.floors[round]?.longFrames ?? Number.NaN),
        ),
        limit: { of: 'value', atMost: 0 },
      }),
    );
  }
  await readAlong(table, 1.2 * speeds[0] * 60 * (forMs / 1_000));
  const cached: Scrolled[] = [];
  for (let round = 0; round < rounds; round += 1) cached.push(await run(table, speeds[0]));
  result.push(
    row('1,000,000 rows, those shown already read: longest blank', 'ms', {
      values: cached.map((one) => one.blankMs),
      limit: { of: 'value', atMost: 100 },
    }),
    row('1,000,000 rows: rows in the document', 'rows', {
      values: cached.map((one) => one.drawn),
      limit: { of: 'value', atMost: 60 },
    }),
  );
  await Promise.all([table.close(), bare.close()]);
  return result;
}

/**
 * A long table scrolled by wheel, keys and scrollbar, compared with a bare list; a shorter one sorted, filtered
 * and exported.
 */
export async function measure(form: Form): Promise<Row[]> {
  const script = await pageScript();
  const { launchOptions } = config.use ?? {};
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  try {
    return [
      ...(await against(browser, script, form)),
      ...(await million(browser, script)),
      ...(await atHand(browser, script)),
    ];
  } finally {
    await browser.close();
  }
}
