import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fields, operations } from '#tests/interface/operations';
import { agent, figures, letters } from '#tests/interface/role-letters';
import { type EndpointId, endpointIds } from '../contract/index.ts';
import { can } from './can.ts';
import { decide, isFresh, keepsRights, needsReason } from './decide.ts';
import { routePolicy } from './policy.ts';
import { type Role, roleNames, type User } from './roles.ts';

function user(role: Role, minutesAgo = 0): User {
  return {
    id: 'p',
    email: 'p@x.example',
    name: 'P',
    role,
    issuers: role.startsWith('ta-') ? 'all' : [1001, 1004],
    seesDocuments: false,
    authTime: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    sessionId: 's',
    sessionBegan: '2026-11-20 09:00:00+00',
  };
}

test.each(endpointIds)('%s', (id) => {
  const allowed = roleNames.filter((role) => can(user(role), id)).map((role) => letters[role]);
  // Expected by hand; an operation that is not listed there is for nobody.
  expect(allowed.join('')).toBe(operations[id]?.who ?? '');
});

describe('issuer scope', () => {
  test.each(['issuer-officer', 'issuer-viewer', 'downloader'] as const)(
    '%s: granted issuers only, never null',
    (role) => {
      const about = (customerIssuerId: unknown) =>
        decide(user(role), 'GenerateRejectionList', { customerIssuerId });
      expect(about(1001)).toEqual({ allowed: true });
      for (const issuer of [1002, null, undefined, '1001', [1001], 1001.5]) {
        expect(about(issuer)).toMatchObject({ allowed: false, status: 403 });
      }
    },
  );

  test('null for agent staff only where the response names its issuers', () => {
    const about = (id: EndpointId) => decide(user('ta-operator'), id, { customerIssuerId: null });
    expect(about('GenerateRejectionList')).toEqual({ allowed: true });
    expect(about('GenerateTransactionList')).toEqual({ allowed: true });
    expect(about('GenerateTransactions')).toMatchObject({ status: 400 });
    expect(about('GenerateShareholderList')).toMatchObject({ status: 400 });
  });
});

describe('fields', () => {
  const list = (role: Role, field: string, minutesAgo = 0) =>
    decide(user(role, minutesAgo), 'GenerateShareholderList', { customerIssuerId: 1001, [field]: true });
  const allowedFor = (field: string) =>
    roleNames
      .filter((role) => list(role, field).allowed)
      .map((role) => letters[role])
      .join('');

  const byHand = fields.filter(([operation]) => operation === 'GenerateShareholderList');
  test.each(byHand.map(([, field, who]) => [field, who]))('%s: %s', (field, expected) => {
    expect(allowedFor(field)).toBe(expected);
  });

  test('tax IDs in files and writes require a password entry within ten minutes', () => {
    expect(list('ta-operator', 'showTaxId', 9)).toEqual({ allowed: true });
    expect(list('ta-operator', 'showTaxId', 11)).toMatchObject({ code: 'step_up_required' });
    expect(decide(user('ta-admin', 11), 'CreateOrUpdate', {})).toMatchObject({ code: 'step_up_required' });
    for (const authTime of ['never', null]) expect(isFresh({ ...user('ta-admin'), authTime })).toBe(false);
  });

  test('an export with all personal data needs the right, a recent sign-in and a reason; the others need none', () => {
    const create = (variant: string, minutesAgo = 0) =>
      decide(user('ta-operator', minutesAgo), 'CreateRegisterExport', { variant });
    expect(create('Full')).toEqual({ allowed: true });
    expect(create('Full', 11)).toMatchObject({ code: 'step_up_required' });
    expect(needsReason('CreateRegisterExport', { variant: 'Full' })).toBe(true);
    for (const variant of ['Masked', 'Plain']) {
      expect(create(variant, 11)).toEqual({ allowed: true });
      expect(needsReason('CreateRegisterExport', { variant })).toBe(false);
    }
    for (const variant of ['Full', 'Masked', 'Plain'])
      expect(decide(user('ta-operator', 11), 'GetRegisterExportFile', { variant })).toEqual({
        allowed: true,
      });
  });

  test('a downloader never gets data for a file', () => {
    const request = (role: Role) =>
      decide(user(role), 'GenerateTransactionList', { customerIssuerId: 1001, returnJSON: true });
    expect([request('downloader').allowed, request('issuer-viewer').allowed]).toEqual([false, true]);
  });
});

test('every route below /api has its rule, and every rule its route', () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' });
  const routes = files.filter((file) => file.endsWith('route.ts')).map((file) => `/api/${file.slice(0, -9)}`);
  expect(routes.sort()).toEqual(Object.keys(routePolicy).sort());
});

test('documents of items: the agent; users of issuers when it is granted; downloaders never', () => {
  const who = (seesDocuments: boolean) =>
    roleNames
      .filter((role) => can({ ...user(role), seesDocuments }, 'GetItemDocument', 1001))
      .map((role) => letters[role])
      .join('');
  expect([who(false), who(true)]).toEqual([agent, figures]);
  const granted = { ...user('issuer-officer'), seesDocuments: true };
  expect(can(granted, 'GetItemDocument', 1002)).toBe(false);
  expect(can(granted, 'UploadItemDocument', 1001)).toBe(false);
  expect(keepsRights(granted, user('issuer-officer'))).toBe(false);
  expect(keepsRights(user('issuer-officer'), granted)).toBe(true);
});

describe('kept rights', () => {
  const with_ = (role: Role, issuers: User['issuers']) => ({ ...user(role), issuers });

  test.each<[Role, User['issuers'], Role, User['issuers'], boolean]>([
    ['issuer-officer', [1001], 'issuer-officer', [1001], true],
    ['issuer-officer', [1001], 'issuer-officer', [1001, 1002], true],
    ['issuer-officer', [1001, 1002], 'issuer-officer', [1001], false],
    ['issuer-officer', [1001], 'issuer-officer', [], false],
    ['issuer-viewer', [1001], 'issuer-officer', [1001], true],
    ['issuer-officer', [1001], 'issuer-viewer', [1001], false],
    ['issuer-viewer', [1001], 'downloader', [1001], false],
    ['downloader', [1001], 'issuer-officer', [1001], false],
    ['ta-operator', 'all', 'ta-admin', 'all', true],
    ['ta-admin', 'all', 'ta-operator', 'all', false],
    ['ta-operator', 'all', 'issuer-officer', [1001], false],
  ])('%s of %j as %s of %j: %s', (before, had, now, has, saved) => {
    expect(keepsRights(with_(before, had), with_(now, has))).toBe(saved);
  });
});
