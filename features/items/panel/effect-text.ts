import type { ResponseFor } from '#lib/contract/index';
import { addMonths, formatDate } from '#lib/format/dates';

type Detail = Pick<ResponseFor<'GetItem'>, 'kind' | 'content' | 'transferFrom' | 'receivedDate'>;

/** What posting does where no shares move, as a sentence; '' where the certificates and accounts say it. */
export function effectText({ kind, content, transferFrom, receivedDate }: Detail): string {
  const day = formatDate(content.effectiveDate ?? receivedDate);
  const mail = content.returnedMail;
  if (kind === 'StopPlace')
    return `${content.certificates.map((one) => one.prefixAndCertificateNumber).join(', ')} stopped from ${formatDate(content.stop?.placedOn ?? receivedDate)}.`;
  if (kind === 'AddressHold') return `Mail and payments to ${transferFrom} held from ${day}.`;
  if (kind === 'AddressRelease')
    return `The address of ${transferFrom} is good again: mail and payments are no longer held.`;
  if (kind === 'ReturnedMail' && mail) {
    const isSentAgain = Boolean(mail.resentOn && mail.resentOn <= addMonths(mail.returnedOn, 1));
    const since = formatDate(mail.returnedOn);
    return `Mail and payments to ${transferFrom} held from ${since}${isSentAgain ? '' : `; the holder is lost since ${since}`}, unless an earlier day is recorded.`;
  }
  if (kind === 'LostSearch') return `The search is recorded for ${transferFrom}. No shares move.`;
  return '';
}
