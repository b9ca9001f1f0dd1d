// Measures Lighthouse scores over the production build: of five pages, in the full form of every page.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { type Config, desktopConfig, type Result } from 'lighthouse';
import { everyView } from '#e2e/support/first-load';
import { openSession, type users } from '#e2e/support/users';
import { routes } from '#lib/routes';
import { calendarDay, freePort, startApp } from '#tests/app/running';
import config from '../../playwright.config.ts';
import { type Form, median, type Row, row } from '../row.ts';

type Page = readonly [name: string, path: string];

/** Required Lighthouse scores: performance 100 on desktop and 95 on mobile, 100 for the other categories. */
const pages: readonly Page[] = [
  ['sign-in', routes.signIn()],
  ['cap table', routes.capTable(1001)],
  ['cap table by holder', routes.capTable(1001, { view: 'holder' })],
  ['reports', routes.reports()],
  ['report form', routes.newReport('shareholder-list', { issuer: 1001 })],
];
const mobile = ['mobile', undefined] as const;
const looks: readonly (readonly [name: string, config: Config | undefined])[] = [
  ['desktop', desktopConfig],
  mobile,
];
const rounds = 3;
/** Opens pages several times. */
export const heavy = true;
const categories = ['performance', 'accessibility', 'best-practices'] as const;

/** On a busy machine Lighthouse sometimes misses the start of a load, reports that, and has to be run again. */
async function ran(url: string, port: number, config: Config | undefined, left = 2): Promise<Result> {
  // Clears what the browser cached on an earlier visit, except the session.
  const run = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] }, config);
  if (run && !run.lhr.runtimeError) return run.lhr;
  if (left === 0) throw new Error(`${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`);
  return ran(url, port, config, left - 1);
}

/** One visit: the scores, the paint and blocking times behind them, and the audits that cost points. */
async function visit(url: string, port: number, config: Config | undefined) {
  const lhr = await ran(url, port, config);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}.`);
  const ms = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const missed = categories.flatMap((name) =>
    (lhr.categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    firstPaintMs: ms('first-contentful-paint'),
    largestPaintMs: ms('largest-contentful-paint'),
    blockedMs: ms('total-blocking-time'),
    shift: ms('cumulative-layout-shift'),
    /** Machine speed by Lighthouse's own benchmark; a current desktop is above 1,500. */
    machine: lhr.environment.benchmarkIndex,
    missed,
  };
}

function rowsOf(name: string, config: string, visits: Awaited<ReturnType<typeof visit>>[]): Row[] {
  const missed = [...new Set(visits.flatMap((one) => one.missed))].join(' ');
  const machine = Math.round(median(visits.map((one) => one.machine)));
  const scores = categories.map((category, at) => {
    const atLeast = config === 'mobile' && category === 'performance' ? 95 : 100;
    return row(`${name}: ${category}`, 'points', {
      values: visits.map((one) => one.scores[at] ?? Number.NaN),
      limit: { of: 'value', atLeast },
      ...(category === 'performance' && missed
        ? { note: `short of full marks: ${missed}; machine ${machine}` }
        : {}),
    });
  });
  const paint = row(`${name}: largest paint`, 'ms', { values: visits.map((one) => one.largestPaintMs) });
  const blocked = row(`${name}: blocked`, 'ms', { values: visits.map((one) => one.blockedMs) });
  const shift = row(`${name}: layout shift`, 'shift', { values: visits.map((one) => one.shift) });
  return [...scores, paint, blocked, shift];
}

type Visited = { name: string; path: string; inLooks: typeof looks; who: keyof typeof users };

/**
 * The median of three visits to each page. The full form adds every page on a phone, as an operator: some pages are the
 * agent's only, and an officer sees less on the others.
 */
export function measure({ full }: Form): Promise<Row[]> {
  const fewPages = pages.map(([name, path]): Visited => ({ name, path, inLooks: looks, who: 'officer' }));
  if (!full) return measurePages(fewPages);
  const others = everyView.filter(([name]) => name !== 'sign-in');
  return measurePages([
    ...fewPages,
    ...others.map(([name, path]): Visited => ({ name, path, inLooks: [mobile], who: 'operator' })),
  ]);
}

async function measurePages(visited: readonly Visited[]): Promise<Row[]> {
  const app = process.env.BASE_URL ? null : await startApp(calendarDay);
  process.env.BASE_URL ??= app?.url;
  const url = process.env.BASE_URL ?? '';
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'sharebook-lighthouse-'));
  const { args = [], ...launch } = config.use?.launchOptions ?? {};
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const rows: Row[] = [];
    for (const { name, path, inLooks, who } of visited) {
      await context.clearCookies();
      if (name !== 'sign-in') await openSession(context, who);
      for (const [config, settings] of inLooks) {
        const visits: Awaited<ReturnType<typeof visit>>[] = [];
        for (let round = 0; round < rounds; round += 1) visits.push(await visit(url + path, port, settings));
        rows.push(...rowsOf(`${name}, ${config}`, config, visits));
      }
    }
    return rows;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    await app?.stop();
  }
}
