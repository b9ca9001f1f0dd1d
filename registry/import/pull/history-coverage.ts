import type { RemoteLine, RemoteRegister } from './read-registry.ts';

/** How far the journal of another registry accounts for its certificates. */
export type HistoryCoverage = {
  transactions: number;
  lines: number;
  /** First and last effective day; null for a journal without transactions. */
  firstOn: string | null;
  lastOn: string | null;
  /** Outstanding certificates that no transaction issued. */
  notIssued: number;
  /** Canceled certificates that no transaction issued. */
  canceledNotIssued: number;
  /** Transfers that issue other shares of a class than they cancel. */
  unequalTransfers: number;
  /** Classes whose issued less canceled shares are not the issued shares of the balance. */
  differingClasses: string[];
};

export function historyCoverage({ journal, accounts, classes, balances }: RemoteRegister): HistoryCoverage {
  const issued = journal.flatMap((one) => one.issuedCertificates);
  const canceled = journal.flatMap((one) => one.canceledCertificates);
  const known = new Set(issued.map((line) => line.controlCertificateId));
  const held = accounts.flatMap((one) => one.securities.flatMap(({ certificates }) => certificates));
  const days = journal.map((one) => one.effectiveDate.slice(0, 10)).sort();
  const [put, taken] = [sharesOf(issued), sharesOf(canceled)];
  const differing = classes.filter(({ securityTypeId: id }) => {
    const balance = balances.find((one) => one.securityID === id);
    return balance !== undefined && netOf(put, taken, id) !== BigInt(balance.totalIssuedShares);
  });
  const isUnequal = ({ canceledCertificates, issuedCertificates }: RemoteRegister['journal'][number]) => {
    const [to, from] = [sharesOf(issuedCertificates), sharesOf(canceledCertificates)];
    return [...to.keys(), ...from.keys()].some((id) => netOf(to, from, id) !== 0n);
  };
  return {
    transactions: journal.length,
    lines: issued.length + canceled.length,
    firstOn: days[0] ?? null,
    lastOn: days.at(-1) ?? null,
    notIssued: held.filter(({ controlCertificateId: id }) => id === undefined || !known.has(id)).length,
    canceledNotIssued: canceled.filter((line) => !known.has(line.controlCertificateId)).length,
    unequalTransfers: journal.filter((one) => one.typeCode === 'T' && isUnequal(one)).length,
    differingClasses: differing.map(({ securityType }) => securityType),
  };
}

function sharesOf(lines: readonly RemoteLine[]): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const { securityTypeId: id, shares } of lines) sums.set(id, (sums.get(id) ?? 0n) + BigInt(shares));
  return sums;
}

const netOf = (to: ReadonlyMap<number, bigint>, from: ReadonlyMap<number, bigint>, id: number) =>
  (to.get(id) ?? 0n) - (from.get(id) ?? 0n);
