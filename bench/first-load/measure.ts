// Measures the script size of each page before any user action.

import { chromium } from '@playwright/test';
import { everyView, weigh } from '#e2e/support/first-load';
import { settled } from '#e2e/support/page-checks';
import { password, users } from '#e2e/support/users';
import { signIn, startApp } from '#tests/app/running';
import config from '../../playwright.config.ts';
import { type Row, row } from '../row.ts';

/** Opens every page. */
export const heavy = true;

/** The limit that e2e/sweep.spec.ts checks for every page. */
const scriptMaxKb = 200;

/** Script per page before any user action, in kB of gzip, over the production build. */
export async function measure(): Promise<Row[]> {
  const app = process.env.BASE_URL ? null : await startApp();
  const url = process.env.BASE_URL ?? app?.url ?? '';
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const cookie = await signIn(url, users.operator, password);
    const cookies = cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    });
    const rows: Row[] = [];
    for (const [name, path] of everyView) {
      // A fresh browser, nothing cached.
      const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
      if (name !== 'sign-in') await context.addCookies(cookies);
      const page = await context.newPage();
      const go = async () => {
        await page.goto(path);
        await settled(page);
      };
      const { scriptKb, chartKb } = await weigh(page, go);
      rows.push(row(name, 'kB', { values: [scriptKb], limit: { of: 'value', atMost: scriptMaxKb } }));
      if (chartKb > 0) rows.push(row(`${name}: charts, after the first paint`, 'kB', { values: [chartKb] }));
      await context.close();
    }
    return rows;
  } finally {
    await browser.close();
    await app?.stop();
  }
}
