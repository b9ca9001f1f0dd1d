// Measures the work queue page with 10,000 open items in a browser.

import { readFileSync } from 'node:fs';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import type { Pool } from 'pg';
import config from '../../playwright.config.ts';
import { type Scrolled, scrolled } from '../long-table/scroll.ts';
import { benchSecret, largeRegistry, type RunningRegistry } from '../programs/large-registry.ts';
import { startProduct } from '../programs/product.ts';
import { today } from '../programs/today.ts';
import { alternating, type Form, type Row, row } from '../row.ts';

/** Starts the registry, the dashboard and a browser. */
export const heavy = true;

const issuer = 5001;
const openItems = 10_000;
const region = 'section[aria-label^="Items of the work queue"]';

/** 10,000 open items of every stage, as copies of one; they serve reads only. */
async function fillQueue({ url, headers }: RunningRegistry, pool: Pool): Promise<void> {
  const response = await fetch(`${url}/agent/v1/items/create`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      actor: { email: 'bench@agent.example', firstName: 'Bench', lastName: 'Agent' },
      customerIssuerId: issuer,
      content: {
        kind: 'Transfer',
        caseCode: 'Sale',
        receivedAt: today,
        channel: 'Mail',
        presentor: { name: 'Meridian Clearing LLC' },
      },
    }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  const { itemId } = (await response.json()) as { itemId: number };
  const own = ['id', 'stage', 'changed', 'txn_id', 'txn_number', 'shares', 'due_on', 'transfer_from'];
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
      where table_schema = 'public' and table_name = 'item' and not (column_name = any($1))`,
    [own],
  );
  const names = rows[0]?.names ?? '';
  await pool.query(
    `insert into item (${names}, id, changed, stage, txn_number, shares, due_on, transfer_from)
     select ${names}, issuer_id * 100000000 + 50000000 + n, 0,
       (array['Entered', 'AwaitingApproval', 'Ready', 'Held'])[1 + n % 4], 70000 + n, 1 + n * 31 % 9973,
       due_on + n % 7, 'HOLDER ' || n * 7919 % 100003 || ' OF THE QUEUE'
      from item, generate_series(1, $2::int) as n where id = $1`,
    [itemId, openItems - 1],
  );
  await pool.query('vacuum analyze item');
}

/** The page with every item loaded; the milliseconds until then. */
async function openQueue(page: Page): Promise<number> {
  const began = performance.now();
  await page.goto('/ops/queue');
  await expect(page.getByText('10,000 items', { exact: true })).toBeVisible({ timeout: 60_000 });
  const ms = performance.now() - began;
  // Preloads the code for sort and filters, as a pointer over the table does.
  await page.locator(region).hover();
  await page.waitForTimeout(1_000);
  return ms;
}

/** As many rows in a bare list, in the same browser. */
async function openBare(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent('<!doctype html><div id="root"></div>');
  const source = readFileSync(new URL('../long-table/bare.js', import.meta.url), 'utf8');
  await page.addScriptTag({
    content: `${source.replace('export function', 'function')}
      bareList(document.getElementById('root'), ${openItems}, (at) => [
        String(70000 + at), 'Entered', 'Due Nov 27', 'Large Holdings', 'Sale', 'HOLDER ' + at, '-', '100', '', 'Nobody']);`,
  });
  return page;
}

/** Milliseconds until `done` and the longest block of the page's main thread meanwhile. */
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
  const ms = performance.now() - began;
  await page.waitForTimeout(150);
  const blocks = await page.evaluate(() => (window as unknown as { blocks: number[] }).blocks);
  return { ms, blockMs: Math.max(0, ...blocks) };
}

/** Bytes that the page received, and its longest block, while nothing happens. */
async function idle(page: Page, forMs: number) {
  let bytes = 0;
  let calls = 0;
  const count = async (response: { url(): string; body(): Promise<Buffer> }) => {
    if (!response.url().includes('/api/')) return;
    calls += 1;
    bytes += (await response.body().catch(() => Buffer.alloc(0))).byteLength;
  };
  page.on('response', count);
  const { blockMs } = await timed(page, () => page.waitForTimeout(forMs));
  page.off('response', count);
  return { bytesPerCall: calls === 0 ? Number.NaN : bytes / calls, blockMs };
}

/** The work queue page with 10,000 open items: loading, scrolling against a bare list, filters, keys, polling. */
export async function measure({ full }: Form): Promise<Row[]> {
  const [rounds, forMs] = full ? [7, 4_000] : [3, 1_500];
  const registry = await largeRegistry();
  const { launchOptions } = config.use ?? {};
  const browser = await chromium.launch(launchOptions);
  try {
    await registry.seed(issuer, 100);
    const program = await registry.start();
    await fillQueue(program, registry.pool);
    const product = await startProduct(program.url, benchSecret);
    try {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
      });
      const [name = '', value = ''] = (await product.cookieOf('ta-operator', [])).split('=');
      await context.addCookies([{ name, value, url: product.url }]);
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(error.message));
      // The first load also warms the programs up.
      await openQueue(page);
      const loads: number[] = [];
      for (let round = 0; round < rounds; round += 1) loads.push(await openQueue(page));
      return [
        row('10,000 open items: all loaded', 'ms', { values: loads, limit: { of: 'value', atMost: 6_000 } }),
        ...(await scrolling(browser, page, rounds, forMs)),
        ...(await atHand(page, rounds)),
      ];
    } finally {
      await product.stop();
      await program.stop();
    }
  } finally {
    await browser.close();
    await registry.release();
  }
}

async function scrolling(browser: Browser, page: Page, rounds: number, forMs: number): Promise<Row[]> {
  const bare = await openBare(browser);
  const run = async (one: Page): Promise<Scrolled> => {
    await one.bringToFront();
    await one
      .locator('section[tabindex]')
      .first()
      .evaluate((box) => box.scrollTo(0, 0));
    await one.waitForTimeout(300);
    return scrolled(one, 320, forMs);
  };
  const of = await alternating(
    rounds,
    () => run(page),
    () => run(bare),
  );
  await bare.close();
  await page.bringToFront();
  return [
    row('10,000 open items, 320 px a frame', 'frames/s', {
      values: of.ours.map((one) => one.framesPerSecond),
      floors: of.floors.map((one) => one.framesPerSecond),
      limit: { of: 'ratio', atLeast: 0.9 },
      note: 'floor: as many rows in a bare list',
    }),
    row('10,000 open items: longest blank', 'ms', {
      values: of.ours.map((one) => one.blankMs),
      limit: { of: 'value', atMost: 100 },
    }),
  ];
}

async function atHand(page: Page, rounds: number): Promise<Row[]> {
  const filters: { ms: number; blockMs: number }[] = [];
  const keys: { ms: number; blockMs: number }[] = [];
  const idles: Awaited<ReturnType<typeof idle>>[] = [];
  const box = page.getByRole('searchbox', { name: 'Filter items' });
  for (let round = 0; round < rounds; round += 1) {
    filters.push(
      await timed(page, async () => {
        await box.fill(`holder ${1000 + round}`);
        await page.getByText(/^\d[\d,]* of 10,000 items$/).waitFor();
      }),
    );
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('10,000 items', { exact: true })).toBeVisible();
    await page.locator(region).focus();
    keys.push(
      await timed(page, async () => {
        for (let press = 0; press < 40; press += 1) await page.keyboard.press('j');
        await page.locator('[data-item][data-current]').first().waitFor();
      }),
    );
    idles.push(await idle(page, 4_000));
  }
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await client.send('Runtime.getHeapUsage')) as { usedSize: number };
  const name = (what: string) => `10,000 open items: ${what}`;
  return [
    row(name('filter by text'), 'ms', {
      values: filters.map((one) => one.ms),
      limit: { of: 'value', atMost: 500 },
    }),
    row(name('one press of J'), 'ms', {
      values: keys.map((one) => one.ms / 40),
      limit: { of: 'value', atMost: 50 },
    }),
    row(name('longest block while J is pressed'), 'ms', {
      values: keys.map((one) => one.blockMs),
      note: 'blocks of 50 ms and more are reported; 0: none',
    }),
    row(name('bytes of a poll'), 'bytes', {
      values: idles.map((one) => one.bytesPerCall),
      limit: { of: 'value', atMost: 1_000 },
    }),
    row(name('longest block while nothing happens'), 'ms', {
      values: idles.map((one) => one.blockMs),
      limit: { of: 'value', atMost: 60 },
    }),
    row(name('memory of the page after a collection'), 'MB', {
      values: [usedSize / 1e6],
      limit: { of: 'value', atMost: 120 },
    }),
  ];
}
