import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { enterGift, openNew, someCertificate } from './support/enter-gift.ts';
import { expectAccessible, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

test('a routine transfer is entered and submitted without a mouse', async ({ page }) => {
  await signIn(page, 'operator');
  const certificate = await someCertificate(page, 1);
  await openNew(page);
  const keys = await enterGift(page, certificate);
  await expectAccessible(page);
  test.info().annotations.push({ type: 'keys', description: `${keys.count()}` });
  // 17 of them are the presentor's name. A practised clerk types three keys a second.
  expect(keys.count()).toBeLessThan(80);

  // A reload shows the same item; the next one keeps issuer, case, presentor and channel.
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Item \d+ entered$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter another like this' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /^Issuer/ })).toHaveValue(/Larkspur/);
  await expect(page.getByRole('combobox', { name: /^Kind and case/ })).toHaveValue('Gift');
  await expect(page.getByRole('combobox', { name: /^Presentor/ })).toHaveValue('Meridian Clearing');
});

/** An address hold with a presentor of its own, so that it can be counted. */
async function fillHold(page: Page, presentor: string): Promise<void> {
  await openNew(page);
  await page.keyboard.type('lark');
  await page.keyboard.press('Tab');
  await page.keyboard.type('address hold');
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: /^Presentor/ }).fill(presentor);
  const account = page.getByRole('combobox', { name: /^Account/ });
  await account.fill('00100520');
  await account.press('Tab');
  await expect(account).toHaveValue(/ABERNATHY/);
  // "Draft saved" may still be that of an earlier field: another tab would open without the reason.
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/api/drafts/') &&
      (response.request().postData() ?? '').includes('Statement returned'),
  );
  await page.getByLabel('Reason', { exact: true }).fill('Statement returned');
  await saved;
  await expect(page.getByText('Nothing stands against it.')).toBeVisible();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
}

async function countOf(page: Page, presentor: string): Promise<number> {
  const response = await page.request.get(
    '/api/upstream/agent/v1/items?customerIssuerId=1001&start=0&numberOfRows=1000',
  );
  const { items } = (await response.json()) as { items: { presentorName: string }[] };
  return items.filter((one) => one.presentorName === presentor).length;
}

test('two presses, two tabs and a lost answer record one item each', { tag: '@long' }, async ({
  page,
  context,
}) => {
  test.setTimeout(150_000);
  await signIn(page, 'operator');
  // A repeated run counts its own items only.
  const run = randomUUID().slice(0, 8);
  const entered = (one: Page) =>
    expect(one.getByRole('heading', { name: /^Item \d+ entered$/ })).toBeVisible();

  await fillHold(page, `Two presses ${run}`);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await entered(page);
  expect(await countOf(page, `Two presses ${run}`)).toBe(1);

  await fillHold(page, `Two tabs ${run}`);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText(/also open in another tab/)).toBeVisible();
  await Promise.all([page, other].map((one) => one.getByRole('button', { name: 'Enter item' }).click()));
  await entered(page);
  await entered(other);
  await other.close();
  expect(await countOf(page, `Two tabs ${run}`)).toBe(1);

  await fillHold(page, `Lost answer ${run}`);
  await page.route('**/agent/v1/items/create', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Enter item' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Status unknown' })).toBeVisible();
  await page.unroute('**/agent/v1/items/create');
  await page.getByRole('button', { name: 'Enter item' }).click();
  await entered(page);
  expect(await countOf(page, `Lost answer ${run}`)).toBe(1);
});

test('a form change fills in the account of the shares, and guarantees begin with the next signer', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'operator');
  const certificate = await someCertificate(page, 3);
  await openNew(page);
  await page.keyboard.type('lark');
  await page.keyboard.press('Tab');
  await page.keyboard.type('split-up');
  await page.keyboard.press('Tab');
  const number = page.getByLabel(/^Certificate number/);
  await number.fill(certificate);
  await number.press('Enter');
  await expect(page.getByRole('combobox', { name: /^To account/ })).toHaveValue(/\S/);
  // Taken out, it is not filled in again.
  await page.getByRole('combobox', { name: /^To account/ }).fill('');
  await page.waitForTimeout(1_000);
  await expect(page.getByRole('combobox', { name: /^To account/ })).toHaveValue('');
  await page.getByRole('combobox', { name: /^Kind and case/ }).fill('gift');
  await page.keyboard.press('Tab');
  // The owners who sign come with the check.
  await expect(page.getByText(/No signature guarantee for/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Add signature guarantee' }).click();
  await expect(page.getByLabel('Signer', { exact: true })).toHaveValue(/\S/);
  await expect(page.getByLabel('Program', { exact: true })).toBeFocused();
});

test('a draft survives a reload and another browser, and is discarded', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin');
  await openNew(page);
  await page.keyboard.type('lark');
  await page.keyboard.press('Tab');
  await page.keyboard.type('address hold');
  await page.keyboard.press('Tab');
  // A part that the kind does not use is not shown.
  await expect(page.getByRole('group', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Certificates presented' })).toBeHidden();
  await page.getByLabel('Comments').fill('Letter');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  // The answer to the last save is lost with the page. The reloaded page must not call it another window's save.
  await page.route('**/api/drafts/*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Comments').fill('Letter of Nov 18');
  await expect(page.getByText('Draft not saved.')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Comments')).toHaveValue('Letter of Nov 18');
  await expect(page.getByText(/^Draft (saved|restored)/)).toBeVisible();

  const other = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const second = await other.newPage();
  await signIn(second, 'admin', new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(second.getByLabel('Comments')).toHaveValue('Letter of Nov 18');
  await second.getByLabel('Comments').fill('Letter of Nov 19');
  await expect(second.getByText(/^Draft restored. Saved|^Draft saved/)).toBeVisible();
  await second.waitForTimeout(1_500);

  // Both windows typed: the user decides.
  await page.getByLabel('Comments').fill('Letter of Nov 20');
  await expect(page.getByText(/was saved in another window/)).toBeVisible();
  await page.getByRole('button', { name: 'Load the other version' }).click();
  await expect(page.getByLabel('Comments')).toHaveValue('Letter of Nov 19');
  await other.close();

  await page.goto('/work-queue/new');
  const draft = page.getByRole('listitem').filter({ hasText: 'Address hold' });
  await expect(draft.first()).toBeVisible();
  const before = await draft.count();
  await draft.first().getByRole('button', { name: 'Discard draft' }).click();
  await expect(draft).toHaveCount(before - 1);
});

test('a change on an older version shows who changed what, and keeps what was typed', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'operator');
  const certificate = await someCertificate(page, 2);
  const origin = new URL(page.url()).origin;
  const headers = { origin, 'x-sharebook': '1' };
  const actor = { email: '-', firstName: '-', lastName: '-' };
  const content = {
    kind: 'Transfer',
    caseCode: 'Gift',
    receivedAt: '2026-11-19',
    channel: 'Mail',
    certificates: [{ prefixAndCertificateNumber: certificate }],
  };
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api/upstream/agent/v1/items${path}`, { headers, data });
    expect(response.status(), await response.text()).toBe(200);
    return (await response.json()) as { itemId: number; displayTransactionId: number; version: number };
  };
  const made = await post('/create', { actor, customerIssuerId: 1001, content });
  await page.goto(`/work-queue/items/1001/${made.itemId}/edit`);
  await expect(page.getByRole('heading', { name: `Change item ${made.displayTransactionId}` })).toBeVisible();
  await expect(page.getByText(certificate, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Comments').fill('Typed here');
  await post('/update', {
    actor,
    customerIssuerId: 1001,
    itemId: made.itemId,
    version: made.version,
    content: { ...content, channel: 'Courier' },
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'has changed since you opened it' });
  await expect(note).toContainText('Mail → Courier');
  await note.getByRole('button', { name: 'Keep what you typed' }).click();
  await expect(page.getByLabel('Comments')).toHaveValue('Typed here');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: /^Item \d+ changed$/ })).toBeVisible();
});

test('only users who enter items find the page', async ({ page }) => {
  await signIn(page, 'viewer');
  // A page that the server sends late has the status 200 already.
  await page.goto('/work-queue/new');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await settled(page);
});
