import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingLost, settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

const figure = (page: Page, label: string | RegExp) =>
  page.locator('dt').filter({ hasText: label }).first().locator('xpath=following-sibling::dd[1]');

/** Every figure of the page's tables, including the tables that duplicate the charts. */
const figures = (page: Page) =>
  page.locator('main tbody').evaluateAll((parts) => parts.map((part) => part.textContent).join());

test('dilution: held and reserved shares by class and by day', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator', '/issuers/1003');
  await page.getByRole('link', { name: 'Dilution', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dilution', level: 1 })).toBeVisible();
  await expect(page.getByText(/Fully diluted means the outstanding shares of a class/)).toBeVisible();
  await expect(figure(page, /^Outstanding$/)).toHaveText('11,480,000');
  await expect(figure(page, /^Reserved$/)).toHaveText('26,950,000');
  await expect(figure(page, /^Fully diluted$/)).toHaveText('38,430,000');
  await expect(figure(page, /^Reserved, % of fully diluted$/)).toHaveText('70.1275%');

  const table = page.getByRole('table', { name: 'Holders and reserves of Common Stock' });
  const reserve = table.getByRole('row', { name: /RESERVE – Conversion of Series C/ });
  await expect(reserve).toContainText('Reserved');
  await expect(reserve).toContainText('24.7203%');
  await expect(table).toContainText('46 holders, 5 reserved');
  await expect(page.getByText('12 of 12 match')).toBeVisible();

  await page.getByRole('button', { name: 'Show as table' }).click();
  const duplicate = page.getByRole('table', { name: 'Common Stock, now and fully diluted' });
  await expect(duplicate.getByRole('row', { name: /^Total/ })).toContainText('38,430,000');

  await page.getByLabel('Class').selectOption('Series A Preferred Stock');
  await expect(page).toHaveURL(/class=Series\+A/);
  await expect(page.getByText('No shares are reserved for Series A Preferred Stock')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create diluted ownership report' })).toHaveAttribute(
    'href',
    /\/reports\/new\/diluted-percentage\?issuer=1003/,
  );
});

test('another date reloads every dated panel, and each prints the date', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'operator', '/issuers/1001');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/upstream/.test(request.url())) requested.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  const dated = [
    ['dilution', /GetDilutedPercentage.*cutoff=2025-06-30/, 'As of Jun 30, 2025'],
    ['balances', /GetIssuerBalance.*CutoffDate=2022-09-30/, 'As of Jun 30, 2025'],
    ['ownership', /GetOwnershipPercentage.*cutoff=2025-06-30/, 'As of Jun 30, 2025'],
  ] as const;
  for (const [path, call, words] of dated) {
    await page.goto(`/issuers/1001/${path}`);
    await settled(page);
    const before = await figures(page);
    requested.length = 0;
    await page.getByLabel('As of', { exact: true }).fill('2025-06-30');
    await expect(page).toHaveURL(/asof=2025-06-30/);
    await expect(page.getByText(words).first()).toBeVisible();
    await expect.poll(() => requested.some((one) => call.test(one)), `${path} asks for the date`).toBe(true);
    await expect.poll(() => figures(page), `${path} shows other figures`).not.toBe(before);
    await expect(page.getByText(/^As of today/)).toHaveCount(0);
    expect(requested.filter((one) => /[cC]utoff(Date)?=2026/.test(one))).toEqual([]);
  }
  await page.goto('/issuers/1001?asof=2025-06-30');
  await settled(page);
  await expect(page.getByText('Current data, not as of the selected date')).toHaveCount(2);
  await page.goto('/issuers/1001/compare?asof=2025-06-30');
  await expect(page.getByText('From the close of Mar 31, 2025 to the close of Jun 30, 2025.')).toBeVisible();
});

test('changes of a quarter: the total, each change, and its transactions', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator');
  await page.getByRole('link', { name: 'Larkspur Instruments Corporation' }).click();
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page.getByText(/Common Stock holders: .* new, .* closed, .* unchanged\./)).toBeVisible();
  await expect(figure(page, /^Residual$/)).toHaveText('0');
  await expect(page.getByText('The changes equal the change in outstanding shares.')).toBeVisible();

  const table = page.getByRole('table', { name: 'Changes of Common Stock' });
  const first = table.locator('tbody tr').first();
  await first.getByRole('button').click();
  await expect(page).toHaveURL(/holder=/);
  const panel = page.getByRole('region', { name: /^Causes: / });
  await expect(panel.getByRole('heading')).toBeFocused();
  await expect(panel.getByRole('row', { name: /^Unexplained/ }).getByRole('cell')).toHaveText('0');
  const change = await panel
    .getByRole('row', { name: /^Change/ })
    .getByRole('cell')
    .innerText();
  await expect(first).toContainText(change);
  await panel.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(first.getByRole('button')).toBeFocused();

  const roll = page.getByRole('region', { name: 'Roll-forward of Common Stock, scrolls' });
  for (const name of ['Outstanding', 'Issued', 'Treasury', 'Restricted'])
    await expect(
      roll
        .getByRole('row', { name: new RegExp(`^${name} `) })
        .getByRole('cell')
        .last(),
    ).toHaveText('0');
  const control = page.getByRole('region', {
    name: 'Reserved and authorized shares of Common Stock, scrolls',
  });
  for (const name of ['Reserved', 'Authorized'])
    await expect(
      control
        .getByRole('row', { name: new RegExp(`^${name} `) })
        .getByRole('cell')
        .last(),
    ).toHaveText('0');
  const file = page.getByRole('link', { name: 'Create roll-forward' });
  await expect(file).toHaveAttribute('href', /roll-forward\?issuer=1001&from=\d{4}-\d\d-\d\d&to=/);
  await expect(page.getByRole('button', { name: 'Workbook', exact: true })).toHaveCount(0);
  await expect(page.getByText(/explain (\d+) of \1 changes exactly\./)).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV/ }).click();
  const csv = readFileSync(await (await coming).path(), 'utf8');
  expect(csv).toContain('Causes');
  expect(csv).toContain('Residual,0');
});

test('each movement of reserved and authorized shares has its date, type and transaction', async ({
  page,
}) => {
  await signIn(page, 'operator', '/issuers/1001/compare?from=2025-12-31&to=2026-06-30');
  const movements = page.locator('summary', { hasText: /^Movements of reserved and authorized shares/ });
  await movements.click();
  const list = page.getByRole('table', {
    name: 'Movements of reserved and authorized shares of Common Stock',
  });
  const first = list.getByRole('row', { name: /New issuance, / }).first();
  await expect(first).toHaveAccessibleName(/^Jan 23, 2026 New issuance, Stock award 71362 -13,775 /);
  await expect(first.getByRole('link', { name: '71362' })).toHaveAttribute(
    'href',
    /\/issuers\/1001\/transactions\/\d+/,
  );
  await expectAccessible(page);
});

test('a reversal and what it reverses are named at the movement and in a table, with links', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001/compare?from=2026-08-31&to=2026-10-31');
  const table = page.getByRole('table', { name: 'Changes of Common Stock' });
  await table.locator('tbody tr').first().getByRole('button').click();
  const panel = page.getByRole('region', { name: /^Causes: / });
  const href = (await panel.locator('tbody a').first().getAttribute('href')) ?? '';
  const id = Number(/transactions\/(\d+)/.exec(href)?.[1]);
  expect(id).toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Reversals, scrolls' })).toHaveCount(0);
  // The demo reverses nothing, so the registry's response gets two reversals: one on either side of the movement.
  const on = { effectiveDate: '2026-10-05', reversesEffectiveDate: '2026-09-08' };
  await page.route('**/agent/v1/roll-forward-notes?*', async (route) => {
    const response = await route.fetch();
    const reversals = [
      {
        ...{ controlTransactionId: id, transactionId: 41, ...on },
        ...{ reversesControlTransactionId: 7001, reversesTransactionId: 7001 },
      },
      {
        ...{ controlTransactionId: 7002, transactionId: 7002, ...on },
        ...{ reversesControlTransactionId: id, reversesTransactionId: 41 },
      },
    ];
    await route.fulfill({ response, json: { ...(await response.json()), reversals } });
  });
  await page.reload();
  await expect(panel).toContainText('Reverses 7001, effective Sep 8, 2026');
  await expect(panel).toContainText('Reversed by 7002, effective Oct 5, 2026');
  await expect(panel.getByRole('link', { name: '7002' })).toHaveAttribute(
    'href',
    /1001\/transactions\/7002$/,
  );
  const reversals = page.getByRole('region', { name: 'Reversals, scrolls' });
  await expect(reversals.getByRole('row')).toHaveCount(3);
  await expect(reversals.getByRole('row').nth(1)).toContainText('Oct 5, 20267001Sep 8, 2026');
  await expect(reversals.getByRole('link', { name: '7001' })).toHaveAttribute(
    'href',
    /1001\/transactions\/7001$/,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingLost(page);
});

test('two dates in the wrong order are swapped, and the page says so', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1003/compare?from=2026-06-30&to=2025-12-31');
  await expect(
    page.getByText(/The start date was after the end date, so the dates were swapped/),
  ).toBeVisible();
  await expect(page.getByText('From the close of Dec 31, 2025 to the close of Jun 30, 2026.')).toBeVisible();
  await expect(page.getByText(/^The opening of .+ was (not )?restated/)).toBeVisible();
  await page.getByLabel('Period', { exact: true }).selectOption('Last year');
  await expect(page).toHaveURL(/from=2024-12-31&to=2025-12-31/);
  await expect(page.getByText(/were swapped/)).toHaveCount(0);
  await page.goto('/issuers/1003/compare?from=2026-06-30&to=2026-06-30');
  await expect(page.getByText('Select two different dates')).toBeVisible();
});

test('shares available to issue: on the overview, and on the balances with every number', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator');
  await page.getByRole('link', { name: 'Larkspur Instruments Corporation' }).click();
  await expect(figure(page, /^Available to issue$/)).toHaveText('57,437,350');
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  const table = page.getByRole('table', { name: 'Balances by class' });
  for (const number of [
    '100,000,000',
    '38,412,650',
    '612,650',
    '37,800,000',
    '4,150,000',
    '57,437,350',
    '544,320',
  ])
    await expect(table).toContainText(number);
  await expect(page.getByText('57,437,350 of 100,000,000')).toBeVisible();
  await expect(page.getByText('1 of 1 match, 2 within limit')).toBeVisible();
  await page.getByRole('button', { name: 'Restricted only', exact: true }).click();
  await expect(page).toHaveURL(/restriction=Restricted/);
  await expect(page.getByText('Outstanding and holders include restricted shares only')).toBeVisible();
  await expect(page.getByText('2 of 2 match, 2 within limit')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create issuer balance' })).toHaveAttribute(
    'href',
    /restrictionStatus=Restricted/,
  );
  await expect(page.getByText(/^12 balances: /)).toBeVisible({ timeout: 30_000 });
  await page.getByLabel('Interval').selectOption('Year ends');
  await expect(page.getByText(/^10 balances: /)).toBeVisible({ timeout: 30_000 });
  await page.goto('/issuers/1002/balances');
  await expect(page.getByRole('row', { name: /^Units/ })).toContainText('Unlimited');
});

test('the overview shows alerts and upcoming events', async ({ page }) => {
  test.setTimeout(90_000);
  await signIn(page, 'operator', '/issuers/1008');
  await expect(page.getByRole('link', { name: /transactions? pending, the oldest since/ })).toBeVisible();
  await expect(
    page.getByText(/more shares needed for the quorum: 1,051,895 voted, 1,538,620 needed/),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Cash dividend of Common Stock/ })).toBeVisible();
  await expect(page.locator('figcaption').getByText('Transactions by month')).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'Transactions by month' }).getByRole('row')).toHaveCount(7);
  await page.getByRole('link', { name: /the oldest since/ }).click();
  await expect(page).toHaveURL(/transactions\?status=Pending/);
});

test('charts become tables by keyboard, and users of another issuer find nothing', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'viewer', '/issuers/1001/balances?by=year');
  await settled(page);
  const button = page.getByRole('button', { name: 'Show as table' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show chart' })).toBeFocused();
  await expect(page.getByRole('table', { name: 'Common Stock' }).getByRole('row')).toHaveCount(11);
  for (const path of ['dilution', 'compare', 'balances']) {
    await page.goto(`/issuers/1003/${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible();
  }
});

test('figures that another registry omits are shown as missing, never as zero', async ({ page }) => {
  await signIn(page, 'operator', '/reports');
  await page.route('**/GetDilutedPercentage**', (route) =>
    route.fulfill({
      json: {
        securites: [
          {
            security: 'Common Stock',
            totalShares: null,
            shareholders: [
              { systemShareholderId: 1, name: null, isReserved: null, shares: 10 },
              { systemShareholderId: 2, name: 'PLAN', isReserved: true, shares: null },
            ],
          },
        ],
      },
    }),
  );
  await page.goto('/issuers/1001/dilution');
  await expect(page.getByText('Unnamed holder').first()).toBeVisible();
  await expect(figure(page, /^Reserved$/)).toHaveText('–');
  await expect(figure(page, /^Fully diluted$/)).toHaveText('–');
  await expect(page.getByText(/missing data/).first()).toBeVisible();
});
