import { expect, test } from '@playwright/test';
import { firstLoad, weighedPages } from './first-load.ts';
import { settled } from './looks.ts';
import { signIn } from './people.ts';

/** Issue 4: all script that is fetched before the person acts, chart code apart. */
const scriptMaxKb = 190;

test('no page fetches more script than allowed before the person acts', async ({ page, browser }) => {
  test.setTimeout(600_000);
  await signIn(page, 'operator');
  const { cookies } = await page.context().storageState();
  const over: string[] = [];
  for (const [name, path] of [['sign-in', '/sign-in'], ...weighedPages] as const) {
    await test.step(name, async () => {
      // A browser that has been nowhere yet.
      const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
      if (name !== 'sign-in') await context.addCookies(cookies);
      const fresh = await context.newPage();
      const { scriptKb, files } = await firstLoad(fresh, path, () => settled(fresh));
      expect(files, `${name} fetched no script at all`).toBeGreaterThan(3);
      if (scriptKb > scriptMaxKb) over.push(`${name}: ${scriptKb.toFixed(1)} kB`);
      await context.close();
    });
  }
  expect(over).toEqual([]);
});
