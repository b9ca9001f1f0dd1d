// Text of the notice of a rejection.

import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { type ItemRow, itemNumber } from '../item-row.ts';
import type { Words } from '../item-texts.ts';

type Content = ResponseFor<'GetItem'>['content'];

export type Notice = {
  reasonCode: string;
  /** The sentence of the reason, with what the presentor has to do. */
  reason: string;
  noticeTo: string;
  /** Calendar date; empty when no notice was sent yet. */
  date: string;
  returnedHow: string;
};

/** The sentence of a rejection as the registry records it. */
export const reasonText = (words: Words, code: string, cure: string) =>
  [words.reason[code] ?? code, cure.trim()].filter(Boolean).join('. ');

/** The notice of a rejection as plain text: what the presentor needs to cure it and nothing else. No tax IDs. */
export function noticeText(
  item: ItemRow,
  content: Content | undefined,
  notice: Notice,
  words: Words,
): string {
  const certificates = (content?.certificates ?? [])
    .map((one) => one.prefixAndCertificateNumber ?? one.controlCertificateId)
    .filter(Boolean);
  const lines: [string, string | null | undefined | false][] = [
    ['To', notice.noticeTo],
    ['Date', notice.date && formatDate(notice.date)],
    ['Item', itemNumber(item)],
    ['Your reference', content?.presentor?.reference],
    ['Issuer', item.issuerName],
    ['Class', item.securityTypeName],
    ['CUSIP', content?.depository?.cusip],
    ['Certificates', certificates.join(', ')],
    ['Shares', item.shares !== null && formatShares(item.shares)],
    ['Registered to', item.transferFrom],
    ['Received', formatDate(item.receivedDate)],
    ['Requested', (item.caseCode && words.caseCode[item.caseCode]) || words.kind[item.kind]],
    ['Returned', notice.returnedHow],
  ];
  const facts = lines.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : []));
  return [
    'Notice of rejection',
    '',
    ...facts,
    '',
    `Reason ${notice.reasonCode}: ${notice.reason.replace(/\.$/, '')}.`,
    '',
    'Nothing was recorded in the register. Present the item again with what is missing; it is then a new item.',
  ].join('\n');
}
