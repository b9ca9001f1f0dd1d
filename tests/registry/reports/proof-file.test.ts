import { expect, test } from 'vitest';
import { factsOf } from '#lib/proof/proof-facts';
import { verdictOf } from '#lib/proof/verdict';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';

// The page Proof as one sealed PDF.

const registry = registryOfFile();
const read = reportReader(registry);
const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
const day = '2026-11-20';

const flat = (text: string) => text.replace(/\s+/g, ' ');
const textOf = async (over: object) =>
  flat(await read.text('GenerateProof', { customerIssuerId: 1005, cutoff: day, actor, ...over }));

async function verdictAt(customerIssuerId: number, cutoff: string) {
  const { body } = await registry().call(
    `/agent/v1/proof?customerIssuerId=${customerIssuerId}&cutoff=${cutoff}`,
  );
  return verdictOf({ date: cutoff, facts: factsOf(body)! });
}

test('out of proof: the sentence, the cause and every comparison with both sources', async () => {
  const verdict = await verdictAt(1005, day);
  expect(verdict.kind).toBe('out of proof');
  const text = await textOf({ startDate: '2026-10-01' });
  expect(text).toContain(verdict.sentence);
  expect(text).toContain('Result Out of proof: 40 shares');
  expect(text).toContain('Prepared by Robin Okafor, ');
  expect(text).toContain('close of business, America/New_York');
  expect(text).toContain('Control book, Oct 1, 2026 to Nov 20, 2026: ');
  expect(text).not.toContain('Found None');
  // A narrow column breaks a sentence and its sources are between the lines: word for word.
  const words = new Set(text.split(' '));
  for (const { text: what, left, right } of verdict.comparisons)
    expect([what, ...what.split(' '), ...left.source.split(' '), ...right.source.split(' ')]).toSatisfy(
      ([, ...own]: string[]) => own.every((word) => words.has(word)),
    );
  expect(text.indexOf('Differences')).toBeLessThan(text.indexOf('Comparisons that are equal'));
});

test('in proof: the number of comparisons, and nothing that differs', async () => {
  const verdict = await verdictAt(1003, '2026-10-31');
  expect(verdict.kind).toBe('in proof');
  const text = await textOf({ customerIssuerId: 1003, cutoff: '2026-10-31' });
  expect(text).toContain('Result In proof');
  expect(text).toContain(`Found None in ${verdict.comparisons.length} comparisons`);
  expect(text).not.toMatch(/Comparisons (that differ|not made)/);
  // Without a first day the control book is that of the month.
  expect(text).toContain('Control book, Oct 1, 2026 to Oct 31, 2026: ');
});

test('is signed: the file has one signature over everything else', async () => {
  const { bytes, name } = await read.file('GenerateProof', { customerIssuerId: 1005, cutoff: day, actor });
  expect(name).toBe('Proof_1005_20261120.pdf');
  const pdf = bytes.toString('latin1');
  const ranges = pdf.match(/\/ByteRange\[\d+ \d+ \d+ \d+\]/g) ?? [];
  expect(ranges).toHaveLength(1);
  const [, , second = 0, rest = 0] = (ranges[0]?.match(/\d+/g) ?? []).map(Number);
  expect(second + rest).toBe(bytes.length);
  expect(pdf).toContain('/ETSI.CAdES.detached');
  const { body } = await registry().call('/agent/v1/seal-certificate');
  expect(await textOf({})).toContain((body as { fingerprint: string }).fingerprint.slice(0, 40));
});

test.each([
  ['startDate', { startDate: '2026-11-21' }],
  ['cutoff', { cutoff: '2027-01-01' }],
])('%s is refused where it is no day of a period', async (field, over) => {
  const refused = await read.order('GenerateProof', { customerIssuerId: 1005, cutoff: day, actor, ...over });
  expect([refused.status, Object.keys((refused.body as { errors: object }).errors)]).toEqual([400, [field]]);
});

test('a register that was brought in: no control book before its opening balance', async () => {
  const { pool } = registry().database;
  await pool.query("update issuer set books_from = '2026-11-20' where customer_id = 1006");
  try {
    const given = { customerIssuerId: 1006, cutoff: day, actor };
    expect((await read.order('GenerateProof', { ...given, startDate: day })).status).toBe(400);
    expect(await textOf(given)).toContain('No control book: the books begin on Nov 20, 2026');
  } finally {
    await pool.query('update issuer set books_from = null where customer_id = 1006');
  }
});

test('other scopes get nothing', async () => {
  for (const as of ['demo-issuer', 'demo-readonly'] as const)
    expect((await read.order('GenerateProof', { customerIssuerId: 1005, actor }, { as })).status).toBe(403);
});
