import { expect, test } from 'vitest';
import type { ItemRow } from '../item-row.ts';
import type { Words } from '../item-texts.ts';
import { noticeText, reasonText } from './notice-text.ts';

const words = {
  reason: { O02: 'Assignment missing or insufficient' },
  caseCode: { Sale: 'Sale' },
  kind: { Transfer: 'Transfer' },
} as unknown as Words;
const item = {
  itemId: 7,
  displayTransactionId: 1324,
  issuerName: 'Larkspur Instruments Corp.',
  securityTypeName: 'Common Stock',
  shares: 1000,
  transferFrom: 'JOHN A SAMPLE',
  receivedDate: '2026-11-20',
  caseCode: 'Sale',
  kind: 'Transfer',
} as ItemRow;

test('a notice names the item, the reason, the cure and the return; missing facts have no line', () => {
  const reason = reasonText(words, 'O02', 'Send a stock power signed by all owners.');
  const text = noticeText(
    item,
    {
      presentor: { name: 'Meridian', reference: 'MC-1' },
      certificates: [{ prefixAndCertificateNumber: 'BE-306' }, { controlCertificateId: 12 }],
    } as never,
    { reasonCode: 'O02', reason, noticeTo: 'Meridian', date: '2026-11-23', returnedHow: 'Courier 4471' },
    words,
  );
  expect(text).toBe(`Notice of rejection

To: Meridian
Date: Nov 23, 2026
Item: 1324
Your reference: MC-1
Issuer: Larkspur Instruments Corp.
Class: Common Stock
Certificates: BE-306, 12
Shares: 1,000
Registered to: JOHN A SAMPLE
Received: Nov 20, 2026
Requested: Sale
Returned: Courier 4471

Reason O02: Assignment missing or insufficient. Send a stock power signed by all owners.

Nothing was recorded in the register. Present the item again with what is missing; it is then a new item.`);
});
