import { describe, expect, test } from 'vitest';
import type { Db } from '../db/session.ts';
import { callerOf } from './clients.ts';
import { hasAll, type Rights, readScope, rightsUnder, scopeText } from './token-scope.ts';

const writer: Rights = { canWrite: true, isAgent: false, issuers: 'all' };
const agent: Rights = { canWrite: true, isAgent: true, issuers: 'all' };
const reader: Rights = { canWrite: false, isAgent: false, issuers: 'all' };
const bound: Rights = { canWrite: true, isAgent: false, issuers: new Set([1001n, 1004n]) };
const many = (count: number) => Array.from({ length: count }, (_, at) => `issuer:${at + 1}`).join(' ');

function scopeOf(text: string) {
  const read = readScope(text);
  if (!read.ok) throw new Error(read.reason);
  return read.scope;
}

describe('scope', () => {
  test.each([
    ['read', ['read'], null],
    ['write', ['read', 'write'], null],
    ['write read', ['read', 'write'], null],
    ['read issuer:*', ['read'], 'all'],
    ['read issuer:none', ['read'], new Set()],
    ['issuer:1004 read issuer:1001', ['read'], new Set([1001n, 1004n])],
    ['read issuer:9999999999999999', ['read'], new Set([9_999_999_999_999_999n])],
  ])('%s is accepted', (text, rights, issuers) => {
    expect(readScope(text)).toEqual({ ok: true, scope: { rights: new Set(rights), issuers } });
  });

  test.each([
    '',
    ' ',
    'read ',
    ' read',
    'read  write',
    'read\twrite',
    'read,write',
    'READ',
    'admin',
    'read admin',
    'read read',
    'read issuer:1001 issuer:1001',
    'issuer:1001',
    'issuer:*',
    'read issuer:* issuer:1001',
    'read issuer:none issuer:1001',
    'read issuer:none issuer:*',
    'issuer:none',
    'read issuer:',
    'read issuer:0',
    'read issuer:-1',
    'read issuer:01001',
    'read issuer:1001.0',
    'read issuer:1e3',
    'read issuer:١٠٠١',
    'read issuer:10000000000000000',
    'read issuer:1001,1004',
    'read Issuer:1001',
    'read __proto__',
    'read constructor',
    `read ${many(501)}`,
    `read ${'x'.repeat(20_000)}`,
  ])('%s is rejected with a reason that repeats none of it', (text) => {
    const read = readScope(text);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.reason).toMatch(/^The scope .{10,150}\.$/);
    expect(!read.ok && read.reason).not.toMatch(/admin|1001|proto|xxx/);
  });

  test('up to 500 issuers, with the longest IDs', () => {
    expect(readScope(`read ${many(500)}`).ok).toBe(true);
    const longest = Array.from({ length: 500 }, (_, at) => `issuer:${1_000_000_000_000_000 + at}`).join(' ');
    expect(readScope(`read write ${longest}`).ok).toBe(true);
  });

  test.each([
    [writer, 'read', true],
    [writer, 'read agent', false],
    [agent, 'write agent', true],
    [writer, 'write issuer:*', true],
    [writer, 'read issuer:424242', true],
    [reader, 'read issuer:1001', true],
    [reader, 'write', false],
    [reader, 'read write', false],
    [bound, 'read', true],
    [bound, 'write issuer:1001', true],
    [bound, 'read issuer:1004 issuer:1001', true],
    [bound, 'read issuer:1001 issuer:1002', false],
    [bound, 'read issuer:*', false],
    [bound, 'read issuer:none', true],
  ])('requested by %o: %s is within its rights: %s', (client, text, within) => {
    expect(hasAll(client, scopeOf(text))).toBe(within);
  });

  test.each([
    [writer, 'read', { canWrite: false, isAgent: false, issuers: 'all' }],
    [writer, 'write', writer],
    [agent, 'write', writer],
    [agent, 'agent', { canWrite: false, isAgent: true, issuers: 'all' }],
    [agent, 'read agent issuer:1001', { canWrite: false, isAgent: true, issuers: new Set([1001n]) }],
    [writer, 'read issuer:1001', { canWrite: false, isAgent: false, issuers: new Set([1001n]) }],
    [bound, 'read', { canWrite: false, isAgent: false, issuers: bound.issuers }],
    // Rights the client has lost since: a token never allows more than the client.
    [reader, 'write', reader],
    [bound, 'read issuer:*', { canWrite: false, isAgent: false, issuers: bound.issuers }],
    [bound, 'write issuer:1001 issuer:1002', { canWrite: true, isAgent: false, issuers: new Set([1001n]) }],
    [writer, 'read issuer:none', { canWrite: false, isAgent: false, issuers: new Set() }],
    [bound, 'read issuer:1002', { canWrite: false, isAgent: false, issuers: new Set() }],
  ])('rights of %o with a token of %s', (client, text, may) => {
    expect(rightsUnder(client, scopeOf(text))).toEqual(may);
  });

  test.each([
    [writer, 'read write issuer:*'],
    [agent, 'read write agent issuer:*'],
    [reader, 'read issuer:*'],
    [{ canWrite: false, isAgent: false, issuers: new Set() }, 'read issuer:none'],
    [
      { canWrite: false, isAgent: false, issuers: new Set([1004n, 1001n, 90311n]) },
      'read issuer:1001 issuer:1004 issuer:90311',
    ],
    [
      {
        canWrite: false,
        isAgent: false,
        issuers: new Set(Array.from({ length: 501 }, (_, at) => BigInt(at + 1))),
      },
      undefined,
    ],
  ] as [Rights, string | undefined][])('the rights %o as scope text: %s', (may, text) => {
    expect(scopeText(may)).toBe(text);
    if (text) expect(readScope(text).ok).toBe(true);
  });
});

describe('request with a token', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const row = {
    id: 'a',
    can_write: true,
    is_agent: false,
    all_issuers: true,
    granted: null,
    expires_at: '2026-11-21T00:00:00.000Z',
  };
  /** The caller read from a row, and the number of database queries. */
  const callerFrom = async (changed: object) => {
    let queries = 0;
    const query = async () => {
      queries += 1;
      return { rows: [{ ...row, ...changed }] };
    };
    return { caller: await callerOf({ query } as unknown as Db, 'one', now, true), queries };
  };

  test.each([
    [{ scope: null }, { canWrite: true, isAgent: false, issuers: 'all', isNarrowed: false }],
    [{ scope: 'read' }, { canWrite: false, isAgent: false, issuers: 'all', isNarrowed: false }],
    [{ scope: 'read issuer:*' }, { canWrite: false, isAgent: false, issuers: 'all', isNarrowed: false }],
    [
      { scope: 'read issuer:1001' },
      { canWrite: false, isAgent: false, issuers: new Set([1001n]), isNarrowed: true },
    ],
    [
      { scope: 'write issuer:1001', all_issuers: false, granted: '1004,1001' },
      { canWrite: true, isAgent: false, issuers: new Set([1001n]), isNarrowed: true },
    ],
    [
      { scope: 'write issuer:1001', can_write: false, all_issuers: false, granted: '1004' },
      { canWrite: false, isAgent: false, issuers: new Set(), isNarrowed: true },
    ],
  ])('of the row %o is allowed this, after one query', async (changed, may) => {
    expect(await callerFrom(changed)).toEqual({ caller: { clientId: 'a', ...may }, queries: 1 });
  });

  test('with unknown scope words is allowed nothing', async () => {
    for (const scope of ['', 'clerk', 'read anything'])
      expect((await callerFrom({ scope })).caller).toBeUndefined();
  });

  test('that has expired is allowed nothing, whatever its scope', async () => {
    const changed = { scope: 'read issuer:1001', expires_at: now.toISOString() };
    expect((await callerFrom(changed)).caller).toBeUndefined();
  });
});
