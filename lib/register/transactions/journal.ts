// Reads the journal of completed transactions from its response.

import type { ResponseFor } from '#lib/contract/index';
import { parseDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { transactionNumber } from '../numbers.ts';

/** A certificate that a transaction canceled or issued. */
export type JournalLine = {
  id: string;
  side: 'canceled' | 'issued';
  certificate: number | null;
  /** Without its prefix, as the journal has it; shown by `lineNumber`. */
  number: string;
  /** Registry key of the account; lines of one account share it. */
  holder: string;
  /** Account id of the holder's page, '' when the registry sent none. */
  account: string;
  name: string;
  className: string;
  shares: bigint | null;
  /** '' without a restriction; null where the registry does not report it. */
  restriction: string | null;
  /** Held by the issuer itself. No list of holders or certificates has it, so it has no page. */
  treasury: boolean;
};

export type JournalEntry = {
  /** Registry key, for the transaction's page. */
  id: number | null;
  key: string;
  /** The number shown to users. */
  number: string;
  /** '' when nothing was invoiced. */
  invoice: string;
  agent: string;
  /** 'yyyy-mm-dd', or the registry's own text when it is not a date. */
  processed: string;
  effective: string;
  type: string;
  /** One uppercase letter, '' when unknown. */
  code: string;
  canceled: readonly JournalLine[];
  issued: readonly JournalLine[];
};

const day = (value: unknown) => parseDate(textOf(value)) ?? textOf(value);
const list = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value : value && typeof value === 'object' ? [value as Record<string, unknown>] : [];
const key = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null);

/** 'Rule 144', or '' for none; some registries write "none" as a word or as the letter N. */
export const restrictionOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : /^(none|n|no restrictions?|unrestricted)?$/i.test(textOf(value).trim())
      ? ''
      : textOf(value).trim();

/** The issuer's own account, which the interface marks only by its name. */
const isTreasury = (name: string, issuer: string) =>
  /\btreasury\b/i.test(name) && issuer !== '' && name.toLowerCase().startsWith(issuer.toLowerCase());

function linesOf(value: unknown, side: JournalLine['side'], issuer: string): JournalLine[] {
  return list(value).map((line, index) => ({
    id: `${side}/${textOf(line.controlCertificateId) || index}`,
    side,
    certificate: key(line.controlCertificateId),
    number: textOf(line.certificateNumber),
    holder:
      textOf(line.shareholderControlId) || textOf(line.shareholderCustomerId) || textOf(line.shareholderName),
    account: textOf(line.shareholderCustomerId),
    name: textOf(line.shareholderName),
    className: textOf(line.securityType),
    shares: exact(line.shares),
    restriction: restrictionOf(line.restriction),
    treasury: isTreasury(textOf(line.shareholderName), issuer),
  }));
}

/** The journal response as entries in the order received; null when it is not a journal. */
export function entriesOf(
  response: ResponseFor<'GenerateTransactionList'> | undefined,
): JournalEntry[] | null {
  const rows = (response as { transactions?: unknown } | undefined)?.transactions;
  if (rows === undefined) return null;
  return list(rows).map((row, index) => ({
    id: key(row.controlTransactionId),
    key: textOf(row.controlTransactionId) || `row ${index}`,
    number: transactionNumber(row.TransactionNumber, row.controlTransactionId),
    invoice: exact(row.InvoiceNumber) === 0n ? '' : textOf(row.InvoiceNumber),
    agent: textOf(row.Agent),
    processed: day(row.processDate),
    effective: day(row.effectiveDate),
    type: textOf(row.type) || textOf(row.typeCode),
    code: textOf(row.typeCode).toUpperCase(),
    canceled: linesOf(row.canceledCertificates, 'canceled', textOf(row.issuerName)),
    issued: linesOf(row.issuedCertificates, 'issued', textOf(row.issuerName)),
  }));
}
