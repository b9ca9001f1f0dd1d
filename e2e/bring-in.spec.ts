import { expect, type Page, test } from '@playwright/test';
import { exampleOf } from '#tests/registry/agent/registers';
import type { Book } from '#tests/registry/import/workbook';
import { press as pressAlive } from './support/jobs.ts';
import { expectAccessible, expectNoPage, expectNothingLost } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const sectionOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const status = (page: Page) => page.locator('main').getByRole('status').first();

async function press(page: Page, button: string, dialog: string, fill?: { label: string; text: string }) {
  await page.getByRole('button', { name: button, exact: true }).click();
  const opened = page.getByRole('dialog', { name: dialog });
  if (fill) await opened.getByLabel(fill.label).fill(fill.text);
  await opened.getByRole('button', { name: dialog, exact: true }).click();
  await expect(opened).toBeHidden();
}

test('from the example of the template to the cap table, by two people, and back', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'clerk', '/');
  await page.getByRole('link', { name: 'Bring in a register' }).first().click();
  await expect(page.getByRole('heading', { name: 'Bring in a register', level: 1 })).toBeVisible();
  await expectAccessible(page, 'main');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Filled example (XLSX)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('register-example.xlsx');
  const path = await download.path();
  await page.getByLabel('Upload a filled template').setInputFiles(path);

  await expect(page).toHaveURL(/\/bring-in\?file=\d+$/);
  await expect(page.getByRole('heading', { name: 'Kestrel Ridge Inc.', level: 1 })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText('The check found nothing to correct and nothing to decide.')).toBeVisible();
  const totals = page.getByRole('region', { name: 'Control totals' });
  await expect(totals.getByRole('row', { name: /Common\s*Outstanding/ })).toContainText('2,000,000');
  await expect(totals.getByText('Differs')).toHaveCount(0);
  const preview = page.getByRole('region', { name: 'Preview of the cap table' });
  await expect(preview.getByRole('row', { name: /^Common/ })).toContainText('2,100,000');
  // Who uploaded it is told who has to approve it, and is offered no button.
  await expect(page.getByText('You uploaded this register. Another user has to approve it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve register' })).toHaveCount(0);
  await expectAccessible(page, 'main');
  await expectNothingLost(page);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'operator', new URL(page.url()).pathname + new URL(page.url()).search);
  await press(other, 'Approve register', 'Approve register');
  await expect(other.getByRole('button', { name: 'Post register' })).toBeVisible();
  await press(other, 'Post register', 'Post register');
  const open = other.getByRole('link', { name: 'Open cap table' });
  await expect(open).toBeVisible({ timeout: 60_000 });
  await expect(status(other)).toHaveText('Posted');
  await expect(other.getByRole('link', { name: 'Download acceptance letter' })).toBeVisible();
  await open.click();
  await expect(other).toHaveURL(/\/issuers\/2001\/cap-table/);
  await expect(other.locator('main')).toContainText('2,000,000');

  await page.reload();
  await press(page, 'Take back', 'Take register back', { label: 'Reason', text: 'End of the journey' });
  await expect(page.getByText('The register was taken back. Nothing of it is in the books.')).toBeVisible({
    timeout: 60_000,
  });
  const history = page.getByRole('list').filter({ hasText: 'Taken back' });
  for (const step of ['Uploaded', 'Checked', 'Approved', 'Posted', 'Taken back'])
    await expect(history.getByText(step, { exact: true })).toBeVisible();
  expect((await page.request.get('/issuers/2001')).status()).toBe(404);
  await context.close();
});

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('holders who are here already are linked, or kept apart', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const upload = async (name: string, buffer: Buffer) => {
    await page.goto('/bring-in');
    await page.getByLabel('Upload a filled template').setInputFiles({ name, mimeType: xlsx, buffer });
    await expect(status(page)).toHaveText('Checked', { timeout: 60_000 });
  };
  await signIn(page, 'clerk', '/bring-in');
  await upload('first.xlsx', await exampleOf('2096'));
  const first = page.url();
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'operator', new URL(first).pathname + new URL(first).search);
  await press(other, 'Approve register', 'Approve register');
  await press(other, 'Post register', 'Post register');
  await expect(status(other)).toHaveText('Posted', { timeout: 60_000 });
  await context.close();

  const same = (book: Book) => {
    for (const row of [2, 3]) book.rows.Holders![row]!.B = `HOLDER ${row} SAMPLE 2096`;
  };
  await upload('second.xlsx', await exampleOf('2097', same));
  const known = page.getByRole('region', { name: 'Registrations that are here already' });
  await expect(known.getByRole('row')).toHaveCount(3);
  const choice = page.getByLabel('Decision for account 2097-10001');
  await expect(choice).toHaveValue('');
  await page.getByRole('button', { name: 'Link all' }).click();
  await expect(choice).toHaveValue('Link');
  await page.getByLabel('Decision for account 2097-10002').selectOption('Keep apart');
  await expectAccessible(page, 'main');
  await expectNothingLost(page);
  await page.getByRole('button', { name: 'Save registrations and check again' }).click();
  const note = 'Account 2097-10001 is linked with account 2096-10001 here.';
  await expect(page.getByRole('region', { name: 'Findings' }).getByText(note)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByLabel('Decision for account 2097-10002')).toHaveValue('Apart');
  await press(page, 'Discard', 'Discard register', { label: 'Reason', text: 'End of the journey' });
  await page.goto(first);
  await press(page, 'Take back', 'Take register back', { label: 'Reason', text: 'End of the journey' });
  await expect(status(page)).toHaveText('Undone', { timeout: 60_000 });
});

test('errors are filtered by code; unknown columns are mapped by hand', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  const file = await exampleOf('2099', (book) => {
    const positions = book.rows.Positions![1]!;
    const [column] = Object.entries(positions).find(([, cell]) => cell === 'Shares') ?? ['F'];
    positions[column] = 'Qty';
    book.rows.Holders![1]!.AJ = 'Broker rep';
    book.rows.Holders![2]!.T = 'UK';
    const restriction = Object.entries(positions).find(([, cell]) => cell === 'Restriction')![0];
    book.rows.Positions![2]![restriction] = 'Rule 144';
    book.rows.Positions![3]![restriction] = 'Reg S (Cat. 3)';
  });
  await signIn(page, 'operator', '/bring-in');
  await page.getByLabel('Upload a filled template').setInputFiles({
    name: 'foreign.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: file,
  });
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings.getByText('UK is not a country code. Is it GB?')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/Some may come from the unknown columns and values below/)).toBeVisible();
  await page.getByLabel('Show').selectOption({ label: 'H10: 1 error' });
  await expect(findings.getByRole('row')).toHaveCount(2);
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download workbook with findings' }).click(),
  ]);
  expect(workbook.suggestedFilename()).toBe('foreign findings.xlsx');

  const shares = page.getByLabel('Column of the template for Qty of Positions');
  await expect(shares).toHaveValue('Shares');
  await expect(page.getByLabel('Column of the template for Broker rep of Holders')).toHaveValue('');
  await expectAccessible(page, 'main');
  await expectNothingLost(page);
  await page.getByRole('button', { name: 'Save columns and check again' }).click();
  await expect(page.getByText('Columns mapped')).toBeVisible();

  const rule = page.getByLabel('Value of the template for Rule 144 of Restriction');
  await expect(rule).toHaveValue('R', { timeout: 60_000 });
  const reg = page.getByLabel('Value of the template for Reg S (Cat. 3) of Restriction');
  await expect(reg).toHaveValue('');
  await reg.selectOption('S');
  await expectAccessible(page, 'main');
  await expectNothingLost(page);
  await page.getByRole('button', { name: 'Save values and check again' }).click();
  await expect(page.getByText('Values mapped')).toBeVisible();
  await expect(page.getByText(/^1 error(, \d+ warnings?)?\. Errors are corrected in the file/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(
    page.getByRole('region', { name: 'Unknown columns' }).getByRole('row', { name: /Broker rep/ }),
  ).toBeVisible();
  await press(page, 'Discard', 'Discard register', { label: 'Reason', text: 'End of the journey' });
  await expect(page.getByText('The register was discarded. Its file is deleted.')).toBeVisible();
});

test('control totals that the file does not state are typed, compared and approved', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.setTimeout(180_000);
  const buffer = await exampleOf('2098', (book) => {
    delete book.rows['Control totals'];
  });
  await signIn(page, 'clerk', '/bring-in');
  await page
    .getByLabel('Upload a filled template')
    .setInputFiles({ name: 'no-totals.xlsx', mimeType: xlsx, buffer });
  await expect(
    page.getByText(/^Control totals are missing or differ\. Type those that you know/),
  ).toBeVisible({
    timeout: 60_000,
  });
  const type = async (totals: Record<string, string>) => {
    await page.getByRole('button', { name: 'Type control totals' }).click();
    const dialog = page.getByRole('dialog', { name: 'Type control totals' });
    for (const [name, value] of Object.entries(totals)) {
      const [of, measure] = name.split(', ') as [string, string];
      await dialog.getByRole('group', { name: of }).getByLabel(measure).fill(value);
    }
    return dialog;
  };
  const save = { name: 'Save totals and check again' };
  const dialog = await type({
    ...{ 'Common, Outstanding': 'many', 'Common, Holders': '8' },
    ...{ 'Series A, Outstanding': '1,000', 'Series A, Holders': '1' },
  });
  await dialog.getByRole('button', save).click();
  await expect(dialog.getByRole('alert')).toContainText('Common, Outstanding must be a whole number');
  await expect(dialog.getByRole('group', { name: 'Series A' }).getByLabel('Outstanding')).toHaveValue(
    '1,000',
  );
  await expectAccessible(page, 'dialog');
  const common = dialog.getByRole('group', { name: 'Common' });
  await common.getByLabel('Outstanding').fill('5,950,075');
  await dialog.getByRole('button', save).click();
  await expect(dialog).toBeHidden();
  const findings = page.getByRole('region', { name: 'Findings' });
  const differs = 'Common, Outstanding: rows 5,950,000, control total 5,950,075 (typed), difference 75.';
  await expect(findings.getByText(differs)).toBeVisible({ timeout: 60_000 });
  const totals = page.getByRole('region', { name: 'Control totals' });
  await expect(totals.getByRole('row', { name: /Common\s*Outstanding/ })).toContainText('Differs');
  const again = await type({ 'Common, Outstanding': '5950000' });
  await again.getByRole('button', save).click();
  await expect(page.getByText('You uploaded this register. Another user has to approve it.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(totals.getByText('Differs')).toHaveCount(0);
  await expect(totals.getByText('typed by clerk@harborline.example')).toHaveCount(4);
  await expectAccessible(page, 'main');
  await expectNothingLost(page);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'operator', new URL(page.url()).pathname + new URL(page.url()).search);
  await other.getByRole('button', { name: 'Approve register' }).click();
  await expect(other.getByRole('dialog', { name: 'Approve register' })).toContainText(
    '4 control totals were typed by clerk@harborline.example.',
  );
  await context.close();
  await page.reload();
  await press(page, 'Discard', 'Discard register', { label: 'Reason', text: 'End of the journey' });
  await expect(page.getByText('The register was discarded. Its file is deleted.')).toBeVisible();
});

test('a register is pulled from another registry, stopped, continued and checked', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'operator', '/bring-in');
  const form = sectionOf(page, 'Pull from another registry');
  await form.getByText('Enter its address and the account').click();
  await pressAlive(form.getByRole('button', { name: 'Pull register' }));
  await expect(form.getByText('Enter the client secret.').first()).toBeVisible();
  await expectAccessible(page, 'main');
  await expectNothingLost(page);
  const fill = async (address: string) => {
    await form.getByLabel('Address').fill(address);
    await form.getByLabel('Client ID').fill('demo-agent');
    await form.getByLabel('Client secret').fill('demo-agent-secret');
    await form.getByLabel('Issuer there').fill('1003');
    await form.getByLabel('Number here').fill('7103');
    await form.getByLabel('Certified by').fill('Dana Whitlock');
    await form.getByLabel('Account prefix').fill('H-');
    await form.getByRole('button', { name: 'Pull register' }).click();
  };
  await fill('https://169.254.169.254');
  await expect(form.getByText(/The address is not one on the internet/).first()).toBeVisible();
  // Nothing that was typed is lost.
  await expect(form.getByLabel('Client secret')).toHaveValue('demo-agent-secret');
  await expect(form.getByLabel('Certified by')).toHaveValue('Dana Whitlock');
  await expect(form.getByLabel('Account prefix')).toHaveValue('H-');
  await fill(process.env.E2E_REGISTRY_URL!);
  await expect(page).toHaveURL(/\/bring-in\?file=\d+$/);
  await expect(status(page)).toContainText('Pulling');
  await page.getByRole('button', { name: 'Stop pull' }).click();
  await expect(page.getByText('What was read today is kept')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'main');
  await page.getByLabel('Client secret').fill('demo-agent-secret');
  await page.getByRole('button', { name: 'Continue the pull' }).click();
  const history = sectionOf(page, 'Journal of the other registry');
  await expect(history.getByText(/The other registry gave 133 transactions/)).toBeVisible({
    timeout: 90_000,
  });
  // Known from the check, which waits for the work on other files.
  await expect(
    history.getByText(/133 of them are brought in: the books here begin on Apr 9, 2017\./),
  ).toBeVisible({
    timeout: 60_000,
  });
  const [journal] = await Promise.all([
    page.waitForEvent('download'),
    history.getByRole('link', { name: 'Download journal (ZIP)' }).click(),
  ]);
  expect(journal.suggestedFilename()).toBe('journal-1003.zip');
  await expectAccessible(page, 'main');
  await expectNothingLost(page);
  await expect(page.getByRole('main')).not.toContainText('demo-agent-secret');
  await press(page, 'Discard', 'Discard register', { label: 'Reason', text: 'End of the journey' });
  await expect(page.getByText('The register was discarded. Its file is deleted.')).toBeVisible();
});

test('a file that is no register shows what is wrong, and is discarded', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'operator', '/bring-in');
  await page
    .getByLabel('Upload a filled template')
    .setInputFiles({ name: 'notes.xlsx', mimeType: 'text/plain', buffer: Buffer.from('no workbook') });
  await expect(page.getByText(/The file is not a readable XLSX, CSV or ZIP file/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('button', { name: 'Approve register' })).toHaveCount(0);
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard register' });
  await dialog.getByRole('button', { name: 'Discard register', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason.');
  await dialog.getByLabel('Reason').fill('Not a register');
  await dialog.getByRole('button', { name: 'Discard register', exact: true }).click();
  await expect(page.getByText('The register was discarded. Its file is deleted.')).toBeVisible();
});

test('users of an issuer are not offered it', async ({ page }) => {
  await signIn(page, 'officer', '/');
  await expect(page.getByRole('link', { name: 'Bring in a register' })).toHaveCount(0);
  await expectNoPage(page, '/bring-in');
});
