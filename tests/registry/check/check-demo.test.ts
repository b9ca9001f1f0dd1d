import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootRegistry, type Registry } from '../boot.ts';
import { holderBody, holderPath, issuanceBody, issuancePath } from '../writes/write-bodies.ts';

let registry: Registry;

beforeAll(async () => {
  registry = await bootRegistry();
});

afterAll(() => registry?.stop());

/** Runs the command beside the running registry, by default on its database. */
function check(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/registry/check.ts', ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      ...registry.where,
      REGISTRY_CLOCK: '2026-11-20T15:00:00Z',
      ...env,
    },
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    errors += part;
  });
  return new Promise<{ code: number | null; out: string; errors: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, errors }));
  });
}

describe('demo data, while the registry runs', () => {
  test('issuer 1005 is out of proof by its record difference, with no other violations', {
    tags: ['long'],
  }, async () => {
    const { code, out, errors } = await check([]);
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    const table = out.split('\n').filter((line) => /^ {0,2}\d+ .* {2}\d| OUT OF PROOF /.test(line));
    const results = table.map((line) => /^ *(\d+) .*?(holds|OUT OF PROOF|VIOLATED) /.exec(line)?.slice(1));
    expect(results).toEqual(
      Array.from({ length: 41 }, (_, index) => [String(index + 1), index === 26 ? 'OUT OF PROOF' : 'holds']),
    );
    expect(out.match(/^ {4}issuer .*/gm)).toEqual([
      '    issuer 1005 Corrigan Minerals Ltd., Common Stock: record difference of 40 shares, first seen 10/30/2026, 21 days old (not aged, 30 allowed): Duplicate pre-split certificate presented',
    ]);
    expect(out.trimEnd().split('\n').at(-1)).toBe('No invariant is violated; out of proof: issuer 1005');
  });

  test('at the end of 2025 the aged difference was another one', async () => {
    const { code, out } = await check(['--json', '--issuer', '1005', '--as-of', '2025-12-31']);
    const proof = JSON.parse(out);
    expect(code).toBe(1);
    expect(proof).toMatchObject({ asOf: '2025-12-31', issuers: 1, isProved: false });
    expect(proof.outOfProof).toEqual([
      {
        customerIssuerId: 1005,
        issuer: 'Corrigan Minerals Ltd.',
        securityType: 'Common Stock',
        recordDifference: 200,
        firstSeen: '2025-11-14',
        existedSince: '2025-11-14',
        ageInDays: 47,
        agedAfterDays: 30,
        isAged: true,
        cause: expect.any(String),
      },
    ]);
    expect(proof.lines.filter((line: { violationCount: number }) => line.violationCount > 0)).toEqual([]);
  });

  test('after accepted writes an issuer in proof exits with 0, also with a server URL', async () => {
    const key = { idempotencyId: 'proved' };
    const accepted = await Promise.all([
      registry.call(holderPath, { body: holderBody(key) }),
      registry.call(issuancePath, { body: issuanceBody(key) }),
    ]);
    expect(accepted.map(({ status }) => status)).toEqual([200, 200]);
    const { code, out } = await check(['--issuer', '1001'], {
      DATA_DIR: '/nonexistent',
      REGISTRY_DATABASE_URL: registry.database.url,
    });
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      'No invariant is violated; every issuer is in proof',
    ]);
    expect(out).toMatch(/^ 40 .* holds +2 idempotency keys$/m);
  });

  test('violations are named, counted and limited', async () => {
    const { pool } = registry.database;
    const damage = `update certificate set acquired_on = acquired_on + $1::int from issuer i
      where i.id = certificate.issuer_id and i.customer_id = 1003 and canceled_on = '9999-12-31'`;
    await pool.query(damage, [40_000]);
    const { code, out } = await check(['--issuer', '1003', '--limit', '2']);
    await pool.query(damage, [-40_000]);
    expect(code).toBe(1);
    const part = out.slice(out.indexOf('\n6. '));
    expect(part).toMatch(
      /^\n6\. .*\n( {4}issuer 1003 Ashgrove Therapeutics, Inc\., certificate \d+: .*\n){2} {4}and \d+ more\n/,
    );
  });

  test('what cannot be checked exits with 2 and a message', async () => {
    const rejected: [string[], string][] = [
      [['--issuer', '9999'], 'There is no issuer 9999.'],
      [['--as-of', '2026-11-21'], 'The cutoff 2026-11-21 is later than today, 2026-11-20.'],
      [['--limit', '0'], '--limit is a number from 1 to 100000.'],
    ];
    const responses = await Promise.all(rejected.map(([args]) => check(args)));
    expect(responses).toEqual(
      rejected.map(([, sentence]) => ({ code: 2, out: '', errors: `${sentence}\n` })),
    );
  });
});
