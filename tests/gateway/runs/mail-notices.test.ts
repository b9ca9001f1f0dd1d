import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { sendNotices } from '#lib/gateway/runs/mail-notices';
import { openMail } from '#lib/mail/smtp';
import { routes } from '#lib/routes';
import { type MailServerFake, startMailServer } from '#tests/fakes/mail-server';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import { demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';

// Users of scheduled reports are told by mail when a file is there or could not be created.

let fixture: GatewayFixture;
let registry: StandIn;
let server: MailServerFake;
let context: GatewayContext;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  const issuers = JSON.stringify([{ customerIssuerId: 1001, name: 'Larkspur Robotics, Inc.' }]);
  registry = await startStandIn({ handle: ({ path }) => ({ body: /Issuer/.test(path) ? issuers : '[]' }) });
  server = await startMailServer();
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await server?.stop();
  await registry?.stop();
  await fixture?.stop();
});
beforeEach(async () => {
  server.received.length = 0;
  server.toRecipient = '250 ok';
  await fixture.pool.query('update person set disabled_at = null');
  await fixture.pool.query('delete from run');
  await fixture.pool.query('delete from schedule');
});

const id = (letter: string) => letter.repeat(22);

/** A run of a schedule, or of none, that ended some minutes ago. */
async function ended(
  letter: string,
  state = 'ready',
  { minutes = 1, scheduled = true } = {},
): Promise<string> {
  const person = await fixture.userId(demo.officer);
  await fixture.pool.query(
    `insert into schedule (id, person, endpoint, issuer, input, every, done_through)
     values ($1, $2, 'GenerateIssuerBalance', 1001, '{}', 'month-end', '2026-11-30') on conflict do nothing`,
    [id('s'), person],
  );
  await fixture.pool.query(
    `insert into run (id, person, request_id, endpoint, issuer, as_of, input, input_digest, state, finished_at, schedule)
     values ($1, $2, gen_random_uuid(), 'GenerateIssuerBalance', 1001, '2026-11-30',
       '{"customerIssuerId": 1001, "CutoffDate": "2026-11-30"}', $1, $3, now() - $4 * interval '1 minute', $5)`,
    [id(letter), person, state, minutes, scheduled ? id('s') : null],
  );
  return id(letter);
}

const send = (host = '127.0.0.1') =>
  openMail({ url: `smtp://${host}:${server.port}`, from: 'Sharebook <notices@agent.example>' });
const sent = async (host?: string) => {
  await sendNotices(context, { pool: fixture.pool, send: send(host), pages: routes });
  return server.received;
};
const plain = (text: string) => text.replaceAll('=\n', '').replaceAll('=3D', '=');

test('a file that is there is announced once, to its user, with a link and without figures', async () => {
  const run = await ended('a');
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    from: expect.stringContaining('notices@agent.example'),
    to: expect.stringContaining(demo.officer),
  });
  const text = plain(mail?.text ?? '');
  expect(text).toContain('Subject: Scheduled report:');
  expect(text).toContain('of Larkspur Robotics, Inc. as of Nov 30, 2026 is ready.');
  expect(text).toContain(`http://127.0.0.1:3000/reports/runs/${run}?issuer=1001`);
  expect(await sent()).toHaveLength(1);
  const { rows } = await fixture.pool.query(
    `select actor, outcome, object from audit where action = 'notice' order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ actor: await fixture.userId(demo.officer), outcome: 'ok', object: run }]);
});

test('a report that could not be created is announced too', async () => {
  await ended('a', 'failed');
  const [mail] = await sent();
  expect(plain(mail?.text ?? '')).toContain('could not be created.');
});

test('other runs, old ones and those in progress are not announced', async () => {
  await ended('a', 'ready', { scheduled: false });
  await ended('b', 'ready', { minutes: 25 * 60 });
  await ended('c', 'receiving');
  expect(await sent()).toEqual([]);
});

test('two dashboards send one mail each', async () => {
  for (const letter of ['a', 'b', 'c']) await ended(letter);
  await Promise.all([sent(), sent()]);
  expect(server.received).toHaveLength(3);
});

test('who lost the account gets no mail', async () => {
  await ended('a');
  await fixture.pool.query('update person set disabled_at = now() where id = $1', [
    await fixture.userId(demo.officer),
  ]);
  expect(await sent()).toEqual([]);
});

test('a mail that is refused is tried again, five times in all, and holds up no other', async () => {
  await ended('a');
  server.toRecipient = '450 not now';
  const attempts = async () => {
    const { rows } = await fixture.pool.query<{ n: number; told: boolean }>(
      'select notice_failures as n, notified_at is not null as told from run where id = $1',
      [id('a')],
    );
    return rows[0];
  };
  for (let n = 1; n <= 4; n += 1) {
    expect(await sent()).toEqual([]);
    expect(await attempts()).toEqual({ n, told: false });
  }
  await ended('b', 'ready', { minutes: 0 });
  await sent();
  expect(await attempts()).toEqual({ n: 5, told: true });
  server.toRecipient = '250 ok';
  expect(await sent()).toHaveLength(1);
});

test('user and password of the address are used, with escaped characters', async () => {
  const url = `smtp://no%40tices:p%2Fw%40d@127.0.0.1:${server.port}`;
  await openMail({ url, from: 'notices@agent.example' })({ to: 'a@b.example', subject: 'a', text: 'b' });
  expect(server.signedIn).toEqual(['no@tices', 'p/w@d']);
});

test('no mail goes without TLS to a server that is not on this machine', async () => {
  await ended('a');
  // Another spelling of this machine, which the address does not show.
  expect(await sent('0.0.0.0')).toEqual([]);
});
