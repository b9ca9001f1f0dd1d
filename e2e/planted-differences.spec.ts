import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { routes } from '#lib/routes';
import { calendarDay, type RunningApp, startApp } from '#tests/app/running';
import { plants } from '#tests/registry/proof/plants';
import { createPack } from './support/packs.ts';
import { openSession } from './support/users.ts';

/** What a reader sees of a difference: the badge, and what the sentence says of its cause. */
type Seen = {
  plant: string;
  label: string;
  cause: RegExp;
  /** What the sentence on the last month end says, if not the same; null where the difference is none on that day. */
  monthEnd?: RegExp | null;
};

/** The demo has nine issuers. Each is changed by hand in another way; 1005 has a record difference of 40 shares. */
type Round = Readonly<Record<number, Seen>>;

/** One difference for each issuer. */
const first: Round = {
  1001: {
    plant: 'a repurchase in the control book alone',
    label: 'Out of proof: 10 shares',
    cause: /by 10 shares of Common Stock: control book and certificates differ, .+ Treasury shares differ\./,
  },
  1002: {
    plant: 'two classes with opposite signs',
    label: 'Out of proof: 5 shares',
    cause: /by 5 shares of .+: control book and certificates differ, .+, 5 shares: control book and/,
  },
  1003: {
    plant: 'a credit of the control book',
    label: 'Out of proof: 40 shares',
    cause: /by 40 shares of .+: control book and certificates differ, since .+, aged\./,
  },
  1004: {
    plant: 'a day total',
    label: 'Out of proof: 25 shares',
    cause: /by 25 shares of .+ Certificates and day totals differ, since/,
  },
  1005: {
    plant: 'a position file with the CUSIP from before the split',
    label: 'Out of proof: 40 shares',
    cause: /The depository still reports CUSIP 500994108, from before a split/,
    monthEnd: null,
  },
  1006: {
    plant: 'the shares of a certificate',
    label: 'Out of proof: 1 share',
    cause: /by 1 share of .+ Certificates and day totals differ, since/,
  },
  1007: {
    plant: 'a recent record difference',
    label: 'Out of proof: 120 shares',
    cause: /by 120 shares of .+: Certificate presented twice, since Nov 10, 2026, 10 days\./,
    monthEnd: null,
  },
  1008: {
    plant: 'the cash of a member of a reinvestment plan',
    label: 'Out of proof',
    cause: / in .+: the reinvestment plan: dollars reinvested differ from shares and cash by \$1\.50/,
    monthEnd: null,
  },
  1009: {
    plant: 'an aged record difference of the prior agent',
    label: 'Out of proof: 300 shares',
    cause: /by 300 shares of .+: Certificate presented twice, since Sep 1, 2026, 80 days, aged\./,
    monthEnd: /by 300 shares of .+: Certificate presented twice, since Sep 1, 2026, 60 days, aged\./,
  },
};

/** On top of it another kind, which the first must not hide. */
const second: Round = {
  1001: {
    plant: 'an entitlement of a meeting',
    label: 'Out of proof: 10 shares',
    cause:
      /2023 Annual Meeting of Stockholders, record date Mar 20, 2023: entitled shares differ by 7 shares/,
  },
  1002: {
    plant: 'a reserve changed without an entry',
    label: 'Out of proof: 5 shares',
    cause: /reserved shares differ by 1,000 shares/i,
  },
  1003: {
    plant: 'a record difference found of late that exists for long',
    label: 'Out of proof: 160 shares',
    cause:
      /by 160 shares of .+: Certificate presented twice, since Sep 1, 2026, 80 days, aged\. Control book/,
    monthEnd: null,
  },
  1004: {
    plant: 'a payment of a dividend',
    label: 'Out of proof: 25 shares',
    cause: /Stock dividend, record date Sep 15, 2025: dividend shares differ by 7 shares/,
  },
  1005: {
    plant: 'a completed transaction that only the list of statuses has',
    label: 'Out of proof: 40 shares',
    cause: /the number of completed transactions differs by 1 transaction\./i,
    monthEnd: null,
  },
  1006: {
    plant: 'tax withheld from a dividend',
    label: 'Out of proof: 1 share',
    cause:
      /Cash dividend, record date May 15, 2023: gross payments differ from net payments and tax withheld by \$0\.05/,
  },
  1007: {
    plant: 'authorized shares changed without an entry',
    label: 'Out of proof: 120 shares',
    cause: /authorized shares differ by 500 shares/i,
  },
  1008: {
    plant: 'a position file without a line for the nominee',
    label: 'Out of proof',
    cause: /the depository’s file has no line for the class/i,
    monthEnd: null,
  },
  1009: {
    plant: 'a transaction that is no longer completed',
    label: 'Out of proof: 1,006,720 shares',
    cause: /completed transactions and issuer balance differ/i,
  },
};

const third: Round = {
  1001: {
    plant: 'a position file below the nominee',
    label: 'Out of proof: 10 shares',
    cause: /The depository’s position differs by 500 shares/,
    monthEnd: null,
  },
  1004: {
    plant: 'the restriction of a certificate',
    label: 'Out of proof: 283 shares',
    cause: /restricted shares differ/i,
  },
  1008: {
    plant: 'plan shares that were not issued',
    label: 'Out of proof',
    cause: /the reinvestment plan: dollars reinvested differ from shares and cash by \$18\.50/i,
    monthEnd: null,
  },
};

const rounds = [first, second, third];
/** The journeys' calendar day is November 20, 2026. */
const lastMonthEnd = '2026-10-31';

test('every kind of planted difference is read on Portfolio, overview, Proof, month ends and in a pack', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(600_000);
  const known = plants.filter(({ kind, asOf }) => kind === 'out of proof' && !asOf).map(({ name }) => name);
  const placed = rounds.flatMap((round) => Object.values(round).map(({ plant }) => plant));
  expect(placed.toSorted()).toEqual(known.toSorted());

  const app = await startApp(calendarDay);
  try {
    const page = await pageOf(browser, app, 'operator');
    await openPortfolio(page);
    // Before anything is planted only 1005 is out of proof, by its record difference.
    await expect(figure(page, 'Out of proof')).toHaveText('1');
    for (const round of rounds) {
      await plant(app, round);
      await expectPortfolio(page, round);
      await expectAllIssuers(page, round);
      for (const [issuer, seen] of Object.entries(round)) {
        await expectOverview(page, Number(issuer), seen);
        await expectProof(page, Number(issuer), seen);
        if (seen.monthEnd !== null) await expectMonthEnd(page, app, Number(issuer), seen);
      }
    }
    await expectPack(page, 1003, /by 40 shares of .+: control book and certificates differ, since/);
    // Who works for the issuer reads the same on the page that opens after signing in.
    const officer = await pageOf(browser, app, 'officer');
    await officer.goto('/');
    await expect(officer).toHaveURL(/issuers\/1001$/);
    for (const round of rounds) if (round[1001]) await expectSentence(officer.locator('#main'), round[1001]);
    await expectNowhereInProof(officer.locator('#main'));
  } finally {
    await app.stop();
  }
});

async function pageOf(browser: Browser, app: RunningApp, who: 'operator' | 'officer'): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await openSession(context, who, app.url);
  return context.newPage();
}

/** Changes the tables behind the registry. The version of the books rises, as totals are kept for each version. */
async function plant(app: RunningApp, round: Round): Promise<void> {
  const embedded = app.booksUrl ? undefined : await startEmbedded({ dataDir: app.dataDir });
  const client = new Client(app.booksUrl ?? embedded?.urlFor('registry'));
  try {
    await client.connect();
    for (const [issuer, seen] of Object.entries(round)) {
      const { sql } = plants.find(({ name }) => name === seen.plant) ?? { sql: '' };
      const raised = await client.query(
        'update issuer set version = version + 1 where customer_id = $1 returning id',
        [issuer],
      );
      const { rowCount } = await client.query(sql.replaceAll('$1', String(raised.rows[0].id)));
      expect([issuer, seen.plant, rowCount]).toEqual([issuer, seen.plant, expect.any(Number)]);
      expect(rowCount).toBeGreaterThan(0);
    }
  } finally {
    await client.end();
    await embedded?.release();
  }
}

const figure = (page: Page, label: string) =>
  page.locator('#main dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');

/** No badge and no sentence; the count of issuers in proof has a label of its own. */
async function expectNowhereInProof(main: Locator): Promise<void> {
  await expect(main.locator('span').filter({ hasText: /^In proof$/ })).toHaveCount(0);
  await expect(main.getByText(/In proof on/)).toHaveCount(0);
}

async function expectSentence(main: Locator, { cause }: Seen): Promise<void> {
  const sentence = main.getByText(/^Out of proof on Nov 20, 2026/).filter({ visible: true });
  await expect(sentence).toHaveCount(1);
  await expect(sentence).toHaveText(cause);
}

async function openPortfolio(page: Page): Promise<void> {
  await page.goto(routes.home());
  await expect(page.getByText(/of 9 issuers, updated/)).toBeVisible({ timeout: 60_000 });
}

async function expectPortfolio(page: Page, round: Round): Promise<void> {
  await openPortfolio(page);
  for (const [issuer, { label, cause }] of Object.entries(round)) {
    const row = page.locator('#main tbody').filter({ has: page.getByText(issuer, { exact: true }) });
    const badge = row.getByText(label, { exact: true }).filter({ visible: true });
    await expect(badge, `${issuer} on Portfolio`).toHaveCount(1);
    await expect(badge).toHaveAttribute('title', cause);
  }
  await expect(figure(page, 'Out of proof')).toHaveText('9');
  await expectNowhereInProof(page.locator('#main'));
}

async function expectAllIssuers(page: Page, round: Round): Promise<void> {
  await page.goto(routes.proof());
  await expect(page.getByText(/of 9 issuers, updated/)).toBeVisible({ timeout: 60_000 });
  for (const [issuer, { label, cause }] of Object.entries(round)) {
    const line = page.getByRole('listitem').filter({ has: page.getByText(issuer, { exact: true }) });
    await expect(line.getByText(label, { exact: true }), `${issuer} in the list of all`).toBeVisible();
    await expect(line).toContainText(cause);
  }
  await expect(figure(page, 'In proof')).toHaveText('0');
  await expectNowhereInProof(page.locator('#main'));
}

async function expectOverview(page: Page, issuer: number, seen: Seen): Promise<void> {
  await page.goto(routes.issuer(issuer));
  const main = page.locator('#main');
  await expectSentence(main, seen);
  await expect(main.getByText(seen.label, { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expectNowhereInProof(main);
}

async function expectProof(page: Page, issuer: number, seen: Seen): Promise<void> {
  await page.goto(routes.proof({ issuer }));
  const main = page.locator('#main');
  await expectSentence(main, seen);
  // The history of month ends further down may have the same badge.
  await expect(main.getByText(seen.label, { exact: true }).first()).toBeVisible();
  // The comparisons of the interface's answers are read after the books.
  await expect(main.getByText(/^(Loading|Comparing)/)).toHaveCount(0, { timeout: 30_000 });
  await expect(main.getByRole('region', { name: 'Differences, scrolls', exact: true })).toBeVisible();
  await expectNowhereInProof(main);
}

/** The first reading of a month end stays stored, so a difference of a later round stands below it. */
async function expectMonthEnd(page: Page, app: RunningApp, issuer: number, seen: Seen): Promise<void> {
  const read = await page.request.post(`${app.url}/api/month-ends`, {
    headers: { origin: app.url, 'x-sharebook': '1' },
    data: { issuer, end: lastMonthEnd },
  });
  expect(read.status()).toBe(200);
  await page.goto(routes.proof({ issuer }));
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Oct 31, 2026' }) });
  const sentence = line.getByText(/^Out of proof on Oct 31, 2026/).last();
  await expect(sentence, `${issuer} at the month end`).toHaveText(seen.monthEnd ?? seen.cause);
  await expectNowhereInProof(line);
}

/** The manifest of a pack says what the books say of its day. */
async function expectPack(page: Page, issuer: number, cause: RegExp): Promise<void> {
  await page.goto(routes.issuerReports(issuer));
  await page.getByLabel('Month').selectOption(lastMonthEnd.slice(0, 7));
  const { manifest, entries } = await createPack(page, 'Create month-end pack', /Month-end pack: Oct 2026/);
  const { kind, sentence } = manifest.pack.verdict;
  expect(kind).toBe('out of proof');
  expect(sentence).toMatch(cause);
  expect(entries.get('manifest.txt')?.toString()).toContain(sentence);
}
