import { expect, type Page, test } from '@playwright/test';
import { csvFile, position } from '#lib/proof/depository/write-file';
import { expectAccessible, expectNothingLost } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const day = '2026-11-17';
const larkspur = '100990100';

/** The nominee's shares of issuer 1001 at the close of the day, as the register answers. */
async function nomineeShares(page: Page): Promise<bigint> {
  const response = await page.request.get(`/api/upstream/agent/v1/proof?customerIssuerId=1001&cutoff=${day}`);
  const { depository } = await response.json();
  expect(depository.file).toBeNull();
  const search = new URLSearchParams({ customerIssuerId: '1001', cutoff: day, numberOfRows: '1000' });
  for (let start = 0; ; start += 1000) {
    const holders = await page.request.get(`/api/upstream/agent/v1/holders?${search}&start=${start}`);
    const body = await holders.json();
    const rows: { typeEnum: string; securities: { shares: number }[] }[] = body.shareholders;
    const nominee = rows.find(({ typeEnum }) => typeEnum === 'NomineeOrDepository');
    if (nominee?.securities[0]) return BigInt(nominee.securities[0].shares);
    if (rows.length === 0) throw new Error('The register has no nominee.');
  }
}

async function drop(page: Page, name: string, text: string) {
  const transfer = await page.evaluateHandle(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content ?? ''], file ?? '', { type: 'text/csv' }));
      return data;
    },
    [name, text],
  );
  await page.getByText('Or drop it on this area.').dispatchEvent('drop', { dataTransfer: transfer });
}

test('a position file: dropped, refused with line and field, its break seen and explained', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator', '/');
  const text = csvFile({
    asOf: day,
    sequence: 4700,
    lines: [position(larkspur, (await nomineeShares(page)) - 500n, 'LARKSPUR COMMON')],
  });
  await page.getByRole('link', { name: 'Depository', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Depository position', level: 1 })).toBeVisible();
  const positions = page.getByRole('region', { name: 'Positions, scrolls' });
  await expect(positions.getByRole('row', { name: /Corrigan/ })).toContainText('Unexplained');
  await expect(positions.getByRole('row', { name: /Northgate/ })).toContainText('Explained');
  await expectAccessible(page, 'main');
  await expectNothingLost(page);

  await drop(page, 'altered.csv', text.replace(/TRAILER,1,\d/, 'TRAILER,1,9'));
  await expect(page.locator('main').getByRole('alert')).toContainText(
    /Line 3, Sum: says \d+, the positions add up to/,
  );

  await page
    .getByLabel('Choose position file')
    .setInputFiles({ name: 'nov-17.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page).toHaveURL(/\/ops\/depository\?file=\d+$/);
  await expect(page.getByRole('heading', { name: 'Positions of Nov 17, 2026' })).toBeVisible();
  const row = positions.getByRole('row', { name: /Larkspur/ });
  await expect(row).toContainText('-500');
  await expect(row).toContainText('Unexplained');

  await row.getByRole('button', { name: /^Explain/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Explain break' });
  await dialog.getByRole('button', { name: 'Save explanation' }).click();
  await expect(
    dialog.getByText('Enter what explains the break, or what is known about it.').first(),
  ).toBeVisible();
  await dialog.getByLabel('Transactions').fill('7');
  await dialog.getByLabel('Note').fill('Asked the depository');
  await dialog.getByRole('button', { name: 'Save explanation' }).click();
  await expect(dialog.getByText(/is no transaction of the issuer/).first()).toBeVisible();
  await dialog.getByLabel('Transactions').fill('');
  await dialog.getByRole('button', { name: 'Save explanation' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Asked the depository (a note: it explains no share)');
  await expect(row).toContainText('Unexplained');

  await row.getByRole('link', { name: /Larkspur/ }).click();
  await expect(
    page.getByText(
      /^Out of proof on Nov 17, 2026 in Common Stock: the depository’s position differs by 500 shares/,
    ),
  ).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Depository position' })).toBeVisible();
});

test('the page of the nominee’s position lists its movements down to the first', async ({ page }) => {
  await signIn(page, 'operator', '/');
  const read = async (path: string) =>
    (await page.request.get(`/api/upstream/agent/v1/${path}`)).json() as Promise<Record<string, unknown>>;
  type Holder = { typeEnum: string; customerShareholderId: string };
  type Movements = { totalRecords: number; movements: { transactionId: number; balance: number }[] };
  let nominee: Holder | undefined;
  for (let start = 0; !nominee; start += 1000) {
    const { shareholders } = (await read(
      `holders?customerIssuerId=1001&cutoff=${day}&numberOfRows=1000&start=${start}`,
    )) as { shareholders: Holder[] };
    if (shareholders.length === 0) throw new Error('The register has no nominee.');
    nominee = shareholders.find(({ typeEnum }) => typeEnum === 'NomineeOrDepository');
  }
  const search = new URLSearchParams({
    ...{ customerIssuerId: '1001', cutoff: day },
    ...{ customerShareholderId: nominee.customerShareholderId },
  });
  const { certificates: entries } = (await read(`certificates?${search}`)) as {
    certificates: { controlCertificateId: number }[];
  };
  let longest: { id: number; list: Movements } | null = null;
  for (const { controlCertificateId: id } of entries) {
    const list = (await read(
      `position-movements?customerIssuerId=1001&controlCertificateId=${id}&numberOfRows=1000`,
    )) as Movements;
    if (!longest || list.totalRecords > longest.list.totalRecords) longest = { id, list };
  }
  const { totalRecords: total, movements } = longest?.list ?? { totalRecords: 0, movements: [] };
  expect(total).toBeGreaterThan(50);
  await page.goto(`/issuers/1001/certificates/${longest?.id}`);
  const table = page.getByRole('region', { name: 'Movements of the position, scrolls' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(51);
  await expect(rows.nth(1)).toContainText(BigInt(movements[0]?.balance ?? 0).toLocaleString('en-US'));
  await expect(rows.nth(1).getByRole('link', { name: `${movements[0]?.transactionId}` })).toBeVisible();
  await page.getByRole('button', { name: /^Show [\d,]+ movements$/ }).click();
  await expect(rows).toHaveCount(Math.min(total, 1000) + 1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingLost(page);
});
