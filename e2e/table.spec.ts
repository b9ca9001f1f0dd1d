import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { readCells } from '#lib/sheet/archive-for-tests';
import { readZip } from './support/files.ts';
import { expectAccessible, settled, useTheme } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const path = '/issuers/1003/cap-table?view=holder';
const table = (page: Page) => page.getByRole('table', { name: 'Cap table by holder' });
const menu = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fileOf(page: Page, name: RegExp) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** First-column cells of every row drawn. */
const names = (page: Page) => table(page).locator('tbody th').allTextContents();

test('sort by two columns, filter, select, and download as a file', async ({ page }) => {
  await signIn(page, 'operator', path);
  await expect(page.getByText('93 holdings').first()).toBeVisible();

  await menu(page, 'Sort and filter').click();
  const panel = page.getByRole('dialog', { name: 'Sort and filter' });
  await panel.getByLabel('Sort by, level 1').selectOption({ label: 'Class' });
  await panel.getByLabel('Then also sort by').selectOption({ label: 'Shares' });
  await panel.getByRole('button', { name: /^Then also sort by/ }).click();
  await panel.getByLabel('Filter a column').selectOption({ label: 'Type' });
  await panel.getByRole('button', { name: /^Filter a column/ }).click();
  await panel.getByRole('textbox', { name: 'Type' }).fill('partnership');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/sort=-?class%2C-shares.*f\.kind=partnership/);

  const boxes = table(page).getByRole('checkbox', { name: /^Select [A-Z]/ });
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await expect(table(page).getByRole('rowheader', { name: '3 holdings' })).toBeVisible();

  const requested = (await names(page)).slice(1, 4);
  const csv = await fileOf(page, /Download selected rows as CSV/);
  const lines = readFileSync(csv.path, 'utf8').split('\r\n');
  expect(lines.slice(1, 5).map((line) => line.split(',')[0])).toEqual([...requested, '']);
  expect(lines.find((line) => line.startsWith('Rows'))).toMatch(/^Rows,"?3 of 93 holdings, selected rows"?$/);

  await page.getByRole('button', { name: 'Clear selection' }).click();
  const xlsx = await fileOf(page, /Download shown rows as XLSX/);
  expect(xlsx.name).toMatch(/^cap-table_1003_by-holder_\d{4}-\d\d-\d\d\.xlsx$/);
  const parts = readZip(xlsx.path);
  const sheet = (name: string) => readCells(parts.get(`xl/worksheets/${name}.xml`)?.toString() ?? '');
  const about = [...sheet('sheet1').values()].map((cell) => cell.value);
  expect(about[about.indexOf('Cap table of') + 1]).toBe('Ashgrove Therapeutics, Inc. (1003)');
  expect(about[about.indexOf('Filter Type') + 1]).toBe('partnership');
  const shown = await page.getByText(/^\d+ of 93 holdings$/).textContent();
  expect(about[about.indexOf('Rows') + 1]).toBe(shown);
  const firstColumn = [...sheet('sheet2')]
    .filter(([ref]) => /^A\d+$/.test(ref))
    .map(([, cell]) => cell.value);
  expect(firstColumn[0]).toBe('Holder');
  expect(firstColumn).toHaveLength(Number.parseInt(shown ?? '', 10) + 1);
  expect(firstColumn.slice(1, 5)).toEqual((await names(page)).slice(0, 4));
});

test('columns are pinned; a view is saved, linked, reset and restored', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'operator', path);
  await expect(page.getByText('93 holdings').first()).toBeVisible();
  await menu(page, 'Columns').click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('button', { name: 'Pin Shares', exact: true }).click();
  await panel.getByLabel('Restricted', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  const heads = table(page).getByRole('columnheader');
  await expect(heads.nth(2)).toContainText('Shares');
  await page.setViewportSize({ width: 900, height: 700 });
  const region = page.getByRole('region', { name: /^Cap table by holder/ });
  const left = async () => (await heads.nth(2).boundingBox())?.x;
  const before = await left();
  await region.evaluate((box) => box.scrollTo({ left: 300 }));
  expect(await left()).toBe(before);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('searchbox').fill('growth');
  await menu(page, 'Views').click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await views.getByLabel('View name').fill('Growth funds');
  await views.getByRole('button', { name: 'Save', exact: true }).click();
  await views.getByRole('button', { name: 'Copy the link to Growth funds' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await views.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(heads.nth(2)).toContainText('Class');

  // Simulates a colleague on another device.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole('searchbox')).toHaveValue('growth');
  await expect(heads.nth(2)).toContainText('Shares');
  await expect(table(page).getByRole('columnheader', { name: /^Restricted/ })).toHaveCount(0);
});

test('copies the selection as text and as a table', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'operator', path);
  const [box] = await table(page).getByRole('checkbox').all();
  await expect(page.getByText('93 holdings').first()).toBeVisible();
  await (box ?? table(page).getByRole('checkbox').first()).focus();
  await page.keyboard.press('Tab');
  // From the select-all box past the header's buttons to the first row's box, then on by arrow keys.
  await table(page)
    .getByRole('checkbox', { name: /^Select [A-Z]/ })
    .first()
    .focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied 2 holdings.')).toBeVisible();
  const [text, html] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text() ?? '';
    return [await read('text/plain'), await read('text/html')];
  });
  expect(text?.split('\n')).toHaveLength(3);
  expect(html).toContain('<table>');
});

for (const theme of ['light', 'dark'] as const) {
  test(`the table's panels are accessible, ${theme}`, { tag: '@long' }, async ({ page }) => {
    await page.goto('/sign-in');
    await useTheme(page, theme);
    await signIn(page, 'operator', `${path}&sort=-shares,name&f.kind=partnership`);
    await settled(page);
    await table(page)
      .getByRole('checkbox', { name: /^Select [A-Z]/ })
      .first()
      .check();
    for (const name of ['Sort and filter', 'Views', 'Columns', 'Options for Shares']) {
      await test.step(name, async () => {
        await page.getByRole('button', { name, exact: true }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog', { name })).not.toContainText('Opening…');
        // Only the panel: a table link half covered by it has its full height again once it is closed.
        await expectAccessible(page, '[popover]:popover-open');
        await page.keyboard.press('Escape');
      });
    }
  });
}

test('a panel stays in the window when a phone is turned, and keeps entered text', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'operator', path);
  await settled(page);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.getByRole('textbox').fill('For the board');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => ((await panel.boundingBox())?.x ?? 360) < 180).toBe(true);
  await expect(panel.getByRole('textbox')).toHaveValue('For the board');
  await expect(panel.getByRole('textbox')).toBeInViewport({ ratio: 1 });
});

test('a table wider than its window shows on which side more is, also beside pinned columns, not in print', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await signIn(page, 'operator', path);
  const region = page.getByRole('region', { name: 'Cap table by holder, scrolls' });
  const edges = () =>
    region.evaluate((box) => {
      const of = (side: string) => getComputedStyle(box, side);
      const pinned = box.querySelector('tbody th')?.getBoundingClientRect().right ?? 0;
      const beside = Number.parseFloat(of('::before').left) + box.getBoundingClientRect().left;
      return {
        before: of('::before').opacity,
        after: of('::after').opacity,
        besidePinned: Math.abs(pinned - beside) <= 1,
        drawn: of('::after').display !== 'none',
      };
    });
  await expect.poll(edges).toEqual({ before: '0', after: '1', besidePinned: true, drawn: true });
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(edges).toMatchObject({ before: '1', after: '1' });
  await region.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  await expect.poll(edges).toMatchObject({ before: '1', after: '0', besidePinned: true });
  await page.emulateMedia({ media: 'print' });
  await expect.poll(edges).toMatchObject({ drawn: false });
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1800, height: 800 });
  await expect.poll(edges).toMatchObject({ before: '0', after: '0' });
});

test('rows are dense, taller when the person asks and for a finger; the window alone does not scroll the page', async ({
  page,
  browser,
}) => {
  await signIn(page, 'operator', path);
  await expect(page.getByText('93 holdings').first()).toBeVisible();
  await settled(page);
  const rowPx = () =>
    table(page)
      .locator('tbody tr[aria-rowindex]')
      .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);
  const scrolls = () =>
    page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);
  await expect.poll(rowPx).toEqual([28]);
  await expect.poll(scrolls).toBe(false);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(rowPx).toEqual([36]);
  await expect.poll(scrolls).toBe(false);
  // The last row is reached at the new height, and the choice is kept.
  const region = page.getByRole('region', { name: /^Cap table by holder/ });
  await region.focus();
  await page.keyboard.press('End');
  await expect(table(page).locator('tr[aria-rowindex="94"]')).toBeInViewport();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-rows', 'comfortable');
  await expect.poll(rowPx).toEqual([36]);

  const hand = await browser.newContext({ hasTouch: true, isMobile: true });
  const touched = await hand.newPage();
  await signIn(touched, 'operator', path);
  const row = table(touched).locator('tbody tr[aria-rowindex]').first();
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(44);
  await hand.close();
});
