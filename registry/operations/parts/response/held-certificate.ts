import type { ExactResponseFor } from '#lib/contract/index';
import { type CalendarDate, formatNumericDate } from '#lib/format/dates';
import type { HeldCertificate } from '#registry/queries/account-holdings';
import type { SecurityClass } from '#registry/queries/classes';
import { certificateName, restrictionText, stopText } from '../display-text.ts';

/** A certificate of a holding as of today. */
export const heldCertificate =
  (ofId: (id: bigint) => SecurityClass, today: CalendarDate) =>
  (row: HeldCertificate): ExactResponseFor<'GetHoldingCertificates'>[number] => ({
    controlCertificateId: row.id,
    // Always an integer in this record, unlike in the other two.
    customerCertificateId: row.customer_id ?? row.id,
    prefixAndCertificateNumber: certificateName(row.prefix, row.number),
    issued: formatNumericDate(row.issued_on),
    canceled: row.canceled_on > today ? '' : formatNumericDate(row.canceled_on),
    security: ofId(row.class_id).name,
    restriction: restrictionText(row.restriction),
    stop: stopText(row.stops).join('; '),
    shares: row.shares,
    postReverseSplit: row.post_reverse_split,
  });
