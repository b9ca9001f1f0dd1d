// Compares totals that another registry states with what was read from it.

import { formatShares } from '#lib/format/shares';
import { isCompleted, type RemoteRegister } from './read-registry.ts';
import type { Report } from './report.ts';
import { restrictionOf } from './texts.ts';

/** A total of the other registry beside the same total of what was read. */
export type Comparison = {
  /** Name of the class; '' for the issuer as a whole. */
  class: string;
  measure: string;
  /** The operation that states it. */
  from: string;
  stated: bigint;
  read: bigint;
  agrees: boolean;
};

type Sums = { outstanding: bigint; restricted: bigint; holders: bigint; certificates: bigint };

/**
 * Compares what was read with every total that the other registry states. The totals of the balance are the control totals
 * of the register too, where a difference is an error (T01); the others are reported here.
 */
export function compareTotals(read: RemoteRegister, report: Report): Comparison[] {
  const comparisons: Comparison[] = [];
  const restrictionOfId = new Map(
    read.certificates.map((one) => [one.controlCertificateId, restrictionOf(one.restriction)]),
  );
  for (const { securityTypeId, securityType: name } of read.classes) {
    const compare = (measure: string, from: string, stated: bigint | undefined, own: bigint) => {
      if (stated !== undefined)
        comparisons.push({ class: name, measure, from, stated, read: own, agrees: stated === own });
    };
    const balance = read.balances.find((one) => one.securityID === securityTypeId);
    if (!balance) {
      report(undefined, 'R02', 'warning', `The balance of the other registry has no class ${name}.`);
      continue;
    }
    const sums = sumsOf(read, securityTypeId, restrictionOfId);
    compare('Outstanding', 'balance', BigInt(balance.totalOutstandingShares), sums.outstanding);
    compare('Restricted', 'balance', BigInt(balance.totalRestrictedShares), sums.restricted);
    compare('Holders', 'balance', BigInt(balance.totalShareholder), sums.holders);
    const ownership = read.ownership.balances.find((one) => one.securityType === name);
    const ofAccounts = read.ownership.accounts.flatMap((one) =>
      one.securities.filter((of) => of.securityType === name),
    );
    compare('Outstanding', 'ownership', maybe(ownership?.totalOutstandingShares), sums.outstanding);
    compare('Outstanding', 'accounts of the ownership', total(ofAccounts, 'totalShares'), sums.outstanding);
    compare(
      'Certificates',
      'accounts of the ownership',
      total(ofAccounts, 'numberOfCertificates'),
      sums.certificates,
    );
    compare('Holders', 'ownership', maybe(ownership?.numOfShareholder), sums.holders);
    const rows = read.capTable.rows.filter((one) => one.securityTypeID === securityTypeId);
    const security = read.capTable.securities.find((one) => one.securityTypeID === securityTypeId);
    compare('Outstanding', 'cap table', total(rows, 'totalShares'), sums.outstanding);
    compare('Restricted', 'cap table', total(rows, 'restrictionShares'), sums.restricted);
    compare('Holders', 'cap table', maybe(security?.numberOfShareholders), sums.holders);
    const diluted = read.diluted.securites
      .filter((one) => one.security === name)
      .flatMap((one) => one.shareholders);
    compare(
      'Reserved',
      'diluted ownership',
      total(
        diluted.filter((one) => one.isReserved),
        'shares',
      ),
      BigInt(balance.totalReserveShares),
    );
    compare('Issued', 'journal', movedOf(read, securityTypeId), BigInt(balance.totalIssuedShares));
  }
  const completed = read.statuses.filter(isCompleted).length;
  comparisons.push({
    ...{ class: '', measure: 'Transactions', from: 'status list', stated: BigInt(completed) },
    ...{ read: BigInt(read.journal.length), agrees: completed === read.journal.length },
  });
  for (const one of comparisons)
    if (!one.agrees) report(undefined, 'R02', 'warning', sentenceOf(one), String(one.stated));
  return comparisons;
}

function sentenceOf({ class: name, measure, from, stated, read }: Comparison): string {
  // Reserved and issued shares are not read as rows: two statements of the other registry are compared.
  const own = measure === 'Reserved' || measure === 'Issued' ? 'its balance' : 'what was read';
  return `${name ? `${name}, ` : ''}${measure}: the ${from} of the other registry says ${formatShares(stated)}, ${own} ${formatShares(read)}.`;
}

const maybe = (value: number | string | undefined) => (value === undefined ? undefined : BigInt(value));

const total = <Key extends string>(
  rows: readonly Readonly<Record<Key, number | string>>[],
  key: Key,
): bigint => rows.reduce((sum, row) => sum + BigInt(row[key]), 0n);

function sumsOf(
  { accounts }: RemoteRegister,
  classId: number,
  restrictions: ReadonlyMap<number, string | undefined>,
): Sums {
  const sums: Sums = { outstanding: 0n, restricted: 0n, holders: 0n, certificates: 0n };
  for (const { securities } of accounts) {
    const certificates = securities
      .filter((one) => one.securityTypeId === classId)
      .flatMap((one) => one.certificates);
    if (certificates.length > 0) sums.holders += 1n;
    for (const { shares, controlCertificateId: id } of certificates) {
      sums.outstanding += BigInt(shares);
      sums.certificates += 1n;
      if (id !== undefined && restrictions.get(id) !== 'N') sums.restricted += BigInt(shares);
    }
  }
  return sums;
}

/** Issued less canceled shares of the journal: what is issued now, if the journal is whole. */
function movedOf({ journal }: RemoteRegister, classId: number): bigint {
  let sum = 0n;
  for (const { issuedCertificates, canceledCertificates } of journal) {
    for (const line of issuedCertificates) if (line.securityTypeId === classId) sum += BigInt(line.shares);
    for (const line of canceledCertificates) if (line.securityTypeId === classId) sum -= BigInt(line.shares);
  }
  return sum;
}
