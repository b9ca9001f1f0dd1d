/**
 * The numbers by which users know a certificate and a transaction. Every screen, file and search takes them from
 * here, so that one certificate or transaction never appears under two numbers.
 */

import { textOf } from '../format/text-of.ts';

type CertificateIds = {
  prefixAndCertificateNumber?: unknown;
  customerCertificateId?: unknown;
  controlCertificateId?: unknown;
};

/** 'BE-3780': prefix and number. Other ids only where a registry sends no number. */
export const certificateNumber = (row: CertificateIds): string =>
  textOf(row.prefixAndCertificateNumber) ||
  textOf(row.customerCertificateId) ||
  textOf(row.controlCertificateId);

/** Certificate numbers by registry key. */
export type CertificateNumbers = ReadonlyMap<number, string>;

export const numbersOf = (
  certificates: readonly { id: number | null; number: string }[],
): CertificateNumbers =>
  new Map(certificates.flatMap(({ id, number }) => (id === null ? [] : [[id, number] as const])));

/**
 * The number of a journal line's certificate. The journal sends it without its prefix, so it comes from the list
 * of certificates; the bare number only where that list has no such certificate, as for treasury.
 */
export const lineNumber = (
  { certificate, number }: { certificate: number | null; number: string },
  numbers: CertificateNumbers,
): string => (certificate === null ? undefined : numbers.get(certificate)) ?? number;

/** True when a number from the journal, without its prefix, may be that of a certificate. */
export const isNumberOf = (certificate: string, line: string): boolean =>
  certificate === line || (line !== '' && certificate.endsWith(`-${line}`));

/** The customer's number of a transaction, else the registry's own. */
export const transactionNumber = (displayed: unknown, control: unknown): string =>
  textOf(displayed) || textOf(control);
