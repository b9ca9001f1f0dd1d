// Enters a transfer by gift with the keyboard, from the empty form to the confirmation.

import { expect, type Page } from '@playwright/test';
import { type Keys, keysOf } from './keyboard.ts';

export async function openNew(page: Page): Promise<void> {
  await page.goto('/work-queue/new');
  await expect(page.getByRole('combobox', { name: /^Issuer/ })).toBeFocused();
}

/**
 * An outstanding certificate of issuer 1001 without restriction or stop, whose digits no other one has; another one
 * for each `place`.
 */
export async function someCertificate(page: Page, index: number): Promise<string> {
  const response = await page.request.get(
    '/api/upstream/api/v1/Certificate/GetHoldingCertificates?customerIssuerId=1001&filterStatus=All',
  );
  const rows = (await response.json()) as Record<string, unknown>[];
  const free = rows.filter((row) => !row.canceled && !row.restriction && !row.stop);
  const number = (row: Record<string, unknown>) => String(row.prefixAndCertificateNumber).split('-')[1];
  const unique = free.filter(
    (row) =>
      String(row.prefixAndCertificateNumber).startsWith('BE-') &&
      rows.filter((one) => number(one) === number(row)).length === 1,
  );
  return String(unique.at(-10 - index)?.prefixAndCertificateNumber);
}

/**
 * A routine one-to-one gift, from the first key on the empty form to the page that says it was entered and
 * submitted: issuer, case, presentor, certificate, account, papers, guarantee.
 */
export async function enterGift(page: Page, certificate: string): Promise<Keys> {
  const keys = keysOf(page);
  await keys.type('lark');
  await keys.press('Tab');
  await keys.type('gift');
  await keys.press('Tab');
  // Received now, by mail: passed over.
  await keys.tabTo(/^Presentor/);
  await keys.type('Meridian Clearing');
  // The fields come with the case; a Tab before that would pass them.
  await expect(page.getByLabel(/^Certificate number/)).toBeVisible();
  await keys.tabTo(/^Certificate number/);
  await keys.type(certificate.split('-')[1] ?? '');
  await keys.press('Enter');
  await keys.tabTo(/^To account/);
  await keys.type('00100520');
  await keys.press('Enter');
  await expect(page.getByText(certificate, { exact: true }).first()).toBeVisible();
  // The papers that the case asks for come with the check; the guarantee is for the owner it has found.
  await expect(page.getByText('Certificates canceled and issued')).toBeAttached();
  // A check without the account comes first and asks for less; a Tab before the second would pass the button.
  await expect(page.getByRole('button', { name: 'All 2 are here' })).toBeVisible();
  await keys.tabTo(/^All 2 are here/);
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Add document' })).toBeFocused();
  await keys.tabTo(/^Add signature guarantee/);
  await keys.press('Enter');
  // The new guarantee takes the focus; a Tab before that would pass it.
  await expect(page.getByLabel('Program', { exact: true })).toBeFocused();
  await keys.type('STAMP');
  await keys.press('Tab');
  await keys.type('F');
  await keys.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Item \d+ entered$/ })).toBeVisible();
  await expect(page.getByRole('main').getByText('Awaiting approval')).toBeVisible();
  return keys;
}
