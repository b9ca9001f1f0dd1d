import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

async function openNew(page: Page) {
  await page.goto('/work-queue/new');
  await expect(page.getByRole('combobox', { name: /^Issuer/ })).toBeFocused();
}

/** An outstanding certificate of issuer 1001 without restriction or stop; another one for each journey. */
async function someCertificate(page: Page, journey: number): Promise<string> {
  const response = await page.request.get(
    '/api/upstream/api/v1/Certificate/GetHoldingCertificates?customerIssuerId=1001&filterStatus=All',
  );
  const rows = (await response.json()) as Record<string, unknown>[];
  const free = rows.filter((row) => !row.canceled && !row.restriction && !row.stop);
  const number = (row: Record<string, unknown>) => String(row.prefixAndCertificateNumber).split('-')[1];
  const unique = free.filter((row) => rows.filter((one) => number(one) === number(row)).length === 1);
  return String(unique.at(-10 - journey)?.prefixAndCertificateNumber);
}

test('a draft survives a reload and another browser, and is discarded', async ({ page, browser }) => {
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

test('a change on an older version shows who changed what, and keeps what was typed', async ({ page }) => {
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
    return (await response.json()) as { itemId: number; version: number };
  };
  const made = await post('/create', { actor, customerIssuerId: 1001, content });
  await page.goto(`/work-queue/items/1001/${made.itemId}/edit`);
  await expect(page.getByRole('heading', { name: `Change item ${made.itemId}` })).toBeVisible();
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
  await expect(page.getByRole('heading', { name: `Item ${made.itemId} changed` })).toBeVisible();
});

test('only users who enter items find the page', async ({ page }) => {
  await signIn(page, 'viewer');
  const response = await page.goto('/work-queue/new');
  expect(response?.status()).toBe(404);
  await settled(page);
});
