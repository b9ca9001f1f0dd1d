import { expect, test } from 'vitest';
import { effectText } from './effect-text.ts';

const of = (kind: string, content: object) =>
  effectText({
    kind,
    content: { certificates: [], ...content },
    transferFrom: 'ADA QUILL',
    receivedDate: '2026-11-20',
  } as never);

test('what posting does where no shares move', () => {
  expect(of('AddressHold', {})).toBe('Mail and payments to ADA QUILL held from Nov 20, 2026.');
  expect(of('AddressHold', { effectiveDate: '2026-11-18' })).toContain('from Nov 18, 2026');
  const certificates = [{ prefixAndCertificateNumber: 'BE-1' }, { prefixAndCertificateNumber: 'BE-2' }];
  expect(of('StopPlace', { certificates, stop: { placedOn: '2026-11-19' } })).toBe(
    'BE-1, BE-2 stopped from Nov 19, 2026.',
  );
  expect(of('Transfer', {})).toBe('');
});

test('a holder is not lost when the mail is sent again within a month', () => {
  const mail = { piece: 'Statement', returnedOn: '2026-11-02' };
  expect(of('ReturnedMail', { returnedMail: mail })).toContain('lost since Nov 2, 2026');
  expect(of('ReturnedMail', { returnedMail: { ...mail, resentOn: '2026-12-02' } })).not.toContain('lost');
  expect(of('ReturnedMail', { returnedMail: { ...mail, resentOn: '2026-12-03' } })).toContain('lost');
});
