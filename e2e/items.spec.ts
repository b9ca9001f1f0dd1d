import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectAccessible } from './support/page-checks.ts';
import { openSession, signIn } from './support/users.ts';

const issuer = 1001;

type Certificate = {
  prefixAndCertificateNumber: string;
  canceled: string;
  restriction: string;
  stop: string;
  shares: number;
};

/** Logs a sale of 100 shares of a certificate to a new account; other users can approve it then. */
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
  const response = await request.post(`${origin}/api/upstream/agent/v1/items`, {
    headers: { origin, 'x-sharebook': '1' },
    data: {
      customerIssuerId: issuer,
      content: {
        kind: 'Transfer',
        caseCode: 'Sale',
        receivedAt: '2026-11-20T09:00:00-05:00',
        channel: 'Mail',
        presentor: { name: 'Meridian Clearing LLC', reference },
        certificates: [{ prefixAndCertificateNumber: source?.prefixAndCertificateNumber }],
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

test('an item is submitted, approved and posted by keys', async ({ page, browser }) => {
  const entering = await browser.newContext();
  await openSession(entering, 'admin');
  const reference = `E2E-${Date.now()}`;
  const item = await logSale(entering.request, reference);
  await entering.close();

  await signIn(page, 'operator', `/ops/queue?q=${reference}`);
  const table = page.getByRole('table', { name: 'Items of the work queue' });
  await expect(table.getByRole('row')).not.toHaveCount(1);
  await page.goto('/ops/queue');
  await expect(table).toBeVisible();
  await page.screenshot({ path: '/tmp/screen-list.png' });
  const number = table.locator(`[data-item="${issuer}-${item}"]`);
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(number).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Effect of posting' })).toBeVisible();
  await expect(page.getByText('Control book unchanged.')).toBeVisible();
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/screen-panel.png' });
  await expectAccessible(page);
  await page.keyboard.press('s');
  const panel = page.locator('aside section[aria-label^="Item"]');
  await expect(panel.getByText('Awaiting approval').first()).toBeVisible();
  await page.keyboard.press('a');
  const approve = page.getByRole('dialog', { name: 'Approve 1 item' });
  await expect(approve.getByText('Class outstanding')).toBeVisible();
  await page.screenshot({ path: '/tmp/screen-approve.png' });
  await approve.getByRole('button', { name: 'Approve 1 item' }).press('Enter');
  await expect(panel.getByText('Ready to post').first()).toBeVisible();
  await page.keyboard.press('p');
  const post = page.getByRole('dialog', { name: 'Post 1 item' });
  await expect(post.getByText('Class outstanding')).toBeVisible();
  await post.getByRole('button', { name: 'Post 1 item' }).press('Enter');
  await expect(panel.getByText('Posted').first()).toBeVisible();
  await expect(number).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.screenshot({ path: '/tmp/screen-360.png' });
});
