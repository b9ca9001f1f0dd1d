// Says what posting an item does where no shares move.

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
  if (kind === 'IssuerRequest') return requestText(content);
  return '';
}

/** A change of contact is written to the contacts of the issuer; any other request only ends. */
function requestText({ request, effectiveDate }: Detail['content']): string {
  const change = request?.contactChange;
  if (!change) return 'The request is done. Nothing in the register changes.';
  const from = effectiveDate ? ` from ${formatDate(effectiveDate)}` : '';
  if (change.action === 'End') return `${change.name} is no longer a contact of the issuer${from}.`;
  if (change.action === 'Add') return `${change.name} is a contact of the issuer${from}.`;
  return `The details of the contact ${change.name} are changed${from}.`;
}
