import { expect, type Page, test } from '@playwright/test';
import { calendarDay, startApp } from '#tests/app/running';
import { jobs, press } from './support/jobs.ts';
import { settled } from './support/page-checks.ts';
import { openSession } from './support/users.ts';

/** Rows of a table that are read; the others are alike. */
const rowsMax = 3;
/** Times of day, durations, sizes and digests of files, names and days of runs differ from time to time. */
const varying =
  /\d{1,2}:\d\d(:\d\d)?( [AP]M)?|\b[\d.,]+ (ms|s|kB|MB|bytes)\b|\b[0-9a-f]{64}\b|(?<=\/runs\/)[\w-]+|(?<=Requested )\w+ \d+, \d{4}|\bE[SD]T\b/g;

/** A cell alone: its text is in the name of its row. */
const cell = /^\s*- '?(cell|rowheader|columnheader)\b.*(?<!:)$/;

/** The accessibility tree as text, with the first rows of each table. */
function shortened(tree: string): string {
  const kept: string[] = [];
  let rowDepth = -1;
  let rows = 0;
  for (const line of tree.replaceAll(varying, '<varies>').split('\n')) {
    const depth = line.search(/\S/);
    if (/^\s*- '?row\b/.test(line)) {
      rows = depth === rowDepth ? rows + 1 : 1;
      rowDepth = depth;
      if (rows === rowsMax + 1) kept.push(`${' '.repeat(depth)}- more rows`);
    } else if (depth < rowDepth) rowDepth = -1;
    if ((rowDepth < 0 || rows <= rowsMax) && !cell.test(line)) kept.push(line);
  }
  return kept.join('\n');
}

/** What is read out from the top of the page, or of its dialog, once its parts have come. */
async function reading(page: Page): Promise<string> {
  await settled(page);
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
  const dialog = page.getByRole('dialog');
  const part = (await dialog.count()) > 0 ? dialog.last() : page.locator('main#main');
  let tree = '';
  await expect(async () => {
    const before = tree;
    tree = await part.ariaSnapshot();
    expect(tree).toBe(before);
  }).toPass({ intervals: [1_000] });
  return `${await page.title()}\n${shortened(tree)}\n`;
}

/**
 * The five jobs as a screen reader reads them, page by page. What was read is in e2e/screen-reader/; a difference is
 * either a fault or a change that is read again by a person and saved with `--update-snapshots`. An installation of
 * its own with the demo as `npm start` loads it, so that no other journey changes its pages.
 */
test('the five jobs are read out as before', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(300_000);
  const app = await startApp(calendarDay, { books: 'new' });
  try {
    for (const [name, run] of Object.entries(jobs)) {
      const context = await browser.newContext({ baseURL: app.url });
      const page = await context.newPage();
      await openSession(context, 'officer', app.url);
      await page.goto('/');
      const read: string[] = [];
      let clicks = 0;
      await run(page, async (what) => {
        await expect(what).toBeVisible();
        // The first page is read in the job that ends there.
        if (clicks > 0) read.push(await reading(page));
        clicks += 1;
        await press(what);
      });
      read.push(await reading(page));
      const file = `${name.replaceAll('’', '').replaceAll(' ', '-')}.txt`;
      expect.soft(read.join('\n'), name).toMatchSnapshot([file]);
      await context.close();
    }
  } finally {
    await app.stop();
  }
});
