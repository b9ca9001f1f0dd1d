import { expect, test } from 'vitest';
import { certificatesOf, heldOn, outstandingOn } from './certificates.ts';

const row = (issued: string, canceled: string | null, more: object = {}) => ({
  controlCertificateId: 1,
  customerCertificateId: null,
  prefixAndCertificateNumber: 'CS-1',
  issued,
  canceled,
  security: 'Common',
  restriction: '',
  stop: '',
  shares: 100,
  postReverseSplit: false,
  ...more,
});

test('a single certificate as an object, nulls and other spellings are accepted', () => {
  expect(certificatesOf(row('5/3/2026', null))).toMatchObject([
    { number: 'CS-1', status: 'Outstanding', issued: '2026-05-03', canceled: '' },
  ]);
  expect(certificatesOf(null)).toEqual([]);
  const [odd] = certificatesOf([
    { prefixAndCertificateNumber: null, shares: '12', restriction: 'NONE', stop: null },
  ]);
  expect(odd).toMatchObject({ id: null, key: 'row 0', shares: 12n, restriction: '', status: 'Outstanding' });
  expect(certificatesOf([row('', '', { stop: 'STOP – Lost 1/2/2026' })])[0]?.status).toBe('Stopped');
  expect(certificatesOf([row('', '6/1/2026', { stop: 'STOP' })])[0]?.status).toBe('Canceled');
});

test('outstanding on the issue date, not on the cancellation date', () => {
  const [one] = certificatesOf(row('2026-05-03', '2026-06-01'));
  if (!one) throw new Error('none');
  expect(
    ['2026-05-02', '2026-05-03', '2026-05-31', '2026-06-01'].map((day) => outstandingOn(one, day)),
  ).toEqual([false, true, true, false]);
});

test('holdings on a day add up per class, and are unknown when a date is unreadable', () => {
  const all = certificatesOf([
    row('1/1/2026', ''),
    row('1/1/2026', '6/1/2026'),
    row('1/1/2026', '', { security: 'Preferred', shares: 5 }),
  ]);
  expect(heldOn(all, '2026-05-31')).toEqual(
    new Map([
      ['Common', { shares: 200n, count: 2 }],
      ['Preferred', { shares: 5n, count: 1 }],
    ]),
  );
  expect(heldOn(certificatesOf([row('soon', '')]), '2026-05-31')).toBeNull();
});
