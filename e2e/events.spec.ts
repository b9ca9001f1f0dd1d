import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/users.ts';

const figure = (page: Page, label: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .first()
    .locator('xpath=following-sibling::dd[1]');

test('quorum: two clicks from sign-in, exact to the share', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'operator');
  await page.getByRole('link', { name: 'Bluewater Meridian Acquisition Corp.' }).click();
  const words =
    '2,288,224 more shares needed for the quorum: 1,708,218 voted, 3,996,442 needed, 50.00% of 7,992,883.';
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('link', { name: 'Proxies', exact: true }).click();
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText('Preliminary: votes are accepted until the vote closes.')).toBeVisible();
  const past = page.getByRole('table', { name: 'Past meetings' });
  await expect(past.getByRole('row', { name: /Second Extension Meeting/ })).toContainText('Met');

  await page.getByRole('link', { name: 'Third Extension Meeting' }).click();
  await expect(page.getByRole('heading', { name: /Third Extension Meeting/, level: 1 })).toBeVisible();
  await expect(figure(page, 'Still needed')).toHaveText('2,288,224');
  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem');
  await expect(dates).toHaveText([
    /Record date\s*Nov 2, 2026/,
    /Mailing\s*Nov 10, 2026/,
    /Vote closes\s*Dec 3, 2026, 9:00\sAM/,
    /Meeting\s*Dec 3, 2026, 10:00\sAM/,
  ]);
  await expect(page.getByText('1 of 1 match, 1 within limit')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create proxy details, voted only' })).toHaveAttribute(
    'href',
    /customerProxyId=200000003&includeNotVotedShares=false/,
  );
  await page.getByRole('link', { name: 'Create proxy details, voted only' }).click();
  await expect(page.getByRole('checkbox', { name: 'Not voted' })).not.toBeChecked({
    timeout: 30_000,
  });
});

test('a meeting without votes, a canceled one, and one that does not exist', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'officer', '/issuers/1001/proxies');
  await expect(
    page.getByText('Entitled shares are available after the record date, Mar 19, 2027.'),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /Reincorporation/ })).toContainText('Canceled');
  await expect(page.getByText('Turnout', { exact: true }).first()).toBeVisible();
  for (const path of ['proxies/999', 'proxies/200000003', 'dividends/800000023', 'dividends/x']) {
    await page.goto(`/issuers/1001/${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible();
  }
});

test('dividends: the next one first, and past ones tie out', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'officer', '/issuers/1001');
  await page.getByRole('link', { name: 'Dividends', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Cash dividend, payable Dec 15, 2026/ })).toBeVisible();
  await expect(figure(page, 'Rate')).toHaveText('$0.12 per share');
  await expect(figure(page, 'Amount')).toHaveText('Known after the record date');
  await expect(page.getByText('Tie-out is available after the record date, Nov 30, 2026.')).toBeVisible();

  await page
    .getByRole('row', { name: /^Dec 16, 2025/ })
    .getByRole('link')
    .click();
  await expect(figure(page, 'Amount')).toHaveText('$4,334,116.69');
  await expect(page.getByText('2 of 2 match')).toBeVisible();
  await expect(page.getByText(/within the rounding of half a cent for each of [\d,]+ holders/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create dividend details' })).toHaveAttribute(
    'href',
    /dividend-details\?issuer=1001&dividendId=100000013/,
  );
});

test('an officer creates the funding report from the page of a dividend', async ({ page }) => {
  await signIn(page, 'officer', '/issuers/1001/dividends/100000013');
  await page.getByRole('link', { name: 'Create funding report' }).click();
  await expect(page.getByRole('heading', { name: 'Funding of a dividend' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Dividend/ })).toHaveValue('100000013');
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(page).toHaveURL(/\/reports\/runs\//);
  await expect(page.locator('#main').getByRole('link', { name: /^Download \w/ })).toBeVisible({
    timeout: 60_000,
  });
});

test('a stock dividend ties out within its fractions', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1004/dividends/400000001');
  await expect(figure(page, 'Rate')).toHaveText('5%');
  await expect(figure(page, 'Amount')).toHaveText('175,541 shares');
  await expect(page.getByText('2 of 2 match')).toBeVisible();
  await expect(page.getByText(/settled by the rule “Cash In Lieu”/)).toBeVisible();
});

test('lists without a date say so when a past date is selected', async ({ page }) => {
  await signIn(page, 'operator', '/issuers/1001/dividends?asof=2025-12-31');
  await expect(page.getByText('Current data, not as of the selected date')).toBeVisible();
});
