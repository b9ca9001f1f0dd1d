import { expect, test } from 'vitest';
import { proof } from '#tests/ledger/database';
import type { Registry } from '../boot.ts';
import { command } from '../command.ts';
import { issuanceBody, writes } from './write-bodies.ts';
import { type Row, readsAfter } from './write-reads.ts';

/** Agent operations on an issuer that was opened by an unknown ID: names, classes, limits. */
export function operatedIssuers(registry: () => Registry): void {
  const { issue } = writes(registry);
  const { balance, read, stored } = readsAfter(registry);
  const issuers = command(registry, 'registry/issuers');
  const queue = command(registry, 'registry/queue');
  const board = ['--authority', 'Certificate of incorporation'];
  const run = (...words: string[]) => issuers(words);

  test('a new issuer gets its name, classes and limits, and keeps their authorizations', async () => {
    // Not due yet, or the registry would complete it by itself once its issuer is active.
    const response = await issue(issuanceBody({ customerIssuerId: 90_311, processDate: '2026-12-01' }));
    const txn = String((response.body as Row).controlTransactionId);
    expect((await run('list', '90311')).out).toMatch(
      /^90311 +Pending +Issuer 90311\n +\d+ +C +no limit +Common$/m,
    );

    expect(await run('name', '90311', 'Fernhill Optics, Inc.', ...board)).toEqual({
      status: 0,
      out: 'Issuer 90311 is called "Fernhill Optics, Inc.".\n',
      err: '',
    });
    expect((await run('name-class', '90311', 'Common', 'Common Stock', ...board)).status).toBe(0);
    const opened = ['open-class', '90311', 'P', 'Series A Preferred', '--series', 'A', '--authorized', '500'];
    expect((await run(...opened, ...board)).status).toBe(0);
    expect((await run('authorize', '90311', 'Common Stock', '150', ...board)).out).toContain(
      'has 150 authorized shares from its first day',
    );
    expect((await queue(['activate', '90311'])).out).toBe('Fernhill Optics, Inc. is active.\n');
    expect((await queue(['complete', txn])).status).toBe(0);

    const all: Row[] = await read('GetTransferAgentIssuers', {});
    expect(all.find((one) => one.customerIssuerId === 90_311)).toMatchObject({
      name: 'Fernhill Optics, Inc.',
      status: 'Active',
    });
    expect(await balance(90_311)).toMatchObject([
      { className: 'Common Stock', isUnlimited: false, authorizedShares: 150, totalOutstandingShares: 100 },
      { className: 'Series A Preferred', isUnlimited: false, authorizedShares: 500, totalIssuedShares: 0 },
    ]);
    expect((await issue(issuanceBody({ customerIssuerId: 90_311 }))).status).toBe(400);
    expect((await run('authorize', '90311', 'Common Stock', '99', ...board)).err).toContain('too few');
    expect((await run('authorize', '90311', 'Common Stock', '200', '--authority', 'Amendment')).status).toBe(
      0,
    );
    expect((await issue(issuanceBody({ customerIssuerId: 90_311 }))).status).toBe(200);

    const history = (await run('history', '90311')).out.trim().split('\n');
    expect(history.map((one) => one.replace(/^\S+ +/, ''))).toEqual([
      'issuer  Issuer 90311 → Fernhill Optics, Inc.  (Certificate of incorporation)',
      'Common Stock  Common → Common Stock  (Certificate of incorporation)',
      'Series A Preferred  authorized +500 from 2026-11-20  (Certificate of incorporation)',
      'Common Stock  authorized +150 from 2026-11-20  (Certificate of incorporation)',
      'Common Stock  authorized +50 from 2026-11-20  (Amendment)',
    ]);
    const { id } = await stored('select id from issuer where customer_id = $1', [90_311]);
    expect(await proof(registry().database.pool, id as bigint)).toEqual([]);
  });

  test.each([
    ['nothing to do', [], 'registry:issuers'],
    ['no authority', ['name', '1001', 'Another'], '--authority'],
    ['an unknown issuer', ['name', '4242', 'Another', ...board], 'no issuer 4242'],
    ['an unknown class', ['authorize', '1001', 'Bonds', '5', ...board], 'no class Bonds'],
    ['no number', ['authorize', '1001', 'Common Stock', '1e9', ...board], '"1e9"'],
    [
      'a day to come',
      ['authorize', '1001', 'Common Stock', '5', '--effective', '2026-11-21', ...board],
      'has come',
    ],
    ['a class that is there', ['open-class', '1001', 'C', 'Common Stock', ...board], 'already has a class'],
    ['two lines', ['name', '1001', 'One\nTwo', ...board], 'one line'],
    ['an inactive issuer', ['name', '1009', 'Another', ...board], 'inactive'],
  ] as const)('%s is rejected with one sentence', async (_what, words, text) => {
    const { status, out, err } = await issuers(words);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(text);
    expect(err).not.toMatch(/\n\s+at /);
  });
}
