// Measures the script that a page loads before the user acts, against a limit.

import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { routes } from '#lib/routes';
import { everyPage } from './every-page.ts';

/** Chart code may load after the first paint, so it is counted separately. */
const chartCode = /recharts/;

type FirstLoad = { scriptKb: number; chartKb: number; files: number };

const weights = new Map<string, { kb: number; chart: boolean }>();

/** All script the browser fetches during a navigation, before the user acts, in kB (1,000 bytes) of gzip. */
export async function weigh(page: Page, go: () => Promise<unknown>): Promise<FirstLoad> {
  const bodies = new Map<string, Promise<Buffer | null>>();
  const note = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    const url = response.url();
    if (response.request().resourceType() !== 'script' && !/\.js(\?|$)/.test(url)) return;
    bodies.set(url, weights.has(url) ? Promise.resolve(null) : response.body().catch(() => null));
  };
  page.on('response', note);
  await go();
  // Prefetched script of the next page counts too: it is fetched before the user acts.
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const total = { scriptKb: 0, chartKb: 0, files: 0 };
  for (const [url, coming] of bodies) {
    const body = await coming;
    if (body)
      weights.set(url, {
        kb: gzipSync(body, { level: 9 }).length / 1000,
        chart: chartCode.test(body.toString('utf8')),
      });
    const known = weights.get(url);
    if (!known) continue;
    total[known.chart ? 'chartKb' : 'scriptKb'] += known.kb;
    total.files += 1;
  }
  return total;
}

/** Limit for all script fetched before the user acts, chart code excluded. */
export const scriptMaxKb = 200;

const issuer = 1001;

/** Pages that are still above the limit. Each has a test that is expected to fail, and that says when it no longer does. */
export const overLimit: readonly string[] = [routes.compare(issuer)];

/** Views that load code of their own, each with its own URL. A saved scenario is weighed where one is saved, in its journey. */
export const weighedViews: readonly (readonly [name: string, path: string])[] = [
  ['capTable by holder', routes.capTable(issuer, { view: 'holder' })],
  ['capTable matrix', routes.capTable(issuer, { view: 'matrix' })],
  ['transactions journal', routes.transactions(issuer, { view: 'journal' })],
  ['bring in a register', routes.bringIn()],
  ['proof of an issuer', routes.proof({ issuer })],
];

/** Every page and view by name, with its URL; sign-in, which needs no session, is the first. */
export const everyView: readonly (readonly [name: string, path: string])[] = [
  ['sign-in', routes.signIn()],
  ...everyPage.map(({ route, path }) => [route, path] as const),
  ...weighedViews,
];
