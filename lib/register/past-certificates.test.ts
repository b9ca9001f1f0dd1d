import { expect, it } from 'vitest';
import { certificateChecks, pastCertificate, pastCertificatesInput } from './past-certificates.ts';

const certificate = (over: object = {}) =>
  pastCertificate({
    controlCertificateId: 100003841,
    customerCertificateId: null,
    prefixAndCertificateNumber: 'CS-670',
    security: 'Common Stock',
    customerShareholderId: 'H-1',
    systemShareholderId: 1,
    shareholderName: 'ANN ABEL',
    shares: 279,
    restriction: '',
    form: 'Certificate',
    issued: '2024-01-15',
    canceled: null,
    acquiredOn: '2023-05-01',
    stops: [],
    ...over,
  } as never);

it('is outstanding, stopped or canceled as of the day', () => {
  expect(certificate()).toMatchObject({
    id: 100003841,
    status: 'Outstanding',
    stop: '',
    canceled: '',
    owner: { account: 'H-1', name: 'ANN ABEL' },
    shares: 279n,
    acquired: '2023-05-01',
  });
  const stops = [{ kind: 'Lost', placed: '2024-02-01' }];
  expect(certificate({ stops })).toMatchObject({ status: 'Stopped', stop: 'Lost' });
  expect(certificate({ stops, canceled: '2024-03-01' }).status).toBe('Canceled');
});

it('asks for all of an issuer, or of one account', () => {
  expect(pastCertificatesInput(1001, '2024-06-30')).toEqual({
    customerIssuerId: 1001,
    cutoff: '2024-06-30',
    status: 'All',
  });
  expect(pastCertificatesInput(1001, '2024-06-30', 'H-1')).toMatchObject({ customerShareholderId: 'H-1' });
});

it('compares the outstanding shares of each class with the balance of the day', () => {
  const balances = [
    { className: 'Common Stock', totalOutstandingShares: 279 },
    { className: 'Preferred', totalOutstandingShares: 0 },
  ] as never;
  const rows = [certificate(), certificate({ canceled: '2024-03-01' })];
  expect(certificateChecks(rows, balances).map(({ id, result }) => [id, result])).toEqual([
    ['Common Stock', 'holds'],
    ['Preferred', 'holds'],
  ]);
  expect(certificateChecks([...rows, certificate({ shares: 1 })], balances)[0]?.result).toBe('differs');
});
