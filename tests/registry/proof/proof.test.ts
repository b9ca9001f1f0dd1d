import type { PoolClient } from 'pg';
import { describe, expect, test } from 'vitest';
import { factsOf, type ProofFacts } from '#lib/proof/proof-facts';
import { verdictOf } from '#lib/proof/verdict';
import type { Report } from '#registry/operations/parts/report/generate';
import { reports } from '#registry/operations/reports';
import { findIssuer } from '#registry/queries/issuers';
import { registerMemory } from '#registry/queries/memory';
import { proofFacts } from '#registry/queries/proof/proof-facts';
import { sampled } from '#tests/lane';
import { registryOfFile } from '../boot.ts';
import { plants } from './plants.ts';

const registry = registryOfFile();
const today = '2026-11-20';
const demoIssuers = [1001, 1002, 1003, 1004, 1005, 1006, 1008];

/** The facts of an issuer after a change of its tables, which is then rolled back. */
async function changed<T>(sql: string, customerId: number, work: (db: PoolClient, id: bigint) => Promise<T>) {
  const db = await registry().database.pool.connect();
  try {
    await db.query('begin');
    const { rows } = await db.query('select id from issuer where customer_id = $1', [customerId]);
    const id = rows[0].id as bigint;
    if (sql) {
      const { rowCount } = await db.query(sql.replaceAll('$1', String(id)));
      expect(rowCount).toBeGreaterThan(0);
    }
    return await work(db, id);
  } finally {
    await db.query('rollback');
    db.release();
  }
}

async function read(db: PoolClient, id: bigint, day = today): Promise<ProofFacts> {
  const issuer = await findIssuer(db, { id });
  return proofFacts(db, { issuer: issuer!, day, today, memory: registerMemory() });
}

describe('verdicts of the demo', () => {
  test.each(demoIssuers)('%i today and on past days', async (customerId) => {
    await changed('', customerId, async (db, id) => {
      for (const date of [today, '2026-06-30', '2024-12-31']) {
        const verdict = verdictOf({ date, facts: await read(db, id, date) });
        const isOut = customerId === 1005 && date === today;
        const differing = verdict.comparisons.filter(({ result }) => result === 'differs');
        // The position file of the day has 40 shares less than the nominee.
        expect([date, differing.map(({ id }) => id)]).toEqual([date, isOut ? ['P18'] : []]);
        expect([date, verdict.kind]).toEqual([date, isOut ? 'out of proof' : 'in proof']);
      }
    });
  });

  test('1005 is out of proof by its record difference', async () => {
    const { body } = await registry().call(`/agent/v1/proof?customerIssuerId=1005`);
    const facts = factsOf(body);
    expect(facts).not.toBeNull();
    const verdict = verdictOf({ date: today, facts: facts! });
    expect(verdict.label).toBe('Out of proof: 40 shares');
    expect(verdict.sentence).toMatch(/^Out of proof on Nov 20, 2026 by 40 shares of .+, since .+ days/);
  });
});

describe('planted differences', () => {
  test.each(plants)('$name', async ({ sql, issuer, kind, shares, differs, sentence, asOf = today }) => {
    const verdict = await changed(sql, issuer, async (db, id) =>
      verdictOf({ date: asOf, facts: await read(db, id, asOf) }),
    );
    expect([verdict.kind, verdict.sentence]).toEqual([kind, expect.stringMatching(sentence)]);
    if (shares !== null) expect(verdict.classes[0]?.shares ?? 0n).toBe(shares);
    else expect(verdict.classes[0]?.shares).toBeGreaterThan(0n);
    const found = verdict.comparisons.filter(({ result }) => result === 'differs');
    for (const [name, difference] of Object.entries(differs)) {
      const [id, of] = name.split('/');
      const own = found.filter((one) => one.id === id && (!of || one.key.endsWith(`/${of}`)));
      expect([name, own.length]).toEqual([name, expect.any(Number)]);
      expect(own.length).toBeGreaterThan(0);
      if (difference !== null) expect([name, own[0]?.difference]).toEqual([name, difference]);
    }
  });
});

/** Requests of the files that say whether books are in proof. */
const files = {
  GenerateControlBook: { isPDF: false },
  GenerateIssuerBalance: { restrictionStatus: 'All' },
  GenerateCertifiedList: {
    capacity: 'Registrar',
    certifiedBy: 'Morgan Ellery',
    certifiedByTitle: 'Vice President',
    actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
  },
  GenerateProof: {
    actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
  },
  GenerateOwnershipPercentage: { sortBy: 'SortName', orderBy: 'Ascending' },
  GenerateDilutedPercentage: {},
  GenerateHoldingsStatement: { Status: 'All' },
  GenerateShareholderList: {
    certificateInfoStatus: 'Outstanding',
    restrictionStatus: 'All',
    addressStatus: 'All',
    sortBy: 'SortName',
    orderBy: 'Ascending',
  },
} as const;

/** The sentence below the file, and everything else that the file says. */
async function verdictInFile(db: PoolClient, operation: keyof typeof files, id: bigint) {
  const order = {
    operation,
    issuerIds: [id],
    isAllIssuers: false,
    from: ['GenerateControlBook', 'GenerateProof'].includes(operation) ? '2026-01-01' : null,
    cutoff: today,
    format: 'xlsx',
    generatedAt: `${today}T15:00:00.000Z`,
    timeZone: 'America/New_York',
    preparedBy: { client: 'test', user: '' },
    input: files[operation],
  };
  const document = await (reports[operation] as Report<typeof operation>).document(db, order as never, {
    fingerprint: '',
    root: '',
  });
  if (!('open' in document)) throw new Error('Labels have no verdict.');
  const reading = document.open();
  const items: string[] = [];
  for await (const item of reading.items)
    items.push(JSON.stringify(item, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));
  expect(items.length).toBeGreaterThan(0);
  return { sentence: (await reading.closing()).verdict, text: items.join('\n') };
}

test.each(
  sampled(
    plants.filter(({ kind, asOf }) => kind === 'out of proof' && asOf === undefined).map(({ name }) => name),
    8,
  ),
)('every file says it: %s', { tags: ['scaled'] }, async (name) => {
  const plant = plants.find((one) => one.name === name)!;
  await changed(plant.sql, plant.issuer, async (db, id) => {
    const { sentence, classes } = verdictOf({ date: today, facts: await read(db, id) });
    const causes = classes.flatMap((one) => one.causes);
    for (const operation of Object.keys(files) as (keyof typeof files)[]) {
      const file = await verdictInFile(db, operation, id);
      expect([operation, file.sentence]).toEqual([operation, sentence]);
      if (operation !== 'GenerateCertifiedList' && operation !== 'GenerateProof') continue;
      // The exceptions of the certificate and the differences of the proof name each cause, and nowhere "None".
      for (const { text } of causes) expect(file.text.toLowerCase()).toContain(text.toLowerCase());
      expect(file.text).not.toMatch(/"Differences","None"|"Found","None|"In proof"/);
    }
  });
});

test('a reading is at most a minute old, and one asked for is new', async () => {
  const call = async (more = '') =>
    (await registry().call(`/agent/v1/proof?customerIssuerId=1003${more}`)).body as Record<string, unknown>;
  const first = await call();
  expect(await call()).toEqual(first);
  const { pool } = registry().database;
  const { rows } = await pool.query(
    `select c.issuer_id, c.id, c.restriction from certificate c join issuer i on i.id = c.issuer_id
      where i.customer_id = 1003 and c.restriction <> 'N' order by c.id limit 1`,
  );
  const { issuer_id, id, restriction } = rows[0];
  const restrict = (value: string) =>
    pool.query(`update certificate set restriction = $1 where issuer_id = $2 and id = $3`, [
      value,
      issuer_id,
      id,
    ]);
  await restrict('N');
  expect((await call()).classes).toEqual(first.classes);
  expect((await call('&isFresh=true')).classes).not.toEqual(first.classes);
  await restrict(restriction);
  expect((await call('&isFresh=true')).classes).toEqual(first.classes);
});

test('a reading that takes longer than ten seconds goes on, and the same request finds it', {
  tags: ['long'],
}, async () => {
  const ask = (isFresh: boolean) =>
    registry().call(`/agent/v1/proof?customerIssuerId=1003${isFresh ? '&isFresh=true' : ''}`);
  const db = await registry().database.pool.connect();
  try {
    await db.query('begin');
    await db.query('lock table control_entry in access exclusive mode');
    const answers = await Promise.all([ask(true), ask(true)]);
    for (const { status, headers, text } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([429, '2']);
      expect(text).toContain('The books of this issuer are still being read. Ask again.');
    }
    // Both waited for one reading, which has a connection of its own.
    const { rows } = await registry().database.pool.query<{ waiting: bigint }>(
      `select count(distinct pid) as waiting from pg_locks where relation = 'control_entry'::regclass and not granted`,
    );
    expect(rows[0]?.waiting).toBe(1n);
  } finally {
    await db.query('rollback');
    db.release();
  }
  expect((await ask(false)).status).toBe(200);
});
