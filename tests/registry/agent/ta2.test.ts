import { describe, expect, test } from 'vitest';
import { ta2Form } from '#lib/contract/agent/ta2-form';
import { contract, endpointOf } from '#lib/contract/index';
import { sampled } from '#tests/lane';
import { registryOfFile } from '../boot.ts';
import { shapeDifferences } from '../shape-check.ts';

type Line = {
  line: string;
  recorded: string | null;
  entered: string | null;
  answer: string | null;
  lastYear: string | null;
  reason: string;
  enteredBy: string;
  hasRows: boolean;
};
type Sheet = {
  version: number;
  isShortForm: boolean;
  lines: Line[];
  reasons: { line: string; against: string; amount: string | null }[];
  lists: {
    customerIssuerId: number;
    items: number;
    accounts: number | null;
    classes: number | null;
    payingClasses: number;
    dividendAmount: string;
  }[];
  signOff: {
    state: string;
    takenBack: string;
    prepared: { by: string } | null;
    certified: { by: string; title: string } | null;
    changes: { line: string; was: string | null; is: string | null }[];
  };
  steps: { kind: string; line: string; was: string | null; value: string | null; by: string }[];
};
type Row = { amount: string; isCounted: boolean; security: string; issuer: string };

const registry = registryOfFile();
const operator = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
const admin = { email: 'admin@harborline.example', firstName: 'Dana', lastName: 'Ellery' };

async function sheet(year: number): Promise<Sheet> {
  const { status, body } = await registry().call(`/agent/v1/ta2?year=${year}`);
  expect(status).toBe(200);
  return body as Sheet;
}

async function rows(year: number, line: string): Promise<Row[]> {
  const found: Row[] = [];
  for (;;) {
    const { status, body } = await registry().call(
      `/agent/v1/ta2/rows?year=${year}&line=${line}&start=${found.length}&numberOfRows=997`,
    );
    expect(status).toBe(200);
    const page = body as { totalRecords: number; rows: Row[] };
    found.push(...page.rows);
    if (page.rows.length === 0 || found.length >= page.totalRecords) {
      expect(found.length).toBe(page.totalRecords);
      return found;
    }
  }
}

const post = (path: string, body: object, as?: 'demo-readonly' | 'demo-issuer') =>
  registry().call(`/agent/v1/ta2/${path}`, { body, ...(as && { as }) });
const set = async (year: number, line: string, value: string | null, reason?: string, actor = operator) =>
  post('lines', { actor, year, version: (await sheet(year)).version, line, value, reason });
const sign = async (year: number, as: 'Preparer' | 'Certifier', actor: object) =>
  post('sign', {
    ...{ actor, year, version: (await sheet(year)).version, as },
    ...{ title: 'Vice President', telephone: '302-555-0100' },
  });
const lineOf = ({ lines }: Sheet, id: string) => lines.find(({ line }) => line === id) as Line;
const cents = (amount: string) => BigInt(Math.round(Number(amount) * 100));
const counted = (all: readonly Row[]) => all.filter(({ isCounted }) => isCounted);

describe('figures', () => {
  test.each(sampled([2025, 2024, 2026], 3))(
    'of %i are those of the TA-2 report, and add cash in lieu',
    { tags: ['scaled'] },
    async (year) => {
      const { status, body } = await registry().call(`/api/v1/Report/GetTA2Report?year=${year}`);
      expect(status).toBe(200);
      const report = body as {
        itemsReceivedForTransfer: number;
        accounts: { total: number; dividendReinvestmentOrDirectPurchase: number; directRegistration: number };
        services: { dividendPayingIssues: number; dividendAmount: number };
        turnaround: { monthsNotInCompliance: number; alwaysCompliant: boolean };
        lostSecurityholders: { accountsRemittedToStates: number };
        registrant: { appropriateRegulatoryAgency: string };
        agedRecordDifferences: { currentAgent: { issues: number; marketValue: number } };
      };
      const own = await sheet(year);
      const { rows: cash } = await registry().database.pool.query<{ dollars: string }>(
        `select coalesce(sum(l.amount), 0) as dollars from cash_in_lieu l
         join txn t on t.issuer_id = l.issuer_id and t.id = l.txn_id
         left join dividend d on d.issuer_id = l.issuer_id and d.txn_id = l.txn_id
        where extract(year from coalesce(d.payable_on, t.effective_on)) = $1`,
        [year],
      );
      const recorded = (line: string) => lineOf(own, line).recorded;
      expect({
        ...{ items: recorded('4a'), accounts: recorded('5a'), files: recorded('4b'), plans: recorded('5b') },
        ...{ direct: recorded('5c'), paying: recorded('7ci'), failed: recorded('9ai'), met: recorded('9a') },
        ...{ remitted: recorded('11b'), agency: recorded('3a'), aged: recorded('8ai-current') },
        agedCents: cents(recorded('8aii-current') ?? ''),
        cents: cents(recorded('7cii') ?? '') - cents(cash[0]?.dollars ?? ''),
      }).toEqual({
        items: `${report.itemsReceivedForTransfer}`,
        accounts: `${report.accounts.total}`,
        files: `${report.accounts.total}`,
        plans: `${report.accounts.dividendReinvestmentOrDirectPurchase}`,
        direct: `${report.accounts.directRegistration}`,
        paying: `${report.services.dividendPayingIssues}`,
        failed: `${report.turnaround.monthsNotInCompliance}`,
        met: report.turnaround.alwaysCompliant ? 'Yes' : 'No',
        remitted: `${report.lostSecurityholders.accountsRemittedToStates}`,
        agency: 'SEC',
        aged: `${report.agedRecordDifferences.currentAgent.issues}`,
        agedCents: cents(`${report.agedRecordDifferences.currentAgent.marketValue}`),
        cents: cents(`${report.services.dividendAmount}`),
      });
      expect(report.registrant.appropriateRegulatoryAgency).toBe('SEC');
    },
  );

  test('the lists add up to what the worksheet says of them', async () => {
    const year = 2025;
    const own = await sheet(year);
    const inYear = (day: string) => day.endsWith(`/${year}`);
    for (const one of own.lists) {
      const issuer = one.customerIssuerId;
      const get = async <T>(path: string) => (await registry().call(path)).body as T;
      let items = 0;
      for (const type of ['T', 'C', 'R']) {
        for (let start = 0, total = 1; start < total; start += 1000) {
          const page = await get<{ totalRecords: number; transactions: { receivedDate: string }[] }>(
            `${contract.GetTAStatusTransactions.path}?customerIssuerId=${issuer}&filterTransactionType=${type}` +
              `&transactionStatus=All&orderBy=Descending&sortBy=ReceivedDate&start=${start}&numberOfRows=1000`,
          );
          total = page.totalRecords;
          items += page.transactions.filter(({ receivedDate }) => inYear(receivedDate)).length;
        }
      }
      const balances = await get<{ totalShareholder: number }[]>(
        `${contract.GetIssuerBalance.path}?CustomerIssuerId=${issuer}&CutoffDate=${year}-12-31`,
      );
      const dividends = await get<
        { payable: string; type: string; security: string; distributionAmount: number }[]
      >(`${contract.GetDividendList.path}?customerIssuerId=${issuer}`);
      const paid = dividends.filter(({ payable }) => inYear(payable));
      const cash = paid.filter(({ type }) => type !== 'Stock');
      expect({ ...one, dividendAmount: cents(one.dividendAmount) }).toEqual({
        customerIssuerId: issuer,
        items,
        accounts: balances.reduce((sum, { totalShareholder }) => sum + totalShareholder, 0),
        classes: balances.length,
        payingClasses: new Set(paid.map(({ security }) => security)).size,
        dividendAmount: cash.reduce((sum, one) => sum + cents(`${one.distributionAmount}`), 0n),
      });
    }
    expect(own.lists.some(({ items }) => items > 100)).toBe(true);
    expect(own.lists.some(({ dividendAmount }) => cents(dividendAmount) > 0n)).toBe(true);
  });

  test('cash in lieu is paid in some year of the demo', async () => {
    const years = [2023, 2024, 2025, 2026];
    const sheets = await Promise.all(years.map(sheet));
    const found = sheets.flatMap(({ reasons }) => reasons.filter(({ line }) => line === '7cii'));
    expect(found.length).toBeGreaterThan(0);
  });

  test('last year’s answer is the figure of the worksheet before', async () => {
    const before = await sheet(2024);
    const own = await sheet(2025);
    for (const { line, lastYear } of own.lines) expect(lastYear, line).toBe(lineOf(before, line).answer);
  });

  test('a year that has not begun is refused by its name', async () => {
    const { status, body } = await registry().call('/agent/v1/ta2?year=2027');
    expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([400, ['year']]);
  });
});

test('worksheet and rows have their documented fields', async () => {
  const own = await registry().call('/agent/v1/ta2?year=2025');
  expect(shapeDifferences(contract.GetTA2Worksheet.response, own.body)).toEqual([]);
  const list = await registry().call('/agent/v1/ta2/rows?year=2025&line=4a');
  expect(shapeDifferences(contract.GetTA2Rows.response, list.body)).toEqual([]);
});

test('accounts are listed in the order of the register, not of the signs in their names', async () => {
  const { body } = await registry().call('/agent/v1/ta2/rows?year=2025&line=5a&numberOfRows=1');
  expect((body as { rows: { text: string }[] }).rows[0]?.text).toMatch(/^[A-Z]/);
});

describe('rows behind a figure', () => {
  test('as many as counted', { tags: ['long'] }, async () => {
    const own = await sheet(2025);
    for (const line of ['4a', '5b', '7a', '7b', '7ci', '9ai', '11b'])
      expect(`${counted(await rows(2025, line)).length}`, line).toBe(lineOf(own, line).recorded);
    for (const line of ['4b', '5a', '5c']) {
      const { body } = await registry().call(`/agent/v1/ta2/rows?year=2025&line=${line}&numberOfRows=1`);
      expect(`${(body as { totalRecords: number }).totalRecords}`, line).toBe(lineOf(own, line).recorded);
    }
  });

  test.each(sampled(['corporateEquity', 'corporateDebt', 'limitedPartnership', 'other'], 4))(
    '6a %s: its classes',
    { tags: ['scaled'] },
    async (kind) => {
      const own = await sheet(2025);
      expect(`${(await rows(2025, `6a-${kind}`)).length}`).toBe(lineOf(own, `6a-${kind}`).recorded);
    },
  );

  test.each(sampled([2025, 2024, 2026], 3))(
    '7cii of %i: the dollars add up, stock dividends are named',
    { tags: ['scaled'] },
    async (year) => {
      const list = await rows(year, '7cii');
      const sum = counted(list).reduce((total, { amount }) => total + cents(amount), 0n);
      expect(sum).toBe(cents(lineOf(await sheet(year), '7cii').recorded ?? ''));
    },
  );

  test('8a: aged differences with their value; younger ones are named and not counted', async () => {
    const own = await sheet(2025);
    const list = counted(await rows(2025, '8aii-current'));
    const issues = new Set(list.map(({ issuer, security }) => `${issuer} ${security}`));
    expect(`${issues.size}`).toBe(lineOf(own, '8ai-current').recorded);
    expect(list.reduce((total, { amount }) => total + cents(amount), 0n)).toBe(
      cents(lineOf(own, '8aii-current').recorded ?? ''),
    );
    expect(list.length).toBeGreaterThan(0);
  });

  test('8a: a difference is aged from the day since which it exists, not from its opening', async () => {
    const { pool } = registry().database;
    const issues = async () => {
      const { body } = await registry().call('/api/v1/Report/GetTA2Report?year=2025');
      const { agedRecordDifferences: aged } = body as {
        agedRecordDifferences: { currentAgent: { issues: number } };
      };
      return [Number(lineOf(await sheet(2025), '8ai-current').recorded), Number(aged.currentAgent.issues)];
    };
    const [worksheet, report] = await issues();
    const put = (since: string | null) =>
      pool.query(
        `insert into record_difference (issuer_id, id, class_id, opened_on, existed_since, shares, cause)
         select issuer_id, 999999, id, '2025-12-20', $1, 5, 'Certificate presented twice' from security_class
          where issuer_id = (select id from issuer where customer_id = 1004) order by id limit 1`,
        [since],
      );
    const remove = () => pool.query('delete from record_difference where id = 999999');
    try {
      await put(null);
      expect(await issues()).toEqual([worksheet, report]);
      await remove();
      await put('2025-11-01');
      expect(await issues()).toEqual([Number(worksheet) + 1, Number(report) + 1]);
    } finally {
      await remove();
    }
  });

  test('8b and 9aii: the reports to the agency that were recorded as sent in the year; none leaves the line open', async () => {
    const lines = async (year: number) => {
      const own = await sheet(year);
      return ['8b', '9aii'].map((line) => lineOf(own, line).recorded);
    };
    expect(await lines(2025)).toEqual([null, null]);
    const record = (fields: object) =>
      registry().call(endpointOf('RecordSentReport').path, {
        body: {
          ...{ actor: operator, customerIssuerId: null, kind: 'Buy-ins', periodEnd: '2025-06-30' },
          ...{ sentOn: '2025-07-10', sentTo: 'Agency', fileName: 'report.pdf', sha256: 'cd'.repeat(32) },
          ...fields,
        },
      });
    const notice = { kind: 'Late turnaround', periodEnd: '2025-08-31', sentOn: '2025-09-15' };
    const sent = [
      await record({}),
      await record({ periodEnd: '2025-09-30', sentOn: '2025-10-10' }),
      await record(notice),
      // Not counted: sent in another year, of another kind, to an issuer.
      await record({ periodEnd: '2025-12-31', sentOn: '2026-01-12' }),
      await record({ kind: 'Aged differences' }),
      await record({ customerIssuerId: 1005 }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    try {
      expect([await lines(2025), await lines(2026)]).toEqual([
        ['2', '1'],
        ['1', null],
      ]);
      expect(await rows(2025, '8b')).toMatchObject([
        { text: 'Buy-ins, period to Jun 30, 2025, to Agency: report.pdf', isCounted: true },
        { text: 'Buy-ins, period to Sep 30, 2025, to Agency: report.pdf', isCounted: true },
      ]);
      expect(await rows(2025, '9aii')).toHaveLength(1);
      const { reasons } = await sheet(2025);
      expect(reasons).toContainEqual(
        expect.objectContaining({ line: '8b', against: 'report', amount: null }),
      );
    } finally {
      await registry().database.pool.query('delete from sent_report');
    }
  });

  test('4a: what nobody presented is listed with its reason, as many as the worksheet says', async () => {
    const own = await sheet(2024);
    const left = (await rows(2024, '4a')).filter(({ isCounted }) => !isCounted);
    expect(left.length).toBeGreaterThan(0);
    expect(own.reasons.find(({ line }) => line === '4a')?.amount).toBe(`${left.length}`);
  });

  test('every line that offers rows has some, or a figure of 0 or none', { tags: ['long'] }, async () => {
    const own = await sheet(2025);
    for (const { line, hasRows, recorded } of own.lines) {
      if (!hasRows) continue;
      const { body } = await registry().call(`/agent/v1/ta2/rows?year=2025&line=${line}&numberOfRows=1`);
      if ((body as { totalRecords: number }).totalRecords === 0)
        // Without a report that was recorded as sent, these lines stay open.
        expect(['8b', '9aii'].includes(line) ? [null] : ['0', '0.00', 'None'], line).toContain(recorded);
    }
  });
});

describe('entries', () => {
  test('are kept with user and time, replaced, cleared, and their history stays', async () => {
    expect((await set(2023, '1a', '0000123456')).status).toBe(200);
    expect(lineOf(await sheet(2023), '1a')).toMatchObject({
      entered: '0000123456',
      answer: '0000123456',
      enteredBy: 'Robin Okafor',
    });
    expect(lineOf(await sheet(2024), '1a').lastYear).toBe('0000123456');
    await set(2023, '1a', '0000999999', undefined, admin);
    await set(2023, '1a', null);
    const own = await sheet(2023);
    expect(lineOf(own, '1a')).toMatchObject({ entered: null, answer: null });
    const stepsOfLine = own.steps.filter(({ line }) => line === '1a');
    expect(stepsOfLine.map(({ kind, was, value, by }) => [kind, was, value, by])).toEqual([
      ['Cleared', '0000999999', null, operator.email],
      ['Entered', '0000123456', '0000999999', admin.email],
      ['Entered', null, '0000123456', operator.email],
    ]);
  });

  test('in place of a recorded figure need a reason', async () => {
    const refused = await set(2023, '4a', '12');
    expect([refused.status, refused.body]).toMatchObject([400, { errors: { reason: [expect.any(String)] } }]);
    expect((await set(2023, '4a', '12', 'Counted by hand')).status).toBe(200);
    expect(lineOf(await sheet(2023), '4a')).toMatchObject({ answer: '12', reason: 'Counted by hand' });
    expect((await set(2023, '4a', null)).status).toBe(200);
  });

  test.each([
    ['8b', 'two', 'value'],
    ['2a', 'Many', 'value'],
    ['7cii', '1,234', 'value'],
    ['5d-other', '101', 'value'],
  ])('%s does not take %s', async (line, value, field) => {
    const { status, body } = await set(2023, line, value, 'Because');
    expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([400, [field]]);
  });

  test('from an older version are refused, and lines that must not be stored', async () => {
    const { version } = await sheet(2023);
    const stale = { actor: operator, year: 2023, version: version - 1, line: '1a', value: '1' };
    expect([
      (await post('lines', stale)).status,
      (await post('lines', { ...stale, version, line: '1b' })).status,
    ]).toEqual([400, 400]);
  });

  test('need a client that may write, and one for all issuers', async () => {
    const body = { actor: operator, year: 2023, version: 0, line: '1a', value: '1' };
    for (const as of ['demo-readonly', 'demo-issuer'] as const)
      expect((await post('lines', body, as)).status, as).toBe(403);
    expect((await registry().call('/agent/v1/ta2?year=2025', { as: 'demo-issuer' })).status).toBe(403);
  });

  test('of two users who saw the same version, one is recorded', async () => {
    const { version } = await sheet(2022);
    const results = await Promise.all(
      [operator, admin].map((actor) => post('lines', { actor, year: 2022, version, line: '1a', value: '7' })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await sheet(2022)).version).toBe(version + 1);
  });
});

/** Answers every line that has none. */
async function fill(year: number): Promise<void> {
  const answers: Record<string, string> = { '1c': 'Live', '2a': 'None', '2c': 'No', '3b': 'Not applicable' };
  const byKind: Record<string, string> = { count: '0', 'yes or no': 'Yes', text: 'Given' };
  const before = await sheet(year);
  let { version } = before;
  for (const { id, kind, from, only } of ta2Form) {
    if (
      from === 'never' ||
      from === 'signature' ||
      lineOf(before, id).answer !== null ||
      (only && id !== '9aii')
    )
      continue;
    const value = answers[id] ?? byKind[kind];
    const { status, body } = await post('lines', { actor: operator, year, version, line: id, value });
    expect(status, id).toBe(200);
    version = (body as { version: number }).version;
  }
}

describe('sign-off', () => {
  test('needs an answer to every line', async () => {
    const { status, body } = await sign(2024, 'Preparer', operator);
    expect([status, (body as { message: string }).message]).toEqual([
      409,
      expect.stringMatching(/^These lines have no answer yet: 1\(a\), /),
    ]);
    expect((await sign(2026, 'Preparer', operator)).status).toBe(409);
  });

  test('is by two users, and taken back by a change of an entry or of the books', {
    tags: ['long'],
  }, async () => {
    await fill(2025);
    expect((await sign(2025, 'Certifier', admin)).body).toMatchObject({
      message: expect.stringContaining('has to be prepared'),
    });
    expect((await sign(2025, 'Preparer', operator)).body).toMatchObject({ state: 'Prepared' });
    const same = await sign(2025, 'Certifier', { ...operator, email: 'Operator@Harborline.example' });
    expect([same.status, same.body]).toMatchObject([
      409,
      { message: 'You prepared this worksheet. Another user has to certify it.' },
    ]);
    expect((await sign(2025, 'Certifier', admin)).body).toMatchObject({ state: 'Certified' });
    const certified = await sheet(2025);
    expect(certified.signOff).toMatchObject({
      state: 'Certified',
      prepared: { by: operator.email },
      certified: { by: admin.email, title: 'Vice President' },
    });
    expect(lineOf(certified, 'sign-name').answer).toBe('Dana Ellery');

    // A correction of the books changes a figure that was signed.
    const { pool } = registry().database;
    const { rows: found } = await pool.query<{ id: bigint }>(
      `update txn set received_on = '2024-12-31' where (issuer_id, id) in
         (select issuer_id, id from txn where kind = 'T' and is_presented and received_on = '2025-03-03' limit 1)
       returning id`,
    );
    expect(found.length).toBe(1);
    const moved = await sheet(2025);
    expect(moved.signOff).toMatchObject({
      state: 'Taken back',
      certified: null,
      takenBack: 'The records changed after the worksheet was certified.',
    });
    const items = BigInt(lineOf(certified, '4a').answer ?? '');
    expect(moved.signOff.changes).toEqual([{ line: '4a', was: `${items}`, is: `${items - 1n}` }]);
    expect(lineOf(moved, 'sign-name').answer).toBeNull();

    expect((await sign(2025, 'Preparer', admin)).body).toMatchObject({ state: 'Prepared' });
    expect((await sign(2025, 'Certifier', operator)).body).toMatchObject({ state: 'Certified' });
    expect((await set(2025, '8b', '4')).body).toMatchObject({ isSignOffTakenBack: true });
    const changed = await sheet(2025);
    expect(changed.signOff).toMatchObject({
      state: 'Taken back',
      takenBack: 'An entry was changed after the worksheet was certified.',
      changes: [{ line: '8b', was: '0', is: '4' }],
    });
    expect(changed.steps.filter(({ kind }) => kind === 'Certified')).toHaveLength(2);
  });
});
