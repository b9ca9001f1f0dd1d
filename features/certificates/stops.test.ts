import { expect, it } from 'vitest';
import { certificatesOf } from '#lib/register/certificates';
import { certificateOn, isActiveOn, placedBy, stopFilter, stopOf, stopsInput } from './stops.ts';

const stop = (over: object = {}) =>
  stopOf({
    stopId: 3,
    controlCertificateId: 100003841,
    prefixAndCertificateNumber: 'CS-670',
    security: 'Common Stock',
    customerShareholderId: 'H-101610',
    shareholderName: 'HEARTHSTONE FAMILY PARTNERS LP',
    shares: 279,
    kind: 'Lost, stolen or not received',
    placed: '2025-05-05',
    placedBy: 'clerk@harborline.example',
    demandedBy: 'Holder',
    document: 'Affidavit',
    expires: null,
    released: '2025-06-17',
    releasedBy: '',
    releaseReason: 'Replaced',
    releaseDocument: '',
    note: '',
    transactionId: 71111,
    controlTransactionId: 100001112,
    ...over,
  } as never);

const [certificate] = certificatesOf([
  {
    controlCertificateId: 100003841,
    prefixAndCertificateNumber: 'CS-670',
    shares: 279,
    issued: '01/15/2024',
    canceled: '06/17/2025',
    status: 'Canceled',
  },
] as never);

it('keeps what the registry recorded', () => {
  expect(stop()).toMatchObject({
    id: '3',
    certificate: 100003841,
    shares: 279n,
    placedBy: 'clerk@harborline.example',
    expires: '',
    released: '2025-06-17',
    transaction: 100001112,
    transactionNumber: '71111',
  });
  expect(stop({ transactionId: null, controlTransactionId: null })).toMatchObject({
    transaction: null,
    transactionNumber: '',
  });
});

it('asks for one certificate, or for those of the issuer', () => {
  expect(stopsInput(1001)).toEqual({ customerIssuerId: 1001 });
  expect(stopsInput(1001, 5)).toEqual({ customerIssuerId: 1001, controlCertificateId: 5 });
});

it('is active from the day it was placed to the day before its release', () => {
  const days = ['2025-05-04', '2025-05-05', '2025-06-16', '2025-06-17'];
  expect(days.map((day) => isActiveOn(stop(), day))).toEqual([false, true, true, false]);
  expect(isActiveOn(stop({ released: null }), '2026-11-20')).toBe(true);
  expect(placedBy([stop(), stop({ placed: '2025-07-01' })], '2025-06-30')).toHaveLength(1);
  expect(['active', 'released', 'other', null].map(stopFilter)).toEqual(['active', 'released', null, null]);
});

it('shows a certificate as it was on a past day', () => {
  if (!certificate) throw new Error('no certificate');
  const on = (day: string) => certificateOn(certificate, [stop()], day);
  expect(on('2023-12-31')).toEqual({
    status: 'Not yet issued',
    stop: '',
    canceledText: 'Not by then. Canceled on Jun 17, 2025.',
  });
  expect(on('2025-05-04')).toMatchObject({ status: 'Outstanding', stop: '' });
  expect(on('2025-05-05')).toMatchObject({ status: 'Stopped', stop: 'Lost, stolen or not received' });
  expect(on('2025-06-17')).toEqual({ status: 'Canceled', stop: '', canceledText: 'Jun 17, 2025' });
  expect(certificateOn({ ...certificate, issued: '' }, [], '2025-05-05')).toBeNull();
});
