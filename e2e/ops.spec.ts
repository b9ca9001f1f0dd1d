import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { isWholePdf } from './support/files.ts';
import { expectAccessible, expectNothingLost, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

/** Waits until every issuer is loaded: the page then shows the time. */
const readAll = (page: Page) =>
  expect(page.getByText(/of 9 issuers, updated/)).toBeVisible({ timeout: 60_000 });

test('the portfolio lists urgent issuers first and links to them', async ({ page }) => {
  await signIn(page, 'operator');
  await readAll(page);
  const first = page.locator('tbody').first();
  await expect(first).toContainText('Corrigan Minerals Ltd.');
  await expect(first.getByText('Out of proof: 40 shares').filter({ visible: true })).toBeVisible();
  const northgate = page.locator('tbody').filter({ hasText: 'Northgate Community Bancorp' });
  await expect(northgate).toContainText('Dec 1, 2026');
  await expect(northgate.getByText('In proof', { exact: true }).filter({ visible: true })).toBeVisible();
  await page.getByLabel('Sort by').selectOption({ label: 'Issuer ID' });
  await expect(page).toHaveURL(/order=number/);
  await expect(page.locator('tbody').first()).toContainText('Larkspur');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find an issuer' })).toBeFocused();
  await page.keyboard.type('1005');
  await expect(page.getByText('1 of 9 issuers')).toBeVisible();
  await row(page, /Corrigan/)
    .getByRole('link', { name: /^\d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/issuers\/1005\/transactions/);
});

test('the work queue: pending items of all issuers by age, with links to transactions', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'operator');
  await page.getByRole('link', { name: 'Work queue', exact: true }).click();
  await page.getByRole('link', { name: 'Pending transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work queue' })).toBeVisible();
  await readAll(page);
  const rejectedToday = page.getByText('Rejected today', { exact: true }).locator('..');
  await expect(rejectedToday).toContainText(/Rejected today\d+\d* rejected in the last 30 days/);
  await expect(page.getByText('Rejection dates are in the rejection list.')).toHaveCount(0);
  await page.getByRole('button', { name: /^Overdue/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/age=late/);
  const table = page.getByRole('table', { name: 'Pending transactions across issuers' });
  await expect(table.getByText('Overdue').first()).toBeVisible();
  await expect(table.getByText('Not yet due')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Filter transactions' }).fill('corrigan hemmingway');
  await table.getByRole('link', { name: '71806' }).click();
  await expect(page).toHaveURL(/issuers\/1005\/transactions\/\d+/);
});

test('one issuer that fails is named and the others stay', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/reports');
  const broken = /GetTAStatusTransactions\?.*customerIssuerId=1005/;
  await page.route(broken, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({
        error: { code: 'upstream_rejected', message: 'Refused here.', requestId: 'r' },
      }),
    }),
  );
  await page.goto('/ops/queue?list=transactions');
  await expect(page.getByText('Corrigan Minerals Ltd. (1005)')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'Refused here.' })).toBeVisible();
  await expect(page.getByText(/8 of 9 issuers, updated/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: 'Northgate Community Bancorp' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute(broken);
  await page.getByRole('button', { name: 'Try again' }).click();
  await readAll(page);
});

test('turnaround: a month below the standard is marked, with the clock of each item', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'operator', '/ops/turnaround?month=2025-08');
  await readAll(page);
  const month = page
    .getByRole('table', { name: 'Routine items by month' })
    .getByRole('row', { name: /^Aug 2025/ });
  await expect(month).toContainText('111');
  await expect(month).toContainText('92');
  await expect(month).toContainText('82.88%');
  await expect(month).toContainText('Standard not met');
  await expect(page.getByText('3 of 3 match')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Certificate of Aug 2025' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save list of items' }).click();
  const list = readFileSync(await (await saving).path());
  await expect(page.getByText(createHash('sha256').update(list).digest('hex'))).toBeVisible();
  expect(String(list).trim().split('\r\n')).toHaveLength(1 + 161);
  await page.getByRole('button', { name: /^Late/ }).click();
  await expect(page).toHaveURL(/outcome=late/);
  const table = page.getByRole('table', { name: 'Items received in Aug 2025' });
  await expect(table.getByText('Late').first()).toBeVisible();
  await page.getByRole('button', { name: /^Routine ?\d/ }).click();
  await expect(page).toHaveURL(/routine=yes/);
  await expect(page.getByText('19 items', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Jul 2025' }).click();
  await expect(page).toHaveURL(/month=2025-07/);
  await expect(page.getByText('Standard met').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show certificate' }).click();
  await expect(page.getByText('SHA-256 of the list of items')).toBeVisible();
  await page.getByRole('button', { name: '2026' }).click();
  await expect(page.getByRole('heading', { name: 'Months of 2026' })).toBeVisible();
});

test('rejections: each with date, reason and business days, and a file with the same rows', {
  tag: '@long',
}, async ({ page }) => {
  // Other journeys reject items on the demo's last day.
  await signIn(page, 'operator', '/ops/rejections?from=2026-01-01&to=2026-11-19');
  await readAll(page);
  await expect(page.getByText('64 rejections', { exact: true })).toBeVisible();
  const table = page.getByRole('table', { name: 'Rejected items' });
  const slow = table.getByRole('row').filter({ has: page.getByText('71727') });
  await expect(slow).toContainText('Nov 4, 2026Oct 23, 20268');
  await expect(slow).toContainText('D02Account number not found');
  await page.getByLabel('Issuer', { exact: true }).selectOption({ label: 'Corrigan Minerals Ltd. (1005)' });
  await expect(page.getByText('17 rejections', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Medallion/ }).click();
  await expect(page).toHaveURL(/issuer=1005.*kind=Medallion/);
  await page.getByLabel('Reason', { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/reason=M0\d/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create rejection list' }).click();
  await expect(page).toHaveURL(/rejection-list\?.*type=MedallionRejection/);
  // The form's URL omits default values, so the field is read.
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('Jan 1, 2026');
});

test('proof: the verdict on every issuer, differences first, then every comparison of one', async ({
  page,
}) => {
  await signIn(page, 'operator', '/ops/reconcile');
  await expect(page).toHaveURL(/\/ops\/proof$/);
  await readAll(page);
  const issuers = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /./ }) });
  const out = page.getByText(
    /^Out of proof on Nov 20, 2026 by 40 shares of Common Stock: .+, since Oct 30, 2026, 21 days\./,
  );
  await expect(out).toHaveCount(1);
  await expect(issuers.filter({ hasText: 'Corrigan' })).toContainText('Out of proof: 40 shares');
  await page.getByRole('link', { name: 'Corrigan Minerals Ltd.' }).click();
  await expect(page).toHaveURL(/ops\/proof\?issuer=1005/);
  await settled(page);
  await expect(out).toBeVisible();
  await expect(page.getByRole('region', { name: 'Differences, scrolls', exact: true })).toContainText(
    'Duplicate pre-split certificate',
  );
  // A class with a difference is shown in full.
  const line = page.getByRole('row', { name: /^Outstanding shares: control book less treasury/ });
  await expect(line).toContainText('16,575,000');
  await expect(line).toContainText('equal');
  // Every answer of the interface was read and compared.
  await expect(page.getByText('Roll-forward', { exact: true })).toBeVisible();
  await expect(page.getByText(/Comparing|Not read|missing data/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Check all certificates' }).click();
  await expect(page.getByText(/certificates and the issuer balance/)).toBeVisible();
  await expectAccessible(page);
});

test('proof: while the verdict is awaited, the other comparisons are shown as they are read', async ({
  page,
}) => {
  const verdict = Promise.withResolvers<void>();
  await page.route('**/agent/v1/proof?*', async (route) => {
    await verdict.promise;
    await route.continue();
  });
  await signIn(page, 'operator', '/ops/proof?issuer=1001');
  await expect(page.getByText('Comparing the books…')).toBeVisible();
  const kind = page.getByRole('group').filter({ hasText: 'Holdings equal outstanding' });
  await expect(kind.getByText(/^\d+ of \d+ match/)).toBeVisible();
  await expect(page.getByText(/^In proof on/)).toHaveCount(0);
  verdict.resolve();
  await expect(page.getByText(/^In proof on Nov 20, 2026/)).toBeVisible();
  await expect(page.getByText(/Comparing|Not read/)).toHaveCount(0);
});

test('proof on a past day, with the control book of its period', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/ops/control-book?issuer=1005&from=2025-01-01&to=2025-06-30');
  await settled(page);
  await expect(page.getByText(/^In proof on Jun 30, 2025: control book, register and record/)).toBeVisible();
  const classes = page.getByRole('region', { name: 'Classes in the control book, scrolls' });
  await expect(classes.getByRole('row', { name: /^Common Stock/ })).toContainText('16,5');
  await page.getByRole('button', { name: /^Show \d+ entries$/ }).click();
  await expect(page.getByRole('table', { name: 'Entries of the control book' })).toContainText(
    'Reverse split',
  );
  await expect(page.getByText('Not compared yet')).toHaveCount(12);
  await page.getByRole('button', { name: 'Compare the last 12 month ends' }).click();
  const may = page.getByRole('listitem').filter({ hasText: 'In proof on May 31, 2025' });
  await expect(may).toContainText(/First read .+, version \d+ of the books/);
  await expect(page.getByText('Not compared yet')).toHaveCount(0);
  // A difference of 75 shares was open from May 6 to May 18 only.
  await expect(page.getByText(/^Out of proof on/)).toHaveCount(0);
  // What was read first is stored, and is there without being asked again.
  const first = await may.getByText(/First read/).innerText();
  await page.reload();
  await expect(may.getByText(/First read/)).toHaveText(first);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create control book', exact: true }).click();
  await expect(page).toHaveURL(/control-book\?.*issuer=1005/);
});

test(
  'the proof is saved as one sealed PDF, which Verify a file recognizes',
  { tag: '@long' },
  async ({ page }, info) => {
    await signIn(page, 'operator', '/ops/proof?issuer=1005&asof=2025-06-30&from=2025-04-01');
    await settled(page);
    await page.getByRole('link', { name: 'Create sealed PDF' }).click();
    await expect(page).toHaveURL(/reports\/new\/proof\?.*issuer=1005/);
    await expect(page.getByLabel('As of', { exact: true })).toHaveValue('Jun 30, 2025');
    await expect(page.getByLabel('Control book from')).toHaveValue('Apr 1, 2025');
    await page.getByRole('button', { name: /^Create/ }).click();
    const link = page.locator('#main').getByRole('link', { name: /^Download \w/ });
    await expect(link).toBeVisible({ timeout: 60_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^Proof_1005_20250630.*\.pdf$/);
    const path = info.outputPath('proof.pdf');
    await download.saveAs(path);
    expect(isWholePdf(path)).toBe(true);
    expect(readFileSync(path, 'latin1')).toContain('/ETSI.CAdES.detached');
    await page.goto('/verify');
    await settled(page);
    await page.getByLabel('Choose files').setInputFiles(path);
    await expect(page.getByText('Created here', { exact: true })).toBeVisible();
    await expect(page.getByText(/Proof of the books/).first()).toBeVisible();
    await expect(page.getByText('Sealed with the current key of this installation')).toBeVisible();
    // Somebody who received the file and has no account.
    await page.context().clearCookies();
    await page.goto('/public/verify');
    await settled(page);
    await page.getByLabel('Choose files').setInputFiles(path);
    await expect(page.getByText('Created here', { exact: true })).toBeVisible();
    await expect(page.getByText('Sealed with the current key of this installation')).toBeVisible();
    await expect(page.getByText('Jun 30, 2025', { exact: false }).first()).toBeVisible();
    await expect(page.getByText(/Robin|Okafor|operator/)).toHaveCount(0);
    const altered = Buffer.from(readFileSync(path));
    altered[2000] = (altered[2000] ?? 0) ^ 1;
    const file = { name: 'altered.pdf', mimeType: 'application/pdf', buffer: altered };
    await page.getByLabel('Choose files').setInputFiles(file);
    await expect(page.getByText('Altered', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Altered after signing/)).toBeVisible();
    await page.getByRole('button', { name: 'Show the certificates' }).click();
    await expect(page.getByText(/^Current, in use from/)).toBeVisible();
    await expectAccessible(page);
    const [pem] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download certificate' }).first().click(),
    ]);
    expect(pem.suggestedFilename()).toMatch(/^seal-certificate-[0-9A-F]+\.pem$/);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingLost(page);
    // Everything else stays closed.
    await page.goto('/verify');
    await expect(page).toHaveURL(/sign-in\?next=%2Fverify/);
  },
);

test('a report that was sent is recorded with the digest of its file, to the issuer and to the agency', async ({
  page,
}) => {
  await signIn(page, 'operator', '/ops/proof?issuer=1002');
  await page.getByRole('button', { name: 'Record report to the issuer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Period ends').fill('2026-10-30');
  await dialog.getByRole('button', { name: 'Record report' }).click();
  await expect(
    dialog.getByText('The period must be the last day of a month.', { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByText('Enter to whom it was sent.', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Choose the file that was sent.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Period ends').fill('2026-10-31');
  const secretary = `Secretary, by courier ${test.info().retry}`;
  await dialog.getByRole('textbox', { name: 'Sent to' }).fill(secretary);
  const file = { name: 'aged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('report') };
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Record report' }).dblclick();
  const listed = page.getByRole('region', { name: 'Reports sent, scrolls' });
  const toIssuer = listed.getByRole('row').filter({ hasText: secretary });
  await expect(toIssuer).toHaveCount(1);
  await expect(toIssuer).toContainText(createHash('sha256').update(file.buffer).digest('hex'));
  await expect(toIssuer).toContainText(/Aged differences.*Oct 31, 2026.*Nov 16, 2026.*aged\.pdf/);
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/ops/proof');
  await page.getByRole('button', { name: 'Record report to the agency' }).click();
  await dialog.getByLabel('Report').selectOption('Late turnaround');
  await dialog.getByRole('textbox', { name: 'Sent to' }).fill('Filed in EDGAR');
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Record report' }).click();
  await expect(listed).toContainText('Late turnaround · to the agency');
  await expect(toIssuer).toContainText('Bluewater');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingLost(page);
});

test('a record difference is opened once by a double press, changed with a reason, and resolved', async ({
  page,
}) => {
  await signIn(page, 'operator', '/ops/proof?issuer=1002');
  await expect(page.getByText(/^In proof on/)).toBeVisible();
  await page.getByRole('button', { name: 'Open record difference' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open record difference' }).click();
  await expect(dialog.getByText('Some fields are missing or not usable.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Class').selectOption({ index: 1 });
  await dialog.getByLabel('Shares').fill('-120');
  await dialog.getByRole('textbox', { name: 'Cause' }).fill('Certificate presented twice');
  await dialog.getByLabel('Basis').selectOption('Totals');
  await dialog.getByLabel('Kind of cause').selectOption('Duplicate');
  await dialog.getByLabel(/^Over-issuance/).check();
  await dialog.getByRole('button', { name: 'Open record difference' }).dblclick();
  await expect(
    page.getByText(/^Out of proof on .+ by 120 shares of .+: Certificate presented twice/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resolve/ })).toHaveCount(1);
  const listed = page.getByRole('region', { name: 'Record differences, scrolls' });
  await expect(listed).toContainText(/Duplicate.*Over-issuance Buy in by .*Totals/s);
  await listed.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByRole('textbox', { name: 'Certificates' }).fill('BE-1 ZZ-99');
  await dialog.getByRole('textbox', { name: 'Account' }).fill('H-none');
  await dialog.getByRole('textbox', { name: 'Bond' }).fill('Tri-State Surety 4471');
  await dialog.getByRole('textbox', { name: 'Item' }).fill('twelve');
  await dialog.getByRole('button', { name: 'Change record difference' }).click();
  await expect(dialog.getByText('Enter the number of one item, digits only.', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Enter the reason of the change.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Item' }).fill('');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The bond came in');
  await dialog.getByRole('button', { name: 'Change record difference' }).click();
  // Refused by the registry: what was typed stays.
  await expect(dialog.getByText(/must be an account of the issuer/).first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Account' }).fill('');
  await dialog.getByRole('button', { name: 'Change record difference' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(listed).toContainText('Certificates BE-1, ZZ-99');
  await expect(listed).toContainText('Bond: Tri-State Surety 4471.');
  await expect(listed).not.toContainText('Buy in by');
  await expect(listed.getByRole('list')).toContainText(
    /bond from – to Tri-State Surety 4471\. The bond came in/,
  );
  await page.getByRole('button', { name: /^Add step/ }).click();
  await dialog.getByRole('textbox', { name: 'Step' }).fill('Asked the presentor');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await expect(listed.getByRole('list')).toContainText(/: Asked the presentor/);
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await dialog.getByRole('textbox', { name: 'Transaction' }).fill('about 12');
  await dialog.getByLabel('Kind of resolution').selectOption('Replaced');
  await dialog.getByRole('textbox', { name: 'Resolution' }).fill('Certificate surrendered and canceled');
  await dialog.getByRole('button', { name: 'Resolve record difference' }).click();
  await expect(
    dialog.getByText('Enter the number of one transaction, digits only.', { exact: true }),
  ).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Transaction' }).fill('');
  await dialog.getByRole('button', { name: 'Resolve record difference' }).click();
  await expect(page.getByText(/^In proof on/)).toBeVisible();
  await expect(listed).toContainText(/Replaced.*Certificate surrendered and canceled/s);
});

test('an overview says whether the books are in proof', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1005');
  await expect(page.getByText(/^Out of proof on .+ by 40 shares of Common Stock/)).toBeVisible();
  await page.goto('/issuers/1005?asof=2025-06-30');
  await expect(page.getByText(/^In proof on Jun 30, 2025/)).toBeVisible();
});

const addresses = [
  '/ops/turnaround?month=2026-10',
  '/ops/rejections?from=2026-06-01&to=2026-11-20',
  '/ops/proof',
  '/ops/proof?issuer=1003',
  '/ops/ta-2',
];

test('only agent staff have these pages', async ({ page }) => {
  await signIn(page, 'officer');
  await expect(page.getByRole('link', { name: 'Work queue', exact: true })).toHaveCount(0);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Page not found' }), address).toBeVisible();
    await expect(page).toHaveTitle(/Page not found/);
  }
});
