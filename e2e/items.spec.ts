import { readFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const issuer = 1001;

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

/** Logs a sale of 100 shares of a certificate to a new account. */
async function logSale(request: APIRequestContext, reference: string): Promise<number> {
  const origin = process.env.BASE_URL ?? '';
  const list = `/api/upstream/api/v1/Certificate/GetHoldingCertificates?customerIssuerId=${issuer}&filterStatus=All`;
  const all = (await (await request.get(origin + list)).json()) as Certificate[];
  const source = all.find(
    (one) =>
      !/[1-9]/.test(one.canceled.replace('9999', '')) &&
      /^(N|None|)$/.test(one.restriction) &&
      one.stop === '' &&
      one.shares > 300,
  );
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
  expect([response.status(), await response.text()], JSON.stringify(source ?? all[0])).toEqual([
    200,
    expect.any(String),
  ]);
  return ((await response.json()) as { itemId: number }).itemId;
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

test('a scanned document is added to an item, opened, and removed with a reason', async ({ page }) => {
  await signIn(page, 'operator');
  const panel = await openItem(page, await logSale(page.request, `E2E-${Date.now()}`));
  const chooser = panel.getByLabel('Add files');

  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(panel.getByRole('alert')).toHaveText('notes.txt is not a PDF, PNG, JPEG or TIFF file.');

  const pdf = Buffer.from('%PDF-1.7\n% assignment\n%%EOF\n');
  await chooser.setInputFiles([
    { name: 'assignment.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'stamp.png', mimeType: 'image/png', buffer: dot },
  ]);
  const link = panel.getByRole('link', { name: 'assignment.pdf' });
  await expect(panel.getByRole('img', { name: 'stamp.png' })).toBeVisible();
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
