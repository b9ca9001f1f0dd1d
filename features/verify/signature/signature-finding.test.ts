import { expect, test } from 'vitest';
import type { SigningCertificate } from '#lib/api/public-verification';
import { badgeOf, signatureFinding } from './signature-finding.ts';

const certificate = (changed: Partial<SigningCertificate>): SigningCertificate => ({
  subject: 'O=A',
  issuedBy: 'O=A',
  serialNumber: '01',
  validFrom: '2024-01-01T00:00:00.000Z',
  validTo: '2026-01-01T00:00:00.000Z',
  fingerprint: 'AA',
  rootFingerprint: null,
  pem: '',
  state: 'Current',
  usedFrom: '2024-02-01T15:00:00.000Z',
  usedUntil: null,
  withdrawnOn: null,
  ...changed,
});
const retired = certificate({ state: 'Retired', usedUntil: '2025-11-02T15:00:00.000Z' });
const withdrawn = certificate({
  state: 'Withdrawn',
  usedUntil: '2025-11-02T15:00:00.000Z',
  withdrawnOn: '2025-10-01',
});
const intact = { kind: 'intact', fingerprint: 'AA' } as const;
const made = (day: string) => ({ createdAt: `${day}T16:00:00Z`, createdOn: day });

test.each([
  ['current key', certificate({}), null, 'own', 'Sealed with the current key of this installation'],
  ['retired, recorded', retired, made('2025-05-01'), 'own', 'a key that was current then'],
  [
    'retired, recorded after its use',
    retired,
    made('2025-12-01'),
    'own',
    'not in use when the file was created',
  ],
  ['retired, not recorded', retired, null, 'own', 'in use from Feb 1, 2024 to Nov 2, 2025'],
  ['withdrawn, recorded before', withdrawn, made('2025-09-30'), 'withdrawn', 'created before that day'],
  ['withdrawn, recorded on the day', withdrawn, made('2025-10-01'), 'withdrawn', 'on that day or later'],
  ['withdrawn, not recorded', withdrawn, null, 'withdrawn', 'withdrawn since Oct 1, 2025'],
] as const)('%s', (_, own, record, kind, text) => {
  const found = signatureFinding(intact, [certificate({ fingerprint: 'BB' }), own], record);
  expect(found.kind).toBe(kind);
  expect(found.text).toContain(text);
});

test('a foreign signer is named, an altered file is called altered, an unread list is no judgment', () => {
  expect(signatureFinding(intact, [certificate({ fingerprint: 'BB' })], null)).toMatchObject({
    kind: 'foreign',
    text: expect.stringContaining('Signed by AA'),
  });
  expect(signatureFinding({ kind: 'altered', reason: 'x' }, [certificate({})], null).kind).toBe('altered');
  expect(signatureFinding(intact, null, null).kind).toBe('unknown');
  expect(signatureFinding({ kind: 'unreadable', reason: 'x' }, null, null).kind).toBe('unknown');
});

test('a record outweighs the signature; without one a withdrawn, foreign or unread signature is not recognized', () => {
  expect(badgeOf(true, null).text).toBe('Created here');
  expect(badgeOf(false, { kind: 'own', text: '' }).text).toBe('Sealed here, not recorded');
  expect(badgeOf(false, { kind: 'altered', text: '' }).text).toBe('Altered');
  for (const kind of ['withdrawn', 'foreign', 'unknown'] as const)
    expect(badgeOf(false, { kind, text: '' })).toEqual({ text: 'Not recognized', tone: 'danger' });
});
