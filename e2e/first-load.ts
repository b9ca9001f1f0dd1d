import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { routes } from '#lib/routes';
import { everyPage } from './every-page.ts';

/** Chart code may arrive after the first paint and is counted apart (issue 4). */
const chartCode = /recharts/;

export type FirstLoad = { scriptKb: number; chartKb: number; files: number };

/** All script the browser fetches for an address before the person acts, in kB (1,000 bytes) of gzip. */
export async function firstLoad(page: Page, path: string, ready: () => Promise<unknown>): Promise<FirstLoad> {
  const bodies = new Map<string, Promise<Buffer | null>>();
  const note = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    if (response.request().resourceType() !== 'script' && !/\.js(\?|$)/.test(response.url())) return;
    bodies.set(
      response.url(),
      response.body().catch(() => null),
    );
  };
  page.on('response', note);
  await page.goto(path);
  await ready();
  // What is fetched ahead for the next page is fetched before the person acts as well.
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const total = { scriptKb: 0, chartKb: 0, files: 0 };
  for (const body of await Promise.all(bodies.values())) {
    if (!body) continue;
    const kb = gzipSync(body, { level: 9 }).length / 1000;
    if (chartCode.test(body.toString('utf8'))) total.chartKb += kb;
    else total.scriptKb += kb;
    total.files += 1;
  }
  return total;
}

const issuer = 1001;

/** Every page and the views that bring code of their own, with an address each. */
export const weighedPages: readonly (readonly [name: string, path: string])[] = [
  ...everyPage.map(({ route, path }) => [route, path] as const),
  ['capTable by holder', routes.capTable(issuer, { view: 'holder' })],
  ['transactions journal', routes.transactions(issuer, { view: 'journal' })],
];
