import {
  both,
  codeText,
  commas,
  decimal,
  kindText,
  number,
  page,
  person,
  quantity,
  slashed,
  value,
} from './answers.ts';
import { compare, outAt, sum } from './books.ts';
import type { Day, Issuer, Model, Paper, Txn } from './shapes.ts';
import { owed } from './verbs.ts';

export type StatusQuery = {
  kind: string;
  status: string;
  by: string;
  isDescending: boolean;
  start: number;
  rows: number;
};

/** A missing date stands where the day of receipt puts it; ties go by issuer and id in the chosen direction. */
export function statusList(m: Model, list: readonly Issuer[], query: StatusQuery) {
  const keys: Record<string, (one: Txn) => string | bigint> = {
    TransactionId: number,
    ReceivedDate: (one) => one.received,
    CompletedDate: (one) => one.completed || one.received,
    EffectiveDate: (one) => one.effective || one.received,
    Type: (one) => kindText[one.kind]!,
    Status: (one) => one.status,
    SortName: (one) => one.to,
    Name: (one) => one.to,
    Shares: (one) => sum(m.papers.filter((paper) => paper.by === one)),
  };
  const key = keys[query.by]!;
  const found = m.txns
    .filter((one) => list.includes(one.issuer) && (!query.kind || one.kind === query.kind))
    .filter((one) => query.status === 'All' || one.status === query.status)
    .map((one) => ({ one, key: key(one) }))
    .sort((a, b) => compare(a.key, b.key) || compare(a.one.id, b.one.id));
  if (query.isDescending) found.reverse();
  return {
    totalRecords: found.length,
    transactions: page(found, query.start, query.rows).map(({ one }) => ({
      transactionId: number(one),
      controlTransactionId: one.id,
      type: kindText[one.kind],
      receivedDate: slashed(one.received),
      completedDate: slashed(one.completed),
      effectiveDate: slashed(one.effective),
      transferFrom: one.from,
      issuedTo: one.to,
      status: one.status,
    })),
  };
}

export function journal(m: Model, list: readonly Issuer[], by: string, from: Day, to: Day, kind: string) {
  const name = by
    .split(/(?=[A-Z])/)[0]!
    .toLowerCase()
    .replace('process', 'processed') as 'effective';
  const fields = {
    effective: 'effective',
    processed: 'processed',
    received: 'received',
    completed: 'completed',
  } as const;
  const dateOf = (one: Txn) => one[fields[name]];
  const found = m.txns
    .filter((one) => list.includes(one.issuer) && one.status === 'Completed' && (!kind || one.kind === kind))
    .filter((one) => dateOf(one) >= from && dateOf(one) <= to)
    .sort((a, b) => compare(dateOf(a), dateOf(b)) || compare(number(a), number(b)) || compare(a.id, b.id));
  const lines = (papers: readonly Paper[]) =>
    papers
      .toSorted((a, b) => compare(a.id, b.id))
      .map((one) => {
        const { shareholderEmail: _, ...who } = person(one.holder);
        return {
          ...who,
          primaryAddress: one.holder.primary,
          securityTypeId: one.cls.id,
          securityType: one.cls.name,
          issuedDate: one.issued,
          controlCertificateId: one.id,
          customerCertificateId: one.key,
          certificateNumber: `${one.number}`,
          restriction: codeText[one.code],
          shares: one.shares,
          value: value(one.cls, one.shares),
        };
      });
  return {
    totalTransactionRecords: found.length,
    transactions: found.map((one) => ({
      controlTransactionId: one.id,
      TransactionNumber: number(one),
      InvoiceNumber: one.invoice,
      Agent: one.presentor || m.agent,
      processDate: one.processed,
      effectiveDate: one.effective,
      issuerName: one.issuer.name,
      customerIssuerId: one.issuer.key,
      controlIssuerId: one.issuer.id,
      type: kindText[one.kind],
      typeCode: one.kind,
      canceledCertificates: lines(m.papers.filter((paper) => paper.end === one)),
      issuedCertificates: lines(m.papers.filter((paper) => paper.by === one)),
    })),
  };
}

export function proxies(m: Model, list: readonly Issuer[], today: Day) {
  return list.flatMap((issuer) =>
    m.proxies
      .filter((one) => one.cls.issuer === issuer)
      .sort((a, b) => compare(b.record, a.record) || compare(b.id, a.id))
      .map((one) => {
        const entitled = one.record <= today ? sum(outAt(m, one.cls, one.record)) : 0n;
        return {
          proxyId: one.id,
          issuer: issuer.name,
          security: one.cls.name,
          title: one.title,
          quorum: `${one.quorum}%`,
          ...both((n) => quantity(one.cls, n), {
            totalShares: one.frozen ? sum(one.frozen) : entitled,
            totalVotedShares: sum(one.ballots),
          }),
          recordDate: slashed(one.record),
          mailingDate: slashed(one.mailed),
          meetingDateTime: one.meeting,
          voteCloseDateTime: one.close,
          status: one.status,
        };
      }),
  );
}

export function dividends(m: Model, issuer: Issuer, today: Day) {
  return m.dividends
    .filter((one) => one.cls.issuer === issuer)
    .sort((a, b) => compare(b.record, a.record) || compare(b.id, a.id))
    .map((one) => {
      const due = one.paid ?? (one.record <= today ? owed(m, one) : { shares: 0n, amount: 0n });
      const isStock = one.kind === 'Stock';
      return {
        dividendId: one.id,
        type: one.kind,
        security: one.cls.name,
        payable: slashed(one.payable),
        recordDate: slashed(one.record),
        ratio: one.ratio,
        oustandingShares: due.shares,
        outstandingSharesFormat: quantity(one.cls, due.shares),
        distributionAmount: isStock ? due.amount : Number(due.amount) / 100,
        distributionAmountFormat: isStock ? commas(due.amount) : `$${decimal(due.amount, 2)}`,
        fractionalType: one.rounding,
        cashPerShare: isStock ? null : Number(one.micros) / 1e6,
        cashPerShareFormat: isStock ? '' : `$${decimal(one.micros, 6).replace(/0{1,4}$/, '')}`,
      };
    });
}
