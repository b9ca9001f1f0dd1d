import { expect, type Locator, type Page, test } from '@playwright/test';
import { settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

/** Lists with a filter in the address, each with the name of its table. */
const lists = [
  ['/issuers/1001/holders?q=jt', null],
  ['/issuers/1001/certificates?status=outstanding', null],
  ['/issuers/1001/transactions?status=Completed', null],
  ['/issuers/1001/transactions?view=journal&from=2025-01-01&to=2025-12-31&type=T', 'Journal'],
] as const;

const regionOf = (page: Page, name: string | null) =>
  page.getByRole('region', { name: name === null ? /, scrolls$/ : `${name}, scrolls` }).first();

/** Links of transactions. */
const numbersIn = (region: Locator) => region.getByRole('cell').getByRole('link', { name: /^\d+$/ });

/** Scrolls a list down, at most by 1,400 pixels, and returns the place. */
async function scrollDown(region: Locator): Promise<number> {
  const px = await region.evaluate((box) => {
    box.scrollTo({ top: Math.min(1_400, box.scrollHeight - box.clientHeight) });
    return box.scrollTop;
  });
  expect(px, 'the list is longer than its window').toBeGreaterThan(100);
  return px;
}

const placePx = (region: Locator) => region.evaluate((box) => box.scrollTop);

test('Back shows a list with its filter, where it was scrolled to', async ({ page }) => {
  await signIn(page, 'operator', '/');
  for (const [path, name] of lists) {
    await page.goto(path);
    const region = regionOf(page, name);
    await expect(region).toBeVisible();
    await settled(page);
    const px = await scrollDown(region);
    await expect.poll(() => placePx(region)).toBe(px);
    const address = page.url();
    const links = name === null ? region.getByRole('rowheader').getByRole('link') : numbersIn(region);
    const link = links.nth(14);
    await expect(link).toBeInViewport();
    const text = await link.innerText();
    // A link that is half hidden is scrolled into view before it is pressed.
    await link.hover();
    const left = await placePx(region);
    await link.click();
    await expect(page).not.toHaveURL(address);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect.poll(() => placePx(region), { message: `scroll of ${path}` }).toBe(left);
    await expect(region.getByText(text, { exact: true }).first()).toBeInViewport();
  }
});

/** Logs a transfer that lacks nearly everything; enough for a line of the list. */
async function logItem(page: Page, place: number): Promise<void> {
  const origin = process.env.BASE_URL ?? '';
  const response = await page.request.post(`${origin}/api/upstream/agent/v1/items/create`, {
    headers: { origin, 'x-sharebook': '1' },
    data: {
      customerIssuerId: 1004,
      content: {
        ...{ kind: 'Transfer', caseCode: 'Sale', receivedAt: '2026-11-20T09:00:00-05:00', channel: 'Mail' },
        presentor: { name: 'Returning Brokers', reference: `BACK-${place}` },
        lines: [{ systemShareholderId: 100012, shares: 100 }],
      },
    },
  });
  expect(response.status(), await response.text()).toBe(200);
}

test('Back from an item shows the work queue with its filter, where it was scrolled to', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await signIn(page, 'operator', '/account');
  for (let place = 0; place < 30; place += 1) await logItem(page, place);
  await page.goto('/ops/queue?q=Returning&f.stage=%3DEntered');
  const region = regionOf(page, 'Items of the work queue');
  await expect(region).toBeVisible();
  await settled(page);
  const px = await scrollDown(region);
  await expect.poll(() => placePx(region)).toBe(px);
  const address = page.url();
  const item = region.locator('[data-item]').last();
  await expect(item).toBeInViewport();
  const key = await item.getAttribute('data-item');
  await item.click();
  await expect(page.locator('aside section[aria-label^="Item"]')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { level: 1, name: /^Change item/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('button', { name: /^Entered/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('searchbox', { name: 'Filter items' })).toHaveValue('Returning');
  await expect.poll(() => placePx(region), { message: 'scroll of the work queue' }).toBe(px);
  await expect(region.locator(`[data-item="${key}"]`)).toBeInViewport();
});

test('Back leaves a form that is only just opening', async ({ page }) => {
  await signIn(page, 'operator', '/ops/queue');
  await settled(page);
  // A slow machine, on which Back is pressed before the form's effects have run.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const entered = page.getByRole('link', { name: 'Enter item' });
  for (let round = 0; round < 3; round += 1) {
    await entered.click();
    await expect(page).toHaveURL(/\/work-queue\/new/);
    await page.goBack();
    await expect(entered).toBeVisible();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/ops/queue');
  }
});

test('Back shows the work queue and the downloads with their filters', async ({ page }) => {
  await signIn(page, 'operator', '/ops/queue?f.assigned=%3DUnassigned');
  await settled(page);
  const unassigned = page.getByRole('button', { name: 'Unassigned', exact: true });
  await expect(unassigned).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Enter item' }).click();
  await expect(page).toHaveURL(/\/work-queue\/new/);
  await page.goBack();
  await expect(unassigned).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/downloads?report=shareholder-list');
  await settled(page);
  const report = page.getByLabel('Report', { exact: true });
  await expect(report).toHaveValue('shareholder-list');
  await page.getByRole('link', { name: 'Create several reports (ZIP)' }).click();
  await expect(page).toHaveURL(/batches\/new/);
  await page.goBack();
  await expect(report).toHaveValue('shareholder-list');
});

/** Counts the view transitions of the page, and the milliseconds that their animations take at most. */
const countTransitions = (page: Page) =>
  page.addInitScript(() => {
    const counted = { transitions: 0, longestMs: 0 };
    Object.assign(window, { counted });
    const begin = document.startViewTransition;
    document.startViewTransition = function startViewTransition(options) {
      const transition = begin.call(document, options);
      counted.transitions += 1;
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations())
          if (effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'))
            counted.longestMs = Math.max(counted.longestMs, Number(effect.getComputedTiming().duration));
      });
      return transition;
    };
  });

const counted = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { transitions: number; longestMs: number } }).counted);

for (const motion of ['no-preference', 'reduce'] as const)
  test(`one page fades into the next, a sorted list does not (motion: ${motion})`, async ({ page }) => {
    await signIn(page, 'operator', '/');
    await page.emulateMedia({ reducedMotion: motion });
    await countTransitions(page);
    await page.goto('/issuers/1001');
    await settled(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Holders', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Holders' })).toBeVisible();
    await settled(page);
    const longestMs = motion === 'reduce' ? 0 : 120;
    await expect.poll(() => counted(page)).toEqual({ transitions: 1, longestMs });
    await page.getByRole('columnheader', { name: 'Account' }).getByRole('button').first().click();
    await expect(page).toHaveURL(/sort=/);
    await settled(page);
    expect(await counted(page)).toEqual({ transitions: 1, longestMs });
  });
