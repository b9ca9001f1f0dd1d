import { readFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const issuer = 1001;

const onePagePdf = Buffer.from(
  [
    '%PDF-1.7',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj',
    'trailer << /Root 1 0 R >>',
    '%%EOF',
    '',
  ].join('\n'),
);

/** One white dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

type Certificate = {
  prefixAndCertificateNumber: string;
  canceled: string;
  restriction: string;
  stop: string;
  shares: number;
};

/** Outstanding certificates of the issuer without restriction, stop or another item. */
async function freeCertificates(request: APIRequestContext): Promise<Certificate[]> {
  const list = `/api/upstream/api/v1/Certificate/GetHoldingCertificates?customerIssuerId=${issuer}&filterStatus=All`;
  const all = (await (await request.get((process.env.BASE_URL ?? '') + list)).json()) as Certificate[];
  return all.filter(
    (one) =>
      !/[1-9]/.test(one.canceled.replace('9999', '')) &&
      /^(N|None|)$/.test(one.restriction) &&
      one.stop === '' &&
      one.shares > 300,
  );
}

type Entered = { itemId: number; version: number };

/** Logs a sale of 100 shares to a new account; `at` chooses the certificate, another one for each item. */
async function logSale(request: APIRequestContext, reference: string, at = 0): Promise<Entered> {
  const origin = process.env.BASE_URL ?? '';
  const source = (await freeCertificates(request))[at];
  const response = await request.post(`${origin}/api/upstream/agent/v1/items/create`, {
    headers: { origin, 'x-sharebook': '1' },
    data: {
      customerIssuerId: issuer,
      content: {
        kind: 'Transfer',
        caseCode: 'Sale',
        receivedAt: '2026-11-20T09:00:00-05:00',
        channel: 'Mail',
        presentor: { name: 'Meridian Clearing LLC', reference },
        certificates: [{ prefixAndCertificateNumber: source?.prefixAndCertificateNumber, isPaperHere: true }],
        lines: [{ systemShareholderId: 100012, shares: 100 }],
        pricePerShare: '10.00',
        guarantees: [
          {
            signer: 'Owner',
            program: 'STAMP',
            prefix: 'Z',
            serial: '0012345',
            guarantorName: 'First Bank',
            date: '2026-11-18',
          },
        ],
        documents: [
          { kind: 'Assignment', state: 'Original', date: '2026-11-18' },
          { kind: 'TaxForm', state: 'Original' },
        ],
        facts: { assignmentDate: '2026-11-18', signers: 1 },
      },
    },
  });
  expect([response.status(), await response.text()], JSON.stringify(source)).toEqual([
    200,
    expect.any(String),
  ]);
  return (await response.json()) as Entered;
}

/** The list with an item open in its panel. */
async function openItem(page: Page, item: number): Promise<Locator> {
  await page.goto('/ops/queue');
  const row = page
    .getByRole('table', { name: 'Items of the work queue' })
    .locator(`[data-item="${issuer}-${item}"]`);
  await row.click();
  const panel = page.locator('aside section[aria-label^="Item"]');
  await expect(panel.getByRole('heading', { name: 'Documents' })).toBeVisible();
  return panel;
}

test('a scanned document is added to an item, opened, and removed with a reason', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'operator');
  const { itemId } = await logSale(page.request, `E2E-${Date.now()}`);
  const panel = await openItem(page, itemId);
  const chooser = panel.getByLabel('Add files');

  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(panel.getByRole('alert')).toHaveText('notes.txt is not a PDF, PNG, JPEG or TIFF file.');

  const pdf = onePagePdf;
  await chooser.setInputFiles([
    { name: 'assignment.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'stamp.png', mimeType: 'image/png', buffer: dot },
  ]);
  const link = panel.getByRole('link', { name: 'assignment.pdf' });
  await expect(link).toBeVisible();
  const view = panel.page().getByRole('region', { name: 'Document' });
  await page.keyboard.press('v');
  await expect(view.locator('iframe[title="assignment.pdf"]')).toHaveAttribute('src', /^blob:/);
  await page.keyboard.press('v');
  await expect(view.getByRole('img', { name: 'stamp.png' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(view).toHaveCount(0);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(readFileSync(await download.path()).equals(pdf)).toBe(true);
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Remove assignment.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove assignment.pdf' });
  await dialog.getByLabel('Reason').fill('Belongs to another item');
  await dialog.getByRole('button', { name: 'Remove file' }).click();
  await expect(panel.getByText('Removed: Belongs to another item')).toBeVisible();
  await expect(link).toHaveCount(0);
  await expect(panel.getByText(/^File removed · /)).toBeVisible();
});

const rowOf = (page: Page, { itemId }: Entered) =>
  page.getByRole('table', { name: 'Items of the work queue' }).locator(`[data-item="${issuer}-${itemId}"]`);

const lineOf = (page: Page, { itemId }: Entered) =>
  page.locator('tr', { has: page.locator(`[data-item="${issuer}-${itemId}"]`) });

/** The queue with only the items of one reference. */
async function openQueue(page: Page, reference: string): Promise<void> {
  await page.goto(`/ops/queue?q=${reference}`);
  await expect(page.getByRole('table', { name: 'Items of the work queue' })).toBeVisible();
}

test('two users: one submits by keys, the other approves and posts many by keys', async ({
  page,
  browser,
}) => {
  await signIn(page, 'clerk');
  const made = [];
  for (const at of [3, 4, 5]) made.push(await logSale(page.request, `E2E-MANY-${at}`, at));
  const [first] = made as [Entered, Entered, Entered];
  await openQueue(page, 'Meridian');
  for (const one of made) {
    await rowOf(page, one).focus();
    await page.keyboard.press('Space');
  }
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByText('3 items submitted.')).toBeVisible();

  // The one who entered them cannot approve them.
  await rowOf(page, first).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: /^Item / });
  await expect(panel.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await page.keyboard.press('a');
  const own = page.getByRole('dialog', { name: /^Approve/ });
  await expect(own.getByText('You entered it: another user has to approve it.')).toBeVisible();
  await page.keyboard.press('Escape');

  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const other = await context.newPage();
  await signIn(other, 'operator');
  await openQueue(other, 'Meridian');
  for (const one of made) {
    await rowOf(other, one).focus();
    await other.keyboard.press('Space');
  }
  await other.keyboard.press('a');
  const approve = other.getByRole('dialog', { name: 'Approve 3 items' });
  // Each effect is listed, and Enter is enough once they are there.
  await expect(approve.getByText('Accounts and totals')).toHaveCount(3);
  await expect(approve.getByRole('button', { name: 'Approve 3 items' })).toBeFocused();
  await expectAccessible(other);
  await other.keyboard.press('Enter');
  await expect(other.getByText('3 items approved.')).toBeVisible();
  // The list of the first user follows, and keeps its place.
  await expect(lineOf(page, first)).toContainText('Ready to post');
  await expect(rowOf(page, first)).toHaveAttribute('aria-current', 'true');

  for (const one of made) {
    await rowOf(other, one).focus();
    await other.keyboard.press('Space');
  }
  await other.keyboard.press('p');
  await expect(other.getByRole('button', { name: 'Post 3 items' })).toBeFocused();
  await other.keyboard.press('Enter');
  await expect(other.getByText('3 items posted.')).toBeVisible();
  for (const one of made) await expect(rowOf(other, one)).toHaveCount(0);
  await context.close();
});

test('two users on one item see each other', { tag: '@long' }, async ({ page, browser }) => {
  await signIn(page, 'clerk');
  const item = await logSale(page.request, `E2E-SEEN`, 8);
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const other = await context.newPage();
  await signIn(other, 'operator');
  for (const one of [page, other]) {
    await openQueue(one, 'Meridian');
    await rowOf(one, item).focus();
  }
  await other.keyboard.press('Enter');
  await expect(rowOf(page, item)).toContainText('open at Olivia Park');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Olivia Park also has this item open.')).toBeVisible();
  await expect(other.getByText('Casey Lindqvist also has this item open.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(other.getByText('Casey Lindqvist also has this item open.')).toBeHidden();
  await context.close();
  await expect(rowOf(page, item)).not.toContainText('open at', { timeout: 8_000 });
});

test('hold, return and reject by keys; after each the next item is current', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'operator');
  const made = [];
  for (const at of [10, 11]) made.push(await logSale(page.request, `E2E-STEPS-${at}`, at));
  const [first, second] = made as [Entered, Entered];
  await openQueue(page, 'Meridian');
  await rowOf(page, first).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Opinion asked for');
  await page.keyboard.press('Enter');
  const held = lineOf(page, first);
  await expect(held).toContainText(/Held.*until/);
  // Another item is current; the held one did not move.
  await expect(rowOf(page, first)).not.toHaveAttribute('aria-current', 'true');
  await expect(page.locator('[data-item][aria-current]')).toBeFocused();

  await rowOf(page, second).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: /^Reject/ });
  await expect(dialog.getByLabel('What the presentor has to do')).toBeFocused();
  await dialog.getByLabel(/^Reason/).selectOption('O02');
  await dialog.getByLabel('What the presentor has to do').fill('Send a stock power signed by all owners');
  await dialog.getByLabel('Returned').fill('Courier 4471');
  await dialog.getByText('Notice as text').click();
  await expect(dialog.locator('pre')).toContainText(
    'Reason O02: Assignment missing or insufficient. Send a stock power signed by all owners.',
  );
  await dialog.getByLabel('What the presentor has to do').press('Enter');
  await expect(rowOf(page, second)).toHaveCount(0);
  await expect(page.locator('[data-item][aria-current]')).toBeFocused();

  await page.goto(`/ops/queue?ended=Rejected&item=${issuer}-${second.itemId}`);
  const panel = page.locator('aside section[aria-label^="Item"]');
  await expect(panel.locator('pre')).toContainText('Returned: Courier 4471');
  await expect(panel.getByRole('button', { name: 'Copy notice' })).toBeVisible();
  await expectAccessible(page);
});
