import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingLost } from './support/page-checks.ts';
import { openSession, signIn } from './support/users.ts';

const issuer = 1001;

const pdf = {
  name: 'resolution.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj',
      'trailer << /Root 1 0 R >>',
      '%%EOF',
      '',
    ].join('\n'),
  ),
};

/** Chooses an account of the issuer in the form of an issuance. */
async function chooseHolder(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Account' }).fill(name);
  await page.getByRole('listbox', { name: 'Account' }).getByRole('option').first().click();
}

test('an issuance is asked for with its resolution, asked back about, answered, and rejected with the reason', async ({
  page,
  browser,
}) => {
  await signIn(page, 'officer', `/issuers/${issuer}/requests`);
  await page.getByRole('link', { name: 'Request an issuance' }).click();
  await expect(page).toHaveURL(/requests\/new\?kind=Issuance/);
  await page.getByRole('button', { name: 'Send request' }).click();
  const errors = page.getByRole('alert').first();
  for (const field of ['Class', 'Shares', 'Account', 'Resolution or reserve', 'Document'])
    await expect(errors.getByRole('link', { name: field, exact: true })).toBeVisible();

  await page.getByLabel('Class').selectOption({ index: 1 });
  await page.getByLabel('Shares').fill('1,250');
  await chooseHolder(page, 'EA');
  await page.getByLabel('Resolution or reserve').fill('Resolution of the board of Nov 18, 2026');
  await page.getByLabel('Message').fill('For the retention award.');
  // What is typed survives a reload; the document is chosen after it.
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('For the retention award.');
  await expect(page.getByLabel('Shares')).toHaveValue('1,250');
  await page.getByLabel('Resolution of the board').setInputFiles(pdf);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^1,250 shares to /);
  const main = page.locator('main');
  await expect(main.getByText('Received', { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'resolution.pdf' })).toBeVisible();
  const item = page.url().split('/').at(-1);

  const agent = await (await browser.newContext()).newPage();
  await openSession(agent.context(), 'operator');
  await agent.goto(`${process.env.BASE_URL}/ops/queue?item=${issuer}-${item}`);
  const panel = agent.getByRole('region', { name: /^Item / });
  await expect(panel.getByRole('heading', { name: 'Request of the issuer' })).toBeVisible();
  await expect(panel.getByText('For the retention award.')).toBeVisible();
  await panel.getByRole('button', { name: 'Write to the issuer' }).click();
  await agent.getByLabel('Message').fill('Which plan do the shares come from?');
  await agent.getByRole('button', { name: 'Ask the issuer' }).click();
  await expect(panel.getByText('Held: Waiting for the issuer.')).toBeVisible();

  await page.goto(`/issuers/${issuer}`);
  await page.getByRole('link', { name: /your transfer agent waits for you/ }).click();
  await expect(main.getByText('Waiting for you', { exact: true })).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByLabel('Your answer').fill('From the 2024 plan.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(main.getByText('Being worked on', { exact: true })).toBeVisible();

  await expect(panel.getByText('From the 2024 plan.').first()).toBeVisible();
  await panel.getByRole('button', { name: /^Reject/ }).click();
  const dialog = agent.getByRole('dialog', { name: /^Reject/ });
  await dialog.getByLabel('Reason').first().selectOption('O14');
  await dialog.getByLabel('What the presentor has to do').fill('The plan has no reserve left.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();
  await agent.context().close();

  await page.reload();
  await expect(main.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(main.getByText("Issuer's authority missing. The plan has no reserve left.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw request' })).toHaveCount(0);
});

test('lists and changes of contact are asked for and withdrawn; what is typed stays after an error', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'officer', `/issuers/${issuer}/requests/new?kind=HolderList`);
  await page.getByLabel('Record date').fill('Dec 1, 2026');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Needed by' })).toBeVisible();
  await expect(page.getByLabel('Record date')).toHaveValue('Dec 1, 2026');
  await page.getByLabel('Needed by').fill('Dec 3, 2026');
  await expectNothingLost(page);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registered holders');
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  await page.getByLabel('Reason').fill('Not needed.');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click();
  await expect(page.locator('main').getByText('Withdrawn', { exact: true })).toBeVisible();

  await page.goto(`/issuers/${issuer}/requests/new?kind=ContactChange`);
  await page.getByLabel('Name').fill('Noor Vance');
  await page.getByLabel('Position').fill('Corporate secretary');
  await page.getByLabel('Signed letter').setInputFiles(pdf);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Vance: new contact');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNothingLost(page);
  }
  await expectAccessible(page);
});

test('a viewer and another issuer’s officer have no requests', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'viewer', `/issuers/${issuer}`);
  await expect(page.getByRole('link', { name: 'Requests', exact: true })).toHaveCount(0);
  for (const path of ['/requests', '/requests/new', '/requests/100000001']) {
    await page.goto(`/issuers/${issuer}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
});
