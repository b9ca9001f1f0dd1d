import { expect, type Page, test } from '@playwright/test';
import { endpointOf } from '#lib/contract/index';
import { builtReports, type ReportId, reportSlug } from '#lib/reports/catalogue';
import { ageSignIn } from './browser/age-sign-in.ts';
import { isWholePdf, readZip, sheetTitles } from './support/files.ts';
import { expectAccessible, settled } from './support/page-checks.ts';
import { password, signIn, users } from './support/users.ts';

test.use({ actionTimeout: 30_000 });

const create = { name: 'Create shareholder list' };

test('full tax IDs need a reason and a recent password; entered text is kept', async ({ page }) => {
  test.skip(
    !process.env.E2E_DATA_DIR,
    'the age of a sign-in can only be set in the database of the journeys',
  );
  test.setTimeout(150_000);
  await signIn(page, 'admin', '/reports/new/shareholder-list?issuer=1003&isPDF=false');
  await settled(page);
  await page.getByRole('checkbox', { name: 'Tax IDs' }).check();
  await expect(page.getByText('Full tax IDs of all accounts')).toBeVisible();

  await page.getByRole('button', create).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a reason' })).toBeVisible();
  await page.getByLabel(/^Reason/).fill('Escheatment filing');

  await ageSignIn(users.admin, 11);
  await page.getByRole('button', create).click();
  const again = page.getByLabel('Re-enter your password');
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await again.fill('not-this-one');
  await page.getByRole('button', create).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect password' })).toBeVisible();
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Escheatment filing');
  await expect(page.getByRole('checkbox', { name: 'Tax IDs' })).toBeChecked();

  await again.fill(password);
  await page.getByRole('button', create).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  const link = page.getByRole('link', { name: /^Download ShareholderList_1003_/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const coming = page.waitForEvent('download');
  await link.click();
  const entries = readZip(await (await coming).path());
  const words = [...entries.values()].map((bytes) => bytes.toString('utf8')).join('');
  expect(words).toContain('Tax id type');
});

test('a holder is found by name among 20,480, and entered text stays', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/reports/new/shareholder-list?issuer=1004');
  await settled(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.locator('summary', { hasText: 'Filters' }).first().click();
  const box = page.getByRole('combobox', { name: 'Shareholder' });
  await box.click();
  expect(requested.filter((url) => url.includes('cap/table'))).toEqual([]);
  await box.fill('rosalind t everywhere');
  const option = page.getByRole('option', { name: /ROSALIND T EVERYWHERE/ }).first();
  await expect(option).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', create).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This is a name, not an account number' }),
  ).toBeVisible();
  await expect(box).toHaveValue('rosalind t everywhere');
  await box.click();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(/^[\w-]+$/);
  const account = await box.inputValue();
  await expect(page.getByText(`Account ${account} only.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`customerShareholderId=${account}`));
  await page.reload();
  await expect(page.getByText(`Account ${account} only.`)).toBeVisible();
});

/** What a form still needs before it can be sent, and the start of the file's name where it names no issuer 1003. */
type Form = { params?: string; file?: string; choose?: (page: Page) => Promise<unknown> };
const forms: Partial<Record<ReportId, Form>> = {
  GenerateOwnershipPercentage: { params: 'issuer=1003&sortBy=Shares&orderBy=Descending' },
  GenerateIssuerContacts: { params: 'issuer=1001', file: 'IssuerContacts_1001_' },
  GenerateTransactions: { params: 'issuer=1003&from=2026-01-01' },
  GenerateTransactionList: { params: 'issuer=1003&from=2026-01-01' },
  GenerateRejectionList: { params: 'issuer=all', file: 'RejectionList_' },
  GenerateCertifiedList: {
    params: 'issuer=1003&certifiedBy=Morgan+Ellery&certifiedByTitle=Vice+President',
  },
  GenerateTA2Worksheet: { params: 'year=2025', file: 'TA2Worksheet_' },
  GenerateMailingLabels: { params: 'issuer=1003&labelType=LABEL5163' },
  GenerateTransactionDetails: {
    file: 'TransactionDetails_',
    choose: async (page) => {
      await page.getByRole('combobox', { name: 'Transaction' }).click();
      await page.getByRole('listbox', { name: 'Transaction' }).getByRole('option').first().click();
    },
  },
  GenerateProxyDetails: {
    params: 'issuer=1001',
    file: 'ProxyDetails_',
    choose: (page) => page.getByLabel('Proxy').selectOption({ index: 1 }),
  },
  // The first meeting has a record date ahead: it has no quorum sheet yet.
  GenerateQuorumSheet: {
    params: 'issuer=1001',
    file: 'QuorumSheet_',
    choose: (page) => page.getByLabel('Proxy').selectOption({ index: 2 }),
  },
  GenerateBrokerSearchLetter: {
    params: 'issuer=1001',
    file: 'BrokerSearchLetter_',
    choose: (page) => page.getByLabel('Proxy').selectOption({ index: 1 }),
  },
  GenerateDividendFunding: {
    params: 'issuer=1006',
    file: 'DividendFunding_',
    choose: (page) => page.getByLabel('Dividend').selectOption({ index: 1 }),
  },
  GenerateDividendDetails: {
    params: 'issuer=1006',
    file: 'DividendDetails_',
    choose: (page) => page.getByLabel('Dividend').selectOption({ index: 1 }),
  },
};

/** Presses Create, waits for the file on the run's page and downloads it. */
async function made(page: Page): Promise<{ name: string; path: string }> {
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  const link = page.locator('#main').getByRole('link', { name: /^Download \w/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const coming = page.waitForEvent('download');
  await link.click();
  const download = await coming;
  return { name: download.suggestedFilename(), path: await download.path() };
}

test('every report is created through its form, and its file can be opened', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(600_000);
  await signIn(page, 'operator', '/reports');
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) }),
  ).toHaveCount(builtReports.length);
  for (const id of builtReports) {
    const slug = reportSlug(id);
    const { params = 'issuer=1003', file = `${id.replace('Generate', '')}_1003_`, choose } = forms[id] ?? {};
    await test.step(slug, async () => {
      const paper = !endpointOf(id).report?.formats.includes('XLSX');
      await page.goto(`/reports/new/${slug}?${params}${paper ? '' : '&isPDF=false'}`);
      await settled(page);
      await choose?.(page);
      if (slug === 'mailing-labels') {
        await expect(page.getByRole('img', { name: /^Label sheet 5163: 2 across, 5 down/ })).toBeVisible();
      }
      const { name, path } = await made(page);
      expect(name).toMatch(new RegExp(`^${file}\\d*_?(\\d{8}|2025)\\.${paper ? 'pdf' : 'xlsx'}$`));
      if (paper) expect(isWholePdf(path)).toBe(true);
      else
        expect(Math.max(...[...sheetTitles(path).values()].map((titles) => titles.length))).toBeGreaterThan(
          2,
        );
    });
  }
});

test('reports as PDF, from the same address', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, 'officer', '/reports');
  for (const slug of ['holdings-statement', 'issuer-balance', 'control-book', 'transactions']) {
    await page.goto(`/reports/new/${slug}?issuer=1001&from=2026-10-01`);
    await settled(page);
    const { name, path } = await made(page);
    expect(name).toMatch(/_1001_\d{8}\.pdf$/);
    expect(isWholePdf(path)).toBe(true);
  }
});

test('dates and periods are chosen by one click and are in the address', async ({ page }) => {
  await signIn(page, 'operator', '/reports/new/control-book?issuer=1001');
  await settled(page);
  await page.getByRole('button', { name: 'Last year' }).click();
  await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-12-31/);
  await expect(page.getByRole('button', { name: 'Last year' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('From').fill('2026-05-01');
  await page.getByLabel('To', { exact: true }).fill('2026-04-01');
  await page.getByRole('button', { name: 'Create control book' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'ends before it begins' })).toBeVisible();
  await page.goto('/reports/new/issuer-balance?issuer=1001');
  await settled(page);
  await page.getByRole('button', { name: 'Quarter end' }).click();
  await expect(page).toHaveURL(/asof=\d{4}-(03-31|06-30|09-30|12-31)/);
});

test('a downloader enters numbers where no list is available', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await signIn(page, 'downloader', '/reports/new/proxy-details');
  await settled(page);
  await expect(page.getByText('You do not have access to that list')).toBeVisible();
  await page.getByRole('button', { name: 'Create proxy details' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'enter its number' })).toBeVisible();
  await page.getByLabel('Proxy number').fill('100000003');
  await page.getByRole('button', { name: 'Create proxy details' }).click();
  // A meeting of another issuer and an unknown one look the same.
  await expect(
    page.getByRole('alert').filter({ hasText: 'Not found, or you do not have access' }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(requested.filter((url) => url.includes('/Proxy/GetList'))).toEqual([]);
});
