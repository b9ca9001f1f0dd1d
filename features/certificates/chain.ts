// Finds the transactions that issued and canceled a certificate.

import type { Certificate } from '#lib/register/certificates';
import { isNumberOf } from '#lib/register/numbers';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';

export type Link = {
  entry: JournalEntry;
  /** The certificate's own line in the transaction. */
  own: JournalLine;
  /** Lines on the other side that belong to this certificate's history. */
  related: readonly JournalLine[];
  /** Lines on the other side that are left out. */
  others: number;
};

const shownMax = 12;

const isOwn = (certificate: Certificate) => (line: JournalLine) =>
  line.certificate !== null && certificate.id !== null
    ? line.certificate === certificate.id
    : line.className === certificate.className && isNumberOf(certificate.number, line.number);

/**
 * A corporate action replaces certificates of every account: only lines of the same account belong together.
 */
function relatedTo(entry: JournalEntry, own: JournalLine, side: readonly JournalLine[]) {
  const wide = side.length > shownMax || entry.code === 'V' || entry.code === 'F' || entry.code === 'D';
  const related = (wide ? side.filter((line) => line.holder === own.holder) : side).slice(0, shownMax);
  return { related, others: side.length - related.length };
}

/** The transaction that issued a certificate, with what it canceled; null when these entries do not name it. */
export function issuingTransaction(certificate: Certificate, entries: readonly JournalEntry[]): Link | null {
  for (const entry of entries) {
    const own = entry.issued.find(isOwn(certificate));
    if (own) return { entry, own, ...relatedTo(entry, own, entry.canceled) };
  }
  return null;
}

/** The transaction that canceled a certificate, with what it issued instead; null if no entry names it. */
export function cancelingTransaction(
  certificate: Certificate,
  entries: readonly JournalEntry[],
): Link | null {
  for (const entry of entries) {
    const own = entry.canceled.find(isOwn(certificate));
    if (own) return { entry, own, ...relatedTo(entry, own, entry.issued) };
  }
  return null;
}
