import { expect, test } from 'vitest';
import { openPool } from '#lib/postgres/pool';
import { type CanaryApp, people, sendRequest } from './app.ts';

/** Source addresses: which one counts, which is logged, and which is only claimed. */
export function sources(app: () => CanaryApp): void {
  test('an unlisted proxy is a warning in readiness, which stays ready', async () => {
    await sendRequest(app().url, '/api/health', { headers: { 'x-forwarded-for': '203.0.113.1' } });
    const { status, body } = await sendRequest(app().url, '/api/health/ready');
    const warnings = [expect.stringContaining('not in TRUSTED_PROXIES')];
    expect([status, JSON.parse(body)]).toEqual([200, { status: 'ready', warnings }]);
    expect(body).not.toContain('203.0.113.1');
  });

  test('requests without a session become one audit entry per minute with their count', {
    tags: ['long'],
  }, async () => {
    const pool = openPool(app().storeUrl, { max: 1, applicationName: 'transport tests' });
    const text = `select (select coalesce(sum(count), 0) from refused_request where source = '127.0.0.9')::int as waiting,
      (select coalesce(sum((detail ->> 'count')::int), 0) from audit where address = '127.0.0.9')::int as folded,
      (select count(*) from audit where address = '127.0.0.9')::int as entries`;
    type Found = { waiting: number; folded: number; entries: number };
    const found = async () => (await pool.query<Found>(text)).rows[0];
    const paths = ['/api/upstream/api/v1/Issuer/GetIssuerBalance', '/api/runs', '/api/audit', '/api/writes'];
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 30 }, async (_, each) => {
          const { status } = await sendRequest(app().url, paths[each % 4] ?? '', {
            localAddress: '127.0.0.9',
          });
          expect(status).toBe(401);
        }),
      );
    const now = await found();
    expect((now?.waiting ?? 0) + (now?.folded ?? 0)).toBe(300);
    await expect.poll(found, { timeout: 90_000, interval: 1_000 }).toMatchObject({ waiting: 0, folded: 300 });
    expect((await found())?.entries).toBeLessThanOrEqual(6);
    await pool.end();
  });

  test('the throttle counts the socket address, and the audit trail has it', async () => {
    const csrf = await sendRequest(app().url, '/api/auth/csrf');
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string };
    const statuses: number[] = [];
    for (let guess = 0; guess < 8; guess += 1) {
      const body = new URLSearchParams({
        email: people.downloader,
        password: `no-${guess}`,
        csrfToken,
        json: 'true',
      });
      const { status } = await sendRequest(app().url, '/api/auth/callback/credentials', {
        method: 'POST',
        headers: {
          cookie,
          origin: app().url,
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `203.0.113.${guess}`,
          'x-real-ip': `203.0.113.${guess}`,
        },
        body: body.toString(),
      });
      statuses.push(status);
    }
    expect(statuses.slice(5)).toEqual([429, 429, 429]);
    const pool = openPool(app().storeUrl, { max: 1, applicationName: 'transport tests' });
    const { rows } = await pool.query<{ address: string }>(
      `select distinct address from audit where action = 'sign-in'`,
    );
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
    await pool.end();
  });
}
