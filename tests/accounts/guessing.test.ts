import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { demoPassword } from '#lib/session/accounts/demo';
import { checkCode } from '#lib/session/second-factor/second-factor';
import { signIn } from '#lib/session/sign-in';
import { sweepGuesses } from '#lib/session/throttle';
import { demo, type GatewayFixture, openGatewayFixture } from '../gateway/gateway-fixture.ts';

/** Records every password that is verified, by the hash it is compared with; the slow hashing is skipped. */
const verified = vi.hoisted(() => [] as string[]);
vi.mock('@node-rs/argon2', async (actual) => {
  const real = await actual<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: async (hash: string, password: string) => {
      verified.push(hash);
      return password === 'harborline-demo';
    },
  };
});

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await openGatewayFixture();
});
beforeEach(async () => {
  await fixture.pool.query('delete from sign_in_throttle');
  verified.length = 0;
});
afterAll(() => fixture.stop());

const guess = (
  email: string,
  password: string,
  address: string | null = null,
  deviceToken: string | null = null,
) =>
  signIn(fixture.pool, {
    email,
    password,
    address,
    deviceToken,
    userAgent: null,
    sessionToken: null,
    allowDemo: true,
  });

async function deviceOf(email: string): Promise<string | null> {
  const owner = await guess(email, demoPassword);
  return owner.outcome === 'signed-in' ? owner.device : null;
}

async function sourceFailures(): Promise<number | undefined> {
  const text = `select failures from sign_in_throttle where key like 'source:%'`;
  return (await fixture.pool.query<{ failures: number }>(text)).rows[0]?.failures;
}

test('ten thousand guesses at one account: five are verified, and the owner can still sign in', async () => {
  const device = await deviceOf(demo.admin);
  verified.length = 0;
  for (let batch = 0; batch < 100; batch += 1) {
    await Promise.all(
      Array.from({ length: 100 }, (_, each) =>
        guess(demo.admin, `wrong ${batch} ${each}`, `203.0.113.${each}`),
      ),
    );
  }
  expect(verified).toHaveLength(5);
  expect((await guess(demo.admin, demoPassword, null, device)).outcome).toBe('signed-in');
});

test('one guess at each of many accounts from one address: verified up to the hundredth', async () => {
  await guess('a@b.example', 'wrong', '203.0.113.9');
  // Simulates ninety-seven more failures.
  await fixture.pool.query(`update sign_in_throttle set failures = 98 where key like 'source:%'`);
  verified.length = 0;
  const guesses = Array.from({ length: 50 }, (_, each) =>
    guess(`a${each}@b.example`, 'wrong', '203.0.113.9'),
  );
  await Promise.all(guesses);
  expect(verified).toHaveLength(2);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['2001:db8::1', '2001:db8::2'],
])(
  'passwords tried on many accounts from %s count for that source; a right one restores its attempt',
  async (first, second) => {
    const device = await deviceOf(demo.officer);
    for (let each = 0; each < 101; each += 1) await guess(demo.admin, demoPassword, first);
    expect(await sourceFailures()).toBe(0);
    for (let each = 0; each < 99; each += 1) await guess(`a${each}@b.example`, 'wrong', first);
    verified.length = 0;
    const outcomes: string[] = [];
    for (let each = 0; each < 5; each += 1)
      outcomes.push((await guess(`b${each}@b.example`, 'wrong', second)).outcome);
    expect(outcomes).toEqual(['refused', 'throttled', 'throttled', 'throttled', 'throttled']);
    expect(verified).toHaveLength(1);
    expect((await guess(demo.officer, demoPassword, second)).outcome).toBe('throttled');
    expect((await guess(demo.officer, demoPassword, second, device)).outcome).toBe('signed-in');
  },
);

test('wrong codes count for their source too', async () => {
  const user = await fixture.userId(demo.operator);
  const from = { deviceToken: null, address: '127.0.0.1' };
  expect(await checkCode(fixture.pool, user, '000000', from)).toEqual({ outcome: 'wrong' });
  expect(await sourceFailures()).toBe(1);
  await fixture.pool.query(
    `update sign_in_throttle set failures = 100, blocked_until = now() + interval '30 seconds' where key like 'source:%'`,
  );
  expect((await checkCode(fixture.pool, user, '000000', from)).outcome).toBe('throttled');
  expect((await guess(demo.operator, demoPassword, '127.0.0.1')).outcome).toBe('throttled');
});

test('known, unknown, disabled and invited accounts all cost one hash of the same cost', async () => {
  await withTransaction(fixture.pool, (client) =>
    addUser(client, { email: 'i@b.example', name: 'I', role: 'ta-operator', issuers: [], password: null }),
  );
  await fixture.pool.query('update person set disabled_at = now() where email_key = $1', [demo.viewer]);
  for (const email of [demo.officer, 'nobody@b.example', demo.viewer, 'i@b.example', 'no address']) {
    expect((await guess(email, 'wrong')).outcome).toBe('refused');
  }
  expect(verified).toHaveLength(5);
  const costs = new Set(verified.map((hash) => hash.split('$').slice(0, 4).join('$')));
  expect([...costs]).toEqual(['$argon2id$v=19$m=65536,t=3,p=1']);
});

test('whatever the pace, fewer than a hundred consecutive guesses are verified within a month', async () => {
  for (let day = 0; day < 130; day += 1) {
    await guess(demo.admin, `wrong ${day}`);
    // Each time, a day passes.
    await fixture.pool.query(`update sign_in_throttle set blocked_until = blocked_until - interval '1 day'`);
  }
  expect(verified.length).toBeLessThan(100);
  expect(verified.length).toBeGreaterThan(50);
});

test('counters unused for a month are deleted, of known and unknown accounts alike', async () => {
  await guess('nobody@b.example', 'wrong');
  await guess(demo.officer, 'wrong');
  const count = async () => (await fixture.pool.query('select 1 from sign_in_throttle')).rowCount;
  expect([await sweepGuesses(fixture.pool), await count()]).toEqual([0, 2]);
  await fixture.pool.query(`update sign_in_throttle set last_at = now() - interval '31 days'`);
  expect([await sweepGuesses(fixture.pool), await count()]).toEqual([2, 0]);
});
