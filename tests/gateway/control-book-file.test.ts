import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact } from '#lib/format/exact-shares';
import { handleControlBook } from '#lib/gateway/control-book-access';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import type { BookFile } from '#lib/proof/book-file';
import type { ClassAnswers } from '#lib/proof/file-comparisons';
import { verdictOf } from '#lib/proof/verdict';
import { gather } from '#lib/sheet/archive-for-tests';
import { writeWorkbook } from '#lib/sheet/workbook';
import { jsonType, type StandIn, startStandIn } from '../fakes/registry.ts';
import { basePath, registryOfFile } from '../registry/boot.ts';
import { demo, type GatewayFixture, openGatewayFixture, pageRequest } from './gateway-fixture.ts';

// The control book read from its report file: our own registry without its agent operations, and files of others.

const registry = registryOfFile();
const today = '2026-11-20';
const own = 'http://registry.example';
let fixture: GatewayFixture;
let between: StandIn;
let context: GatewayContext;
/** Replaces the report file of the registry. */
let file: (() => Promise<Buffer> | Buffer) | null = null;

/** The request of the file, in either form of its path. */
const isBook = ({ path }: { path: string }) => /Generate\/?Control\/?Book$/.test(path);

/** Everything but the agent operations, which a registry of somebody else does not have. */
async function forward(call: { method: string; path: string; search: string; body: string }) {
  if (call.path.startsWith('/agent/')) return { status: 404, body: '{}' };
  if (file && call.path.includes('/DownloadReport/'))
    return { type: 'application/octet-stream', body: await file() };
  const response = await fetch(`${registry().origin}${basePath}${call.path}${call.search}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${await registry().tokenFor('demo-agent')}`,
      'content-type': 'application/json',
    },
    ...(call.method === 'POST' && { body: call.body }),
  });
  const type = response.headers.get('content-type') ?? jsonType;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = type.startsWith('application/json');
  return {
    status: response.status,
    type,
    body: isJson ? bytes.toString().replaceAll(`${own}${basePath}`, between.base) : bytes,
  };
}

beforeAll(async () => {
  fixture = await openGatewayFixture();
  between = await startStandIn({ prefix: '/other', handle: forward });
  context = fixture.context(between.base);
});
afterAll(async () => {
  await between?.stop();
  await fixture?.stop();
});

type Read = { file: BookFile; answers: ClassAnswers[]; reason?: string };

async function ask(issuer: number, who: keyof typeof demo = 'operator', day = today, more = '&fresh=1') {
  const path = `/api/control-book?issuer=${issuer}&day=${day}${more}`;
  const request = pageRequest(path, { cookie: await fixture.cookieOf(demo[who]) });
  const response = await handleControlBook(request, context, today);
  return { status: response.status, body: (await response.json()) as Read };
}

const big = (value: unknown): unknown =>
  typeof value === 'number'
    ? exact(value)
    : Array.isArray(value)
      ? value.map(big)
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, big(v)]))
        : value;

async function verdict(issuer: number, day = today) {
  const { status, body } = await ask(issuer, 'operator', day);
  expect(status).toBe(200);
  const facts = body.reason
    ? [{ source: 'The control book', reason: body.reason }]
    : {
        ...(big({ ...body.file, answers: body.answers }) as BookFile & { answers: ClassAnswers[] }),
        date: day,
      };
  return verdictOf({ date: day, facts });
}

describe('our registry without agent operations', () => {
  test.each([1001, 1002, 1003, 1004, 1006, 1008])('%i is in proof by its file', async (issuer) => {
    const found = await verdict(issuer);
    expect(found.comparisons.filter(({ result }) => result !== 'equal')).toEqual([]);
    expect(found.kind).toBe('in proof');
    expect(found.sentence).toMatch(/Control book read from its file\.$/);
  });

  test('1005 is out of proof by 40 shares, with cause and day, and was in proof before', async () => {
    const found = await verdict(1005);
    expect(found.label).toBe('Out of proof: 40 shares');
    expect(found.sentence).toMatch(/^Out of proof on Nov 20, 2026 by 40 shares of .+, since .+ days/);
    expect((await verdict(1005, '2024-12-31')).kind).toBe('in proof');
  });

  test('the first day of books that were brought in is not provable, and days before are refused, with that day', async () => {
    const { pool } = registry().database;
    const begin = (day: string | null) =>
      pool.query('update issuer set books_from = $1 where customer_id = 1006', [day]);
    const { rows } = await pool.query('select name from issuer where customer_id = 1006');
    await begin('2026-11-19');
    try {
      const found = await verdict(1006, '2026-11-19');
      expect(found.kind).toBe('not provable');
      expect(found.sentence).toContain(
        `could not be read from its file: the books of ${rows[0].name} begin on Nov 19, 2026.`,
      );
      const { status, body } = await ask(1006, 'operator', '2026-11-18');
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'upstream_rejected',
            message: `The books of ${rows[0].name} begin on Nov 19, 2026. Earlier days are not known.`,
          },
        },
      });
    } finally {
      await begin(null);
    }
  });

  test('a credit planted in the control book shows with its shares', async () => {
    const plant = (shares: number) =>
      registry().database.pool.query(
        `update control_entry set issued_delta = issued_delta + ${shares}, credited_shares = credited_shares + ${shares}
         where issuer_id = (select id from issuer where customer_id = 1001) and credited_shares > 0
           and id = (select min(id) from control_entry where credited_shares > 0
                     and issuer_id = (select id from issuer where customer_id = 1001))`,
      );
    await plant(40);
    try {
      const found = await verdict(1001);
      expect([found.kind, found.classes[0]?.shares]).toEqual(['out of proof', 40n]);
      expect(found.comparisons.find(({ key }) => key.startsWith('P01/'))?.difference).toBe(40n);
    } finally {
      await plant(-40);
    }
  });
});

test('what puts the issuer as a whole out of proof is in the sentence of the file alone, and is believed', async () => {
  const { pool } = registry().database;
  const issuer = '(select id from issuer where customer_id = 1001)';
  const last = `(select max(id) from txn where issuer_id = ${issuer} and status = 'Completed')`;
  const move = (day: string) =>
    pool.query(`update txn set effective_on = $1 where issuer_id = ${issuer} and id = ${last}`, [day]);
  const { rows } = await pool.query(
    `select effective_on::text as day from txn where issuer_id = ${issuer} and id = ${last}`,
  );
  // The list of transactions no longer has it, that of statuses does.
  await move('2026-12-15');
  try {
    const found = await verdict(1001);
    expect(found.kind).toBe('out of proof');
    expect(found.sentence).toContain('the control-book file says that the books are out of proof');
  } finally {
    await move(rows[0].day);
  }
});

/** A control book as another registry might write it: other order of sections, labels and columns. */
async function foreign({
  day = '11/20/2026',
  issued,
  differences,
  issuer = '1003',
}: {
  day?: string;
  issued: (className: string) => bigint | string;
  differences: readonly (readonly [string, string, string, bigint | string])[];
  issuer?: string;
}) {
  const { body } = await registry().call(
    `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1003&CutoffDate=${today}`,
  );
  const classes = body as {
    className: string;
    totalIssuedShares: bigint | number;
    totalOutstandingShares: bigint | number;
  }[];
  const text = { header: '', kind: 'text', width: 40 } as const;
  const facts = classes.flatMap((one) => {
    const treasury = BigInt(one.totalIssuedShares) - BigInt(one.totalOutstandingShares);
    return [
      [`${one.className}: Closing ${day}`],
      ['Treasury shares', String(treasury)],
      ['Issued shares', String(issued(one.className) || one.totalIssuedShares)],
    ];
  });
  const list = [
    ['Cause', 'Shares', 'Class', 'Opened'],
    ...differences.map(([className, opened, cause, shares]) => [cause, String(shares), className, opened]),
  ];
  const sheet = (name: string, width: number, rows: string[][]) => ({
    name,
    columns: Array.from({ length: width }, () => text),
    rows: async function* () {
      yield* rows;
    },
  });
  return gather(
    writeWorkbook({
      title: 'Book',
      author: 'Somebody else',
      date: today,
      sheets: [sheet('Differences', 4, list), sheet('Balances', 2, [['Issuer', issuer], ...facts])],
    }),
  );
}

describe('files of another registry', () => {
  const same = () => '';
  const verdictWith = async (make: () => Promise<Buffer> | Buffer) => {
    file = make;
    try {
      return await verdict(1003);
    } finally {
      file = null;
    }
  };

  test('sections and columns in another order are read', async () => {
    const found = await verdictWith(() => foreign({ issued: same, differences: [] }));
    expect([found.kind, found.missing]).toEqual(['in proof', []]);
  });

  test('a difference of 40 shares in its list is out of proof', async () => {
    const name = (await verdict(1003)).comparisons[0]?.className ?? '';
    const found = await verdictWith(() =>
      foreign({ issued: same, differences: [[name, '11/10/2026', 'Presented twice', -40n]] }),
    );
    expect(found.sentence).toMatch(
      /^Out of proof on Nov 20, 2026 by 40 shares of .+: Presented twice, since Nov 10, 2026, 10 days\./,
    );
  });

  test('another number of issued shares than the balance is out of proof', async () => {
    const found = await verdictWith(() => foreign({ issued: () => '41', differences: [] }));
    expect(found.kind).toBe('out of proof');
  });

  test.each([
    ['no workbook', () => Buffer.from('%PDF-1.7\n'), 'it is no workbook that can be read'],
    [
      'cut off',
      async () => (await foreign({ issued: same, differences: [] })).subarray(0, 900),
      'it is no workbook that can be read',
    ],
    [
      'another issuer',
      () => foreign({ issued: same, differences: [], issuer: 'Somebody (1004)' }),
      'the file is about Somebody (1004), not 1003',
    ],
    [
      'another day',
      () => foreign({ issued: same, differences: [], day: '11/19/2026' }),
      'the file is about Nov 19, 2026, not Nov 20, 2026',
    ],
    [
      'a figure that is no whole number',
      () => foreign({ issued: () => '12.5', differences: [] }),
      'is no whole number',
    ],
    [
      'a class that the balance does not have',
      () => foreign({ issued: same, differences: [['Nobody', '11/1/2026', 'x', 1n]] }),
      'names the class “Nobody”',
    ],
  ])('%s: not provable, with the reason', async (_, make, reason) => {
    const found = await verdictWith(make);
    expect([found.kind, found.comparisons]).toEqual(['not provable', []]);
    expect(found.sentence).toContain(reason);
  });

  test('a registry that makes no file', async () => {
    const before = between.handle;
    between.handle = (call) => (isBook(call) ? { status: 404, body: '{}' } : forward(call));
    try {
      const found = await verdict(1003);
      expect(found.kind).toBe('not provable');
      expect(found.sentence).toContain('the registry did not give it');
    } finally {
      between.handle = before;
    }
  });
});

describe('who may ask', () => {
  test('only who may create the report, for issuers of their grant; in the audit trail', async () => {
    expect((await ask(1001, 'officer')).status).toBe(200);
    expect((await ask(1003, 'officer')).status).toBe(403);
    expect((await ask(1004, 'downloader')).status).toBe(403);
    const without = await handleControlBook(
      pageRequest('/api/control-book?issuer=1001&day=x'),
      context,
      today,
    );
    expect(without.status).toBe(401);
    await fixture.settled();
    const { rows } = await fixture.pool.query(
      `select outcome, issuer from audit where endpoint = 'GenerateControlBook' and actor = $1 order by 1, 2`,
      [await fixture.userId(demo.officer)],
    );
    expect(rows).toEqual([
      { outcome: 'ok', issuer: 1001n },
      { outcome: 'refused', issuer: null },
    ]);
  });

  test('a reading is kept for its day; another is made when asked for', async () => {
    await ask(1001, 'operator', today, '');
    const count = () => between.calls.filter(isBook).length;
    const before = count();
    await ask(1001, 'operator', today, '');
    expect(count()).toBe(before);
    await ask(1001);
    expect(count()).toBe(before + 1);
  });

  test('bad input is named', async () => {
    expect((await ask(1001, 'operator', '2026-02-30')).status).toBe(400);
  });
});
