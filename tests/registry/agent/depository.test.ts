import { describe, expect, test } from 'vitest';
import { csvFile, fixedFile, movement, position, type Written } from '#lib/proof/depository/write-file';
import { type CallOptions, registryOfFile } from '../boot.ts';
import { clerk, operator } from './items.ts';
import { type Answer, digestOf } from './registers.ts';

const registry = registryOfFile();
const day = '2026-11-18';
const northgate = '600995104';
const corrigan = '500994306';

async function send(text: string, how: CallOptions & { name?: string } = {}): Promise<Answer> {
  const { name = 'positions.txt', ...options } = how;
  const query = new URLSearchParams({
    ...{ actorEmail: clerk.email, actorFirstName: clerk.firstName, actorLastName: clerk.lastName, name },
  });
  return registry().call(`/agent/v1/depository/files/import?${query}`, {
    method: 'POST',
    body: Buffer.from(text) as never,
    headers: { 'content-type': 'application/octet-stream' },
    ...options,
  });
}

const get = (path: string, options?: CallOptions): Promise<Answer> =>
  registry().call(`/agent/v1/depository${path}`, options);
const files = async (): Promise<Answer['body'][]> => (await get('/files')).body.files;

/** The nominee's shares of a CUSIP at the close of a day. */
async function balanceOf(cusip: string, asOf: string): Promise<bigint> {
  const { rows } = await registry().database.pool.query(
    `select sum(c.shares)::bigint as shares
       from certificate c join holder h on h.id = c.holder_id and h.is_nominee
       join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
      where k.cusip = $1 and c.issued_on <= $2 and c.canceled_on > $2`,
    [cusip, asOf],
  );
  return rows[0].shares;
}

/** Lines that agree with the register on a day, with changes by CUSIP. */
async function linesOf(asOf: string, change: Record<string, bigint> = {}): Promise<Written[]> {
  const { rows } = await registry().database.pool.query(
    `select k.cusip, t.id, sum(n.shares)::bigint as net from txn t join (
       select issuer_id, class_id, holder_id, issued_txn as txn_id, shares from certificate where issued_on = $1
       union all
       select issuer_id, class_id, holder_id, canceled_txn, -shares from certificate where canceled_on = $1
     ) n on n.issuer_id = t.issuer_id and n.txn_id = t.id
       join holder h on h.id = n.holder_id and h.is_nominee
       join security_class k on k.issuer_id = n.issuer_id and k.id = n.class_id
      where t.status = 'Completed' and t.sub_kind like 'Depository %'
      group by k.cusip, t.id having sum(n.shares) <> 0 order by t.id`,
    [asOf],
  );
  const held = await registry().database.pool.query(
    `select distinct k.cusip from certificate c join holder h on h.id = c.holder_id and h.is_nominee
       join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
      where c.issued_on <= $1 and c.canceled_on > $1 order by k.cusip`,
    [asOf],
  );
  const positions = await Promise.all(
    held.rows.map(async ({ cusip }) =>
      position(cusip, (await balanceOf(cusip, asOf)) + (change[cusip] ?? 0n)),
    ),
  );
  const moved = rows.map(({ cusip, id, net }) =>
    movement(cusip, {
      reference: `M${id}`,
      shares: net > 0n ? net : -net,
      direction: net > 0n ? 'Deposit' : 'Withdrawal',
    }),
  );
  return [...positions, ...moved];
}

const matchOf = async (positionFileId: number, customerIssuerId: number) => {
  const { body } = await get(`/matches?positionFileId=${positionFileId}`);
  return body.positions.find(
    (one: { customerIssuerId: number }) => one.customerIssuerId === customerIssuerId,
  );
};

/** Two days: equal, explained by a movement, and a break since the day before. */
async function showsFilesOfDemo() {
  const listed = await files();
  expect(listed.map(({ asOf, sequence, gap }) => [asOf, sequence, gap])).toEqual([
    ['2026-11-20', 4712, ''],
    ['2026-11-19', 4711, ''],
  ]);
  const { body } = await get(`/matches?positionFileId=${listed[0].positionFileId}`);
  expect(
    body.positions.map((one: Answer['body']) => [
      one.customerIssuerId,
      one.result,
      one.difference,
      one.since,
    ]),
  ).toEqual([
    [1005, 'Unexplained', -40, '2026-11-19'],
    [1008, 'Explained', 0, null],
    [1001, 'No difference', 0, null],
    [1002, 'No difference', 0, null],
    [1002, 'No difference', 0, null],
  ]);
  expect(body.positions[1].items).toMatchObject([
    { kind: 'Depository only', direction: 'Deposit', reported: 500, explains: 500, age: 0 },
  ]);
  expect(body.unknown).toEqual([]);
}

/** A whole file is stored with its digest, and the same bytes once. Returns what the registry says of it. */
async function storesOnce(): Promise<Answer['body']> {
  const text = csvFile({ asOf: day, sequence: 4708, lines: await linesOf(day, { [northgate]: -7n }) });
  const first = await send(text, { name: 'nov-18.csv' });
  expect(first.status).toBe(200);
  const known = first.body.file;
  expect(known).toMatchObject({
    ...{ name: 'nov-18.csv', layout: 'CSV', asOf: day, sequence: 4708, importedBy: clerk.email },
    ...{ sha256: digestOf(Buffer.from(text)), gap: '', isReplaced: false, positions: 5 },
  });
  expect(first.body.isKnown).toBe(false);
  const again = await send(text, { name: 'other-name.csv' });
  expect([again.status, again.body.isKnown, again.body.file]).toEqual([200, true, known]);
  const [gap] = (await files()).filter(({ sequence }) => sequence === 4711);
  expect(gap.gap).toBe('Files 4709 to 4710 were not imported.');
  return known;
}

/** Other bytes with the same sequence, and an altered position, are refused and change nothing. */
async function refusesOtherBytes() {
  const before = await files();
  const lines = await linesOf(day);
  const other = await send(fixedFile({ asOf: day, sequence: 4708, lines }));
  expect([other.status, other.body.errors.file]).toEqual([
    400,
    ['Line 1, Sequence: 4708 was imported already, as nov-18.csv with other content.'],
  ]);
  const altered = await send(
    fixedFile({ asOf: day, sequence: 4709, lines }).replace(
      /(P600995104.{30}\d{17})(\d)/,
      (_all, head, last) => `${head}${(Number(last) + 1) % 10}`,
    ),
  );
  expect([altered.status, altered.body.errors.file]).toEqual([
    400,
    [expect.stringMatching(/^Line \d+, Sum: says \d+, the positions add up to \d+\.$/)],
  ]);
  expect(altered.body.message).toMatch(/^The position file was not imported\. Line \d+, Sum/);
  expect(await files()).toEqual(before);
}

/** A file of the same day with a higher sequence takes the place of a known one. */
async function replaces(known: Answer['body']) {
  const lines = [...(await linesOf(day)), position('300992104', 5n, 'NOT OURS'), position('037833100', 9n)];
  const { body } = await send(fixedFile({ asOf: day, sequence: 4709, lines }));
  expect((await files()).find(({ sequence }) => sequence === 4708).isReplaced).toBe(true);
  const matched = await get(`/matches?positionFileId=${body.file.positionFileId}`);
  expect(matched.body.unknown).toMatchObject([{ cusip: '037833100', position: 9 }]);
  expect(
    matched.body.positions.map((one: Answer['body']) => [one.customerIssuerId, one.result, one.difference]),
  ).toEqual([
    [1009, 'No nominee', 5],
    [1001, 'No difference', 0],
    [1002, 'No difference', 0],
    [1002, 'No difference', 0],
    [1005, 'No difference', 0],
    [1008, 'No difference', 0],
  ]);
  // The file that was replaced is still shown as it was.
  expect(await matchOf(known.positionFileId, 1008)).toMatchObject({
    result: 'Unexplained',
    difference: -7,
  });
}

test('the files of the demo, a file imported once, other bytes refused, and a later file in its place', async () => {
  await showsFilesOfDemo();
  const known = await storesOnce();
  await refusesOtherBytes();
  await replaces(known);
});

describe('import', () => {
  test.each([
    ['of another agent', { agent: '7998' }, /^Line 1, Agent: is 7998, not 7999/],
    ['of a day to come', { asOf: '2026-11-23' }, /^Line 1, As-of date: 2026-11-23 is after today/],
  ])('a file %s is refused', async (_name, over, message) => {
    const { status, body } = await send(
      fixedFile({ sequence: 4800, lines: [position(northgate, 1n)], ...over }),
    );
    expect([status, body.errors.file]).toEqual([400, [expect.stringMatching(message)]]);
  });

  test.each([
    ['demo-readonly', 403],
    ['demo-issuer', 403],
    [null, 401],
  ] as const)('%s: %i', async (as, status) => {
    const text = fixedFile({ sequence: 4801, lines: [position(northgate, 1n)] });
    expect((await send(text, { as })).status).toBe(status);
    for (const path of ['/files', '/matches?positionFileId=1'])
      expect((await get(path, { as })).status).toBe(status);
    const body = {
      customerIssuerId: 1001,
      positionFileId: 1,
      securityTypeId: 1,
      number: 0,
      transactionIds: [],
    };
    expect((await get('/explain', { as, body: { actor: operator, note: 'x', ...body } })).status).toBe(
      status,
    );
  });
});

describe('a break explained', () => {
  const explain = async (over: Record<string, unknown>): Promise<Answer> => {
    const [{ positionFileId }] = await files();
    const { securityTypeId } = await matchOf(positionFileId, 1005);
    return get('/explain', {
      body: {
        ...{ actor: operator, customerIssuerId: 1005, positionFileId, securityTypeId, number: 0 },
        ...{ transactionIds: [], note: 'Asked the depository' },
        ...over,
      },
    });
  };
  const proof = async () =>
    (await registry().call('/agent/v1/proof?customerIssuerId=1005')).body as Answer['body'];

  /** A note is kept and explains no share; the reading of the books is made anew. */
  const keepsNote = async () => {
    expect((await proof()).depository.positions[0].explanation).toBeNull();
    const noted = await explain({ idempotencyId: 'explain-1' });
    expect([noted.status, noted.body.result, noted.body.difference]).toEqual([200, 'Unexplained', -40]);
    expect((await explain({ idempotencyId: 'explain-1' })).status).toBe(409);
    const [shown] = (await proof()).depository.positions;
    expect(shown).toMatchObject({
      ...{ result: 'Unexplained', difference: -40 },
      explanation: { number: 1, note: 'Asked the depository', transactions: [], by: 'Robin Okafor' },
    });
  };

  /** One that was not read first, a stranger to the nominee and an unknown transaction are refused. */
  const refuses = async () => {
    expect((await explain({})).status).toBe(409);
    const { rows } = await registry().database.pool.query(
      `select coalesce(t.customer_id, t.id) as id from txn t join issuer i on i.id = t.issuer_id
        where i.customer_id = 1005 and t.status = 'Completed' and t.kind = 'N'
          and not exists (select 1 from certificate c join holder h on h.id = c.holder_id and h.is_nominee
                           where c.issuer_id = t.issuer_id and t.id in (c.issued_txn, c.canceled_txn))
        order by t.id limit 1`,
    );
    const strange = await explain({ number: 1, transactionIds: [Number(rows[0].id)] });
    expect([strange.status, strange.body.errors.transactionIds]).toEqual([
      400,
      [expect.stringMatching(/move shares of the nominee/)],
    ]);
    const old = await registry().database.pool.query(
      `select coalesce(t.customer_id, t.id) as id from txn t join issuer i on i.id = t.issuer_id
        where i.customer_id = 1005 and t.status = 'Completed' and t.effective_on < '2026-10-01'
          and t.sub_kind = 'Depository deposit' order by t.id limit 1`,
    );
    const past = await explain({ number: 1, transactionIds: [Number(old.rows[0].id)] });
    expect([past.status, past.body.errors.transactionIds?.length]).toEqual([400, 1]);
    const unknown = await explain({ number: 1, transactionIds: [7] });
    expect([unknown.status, unknown.body.errors['transactionIds[0]']]).toEqual([
      400,
      ['7 is no transaction of the issuer'],
    ]);
    expect((await explain({ number: 1, customerIssuerId: 1001 })).status).toBe(400);
    const settled = await matchOf((await files())[0].positionFileId, 1001);
    const none = await explain({ customerIssuerId: 1001, securityTypeId: settled.securityTypeId });
    expect([none.status, none.body.message]).toEqual([409, 'The class has no break in this file.']);
  };

  /** A pending withdrawal of as many shares explains it, as long as it is pending. */
  const countsWithdrawal = async () => {
    const { pool } = registry().database;
    const { rows } = await pool.query(
      `insert into item (issuer_id, id, version, kind, stage, content, digest, search_text, received_at, received_on,
         counted_from, is_routine, entered_by, changed, case_code, class_id, shares, txn_id)
       select t.issuer_id, 599999999, 1, 'Transfer', 'Ready', '{}', '', '', now(), t.received_on, t.received_on, true,
              'clerk', 1, 'Withdrawal', k.id, 40, t.id
         from txn t join security_class k on k.issuer_id = t.issuer_id and k.cusip = $1
        where t.status = 'Pending'
          and not exists (select 1 from item q where q.issuer_id = t.issuer_id and q.txn_id = t.id)
        order by t.id limit 1
       returning issuer_id, txn_id`,
      [corrigan],
    );
    const [{ issuer_id, txn_id }] = rows;
    const txns = await pool.query(
      'select coalesce(customer_id, id) as number from txn where issuer_id = $1 and id = $2',
      [issuer_id, txn_id],
    );
    const [{ number }] = txns.rows;
    const done = await explain({
      number: 1,
      transactionIds: [Number(number)],
      note: 'Withdrawn there on the 19th',
    });
    expect([done.status, done.body.result, done.body.explained, done.body.difference]).toEqual([
      200,
      'Explained',
      -40,
      0,
    ]);
    const verdictOf = async () => (await proof()).depository.positions[0].result;
    expect(await verdictOf()).toBe('Explained');
    await pool.query(`update item set stage = 'Rejected' where issuer_id = $1 and txn_id = $2`, [
      issuer_id,
      txn_id,
    ]);
    const { body } = await registry().call('/agent/v1/proof?customerIssuerId=1005&isFresh=true');
    expect((body as Answer['body']).depository.positions[0]).toMatchObject({
      ...{ result: 'Unexplained', difference: -40, explanation: { number: 2, transactions: [] } },
    });
  };

  test('a note, what is refused, and a pending withdrawal that explains it as long as it is pending', async () => {
    await keepsNote();
    await refuses();
    await countsWithdrawal();
  });
});

test('a day without a file is named, and does not count against the books', async () => {
  const { body } = await registry().call('/agent/v1/proof?customerIssuerId=1001&cutoff=2026-06-30');
  expect((body as Answer['body']).depository).toEqual({ file: null, hasNominee: true, positions: [] });
});
