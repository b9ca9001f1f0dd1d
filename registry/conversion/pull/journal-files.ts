import { parseDate } from '#lib/format/dates';
import { writeCsv } from '#lib/sheet/csv';
import type { RemoteRegister } from './read-registry.ts';

/**
 * The history of a pulled register as two more CSV files. They are kept with it and are not posted: the interface gives
 * neither purpose nor authority nor terms, without which a transaction cannot be entered.
 */
export const journalName = 'journal.csv';
export const linesName = 'journal-lines.csv';

type JournalFile = readonly [name: string, text: AsyncIterable<string>];

export function journalFiles({ journal, statuses }: RemoteRegister): JournalFile[] {
  return [
    [
      journalName,
      writeCsv(
        ['Txn', 'Type', 'Received', 'Effective', 'Processed', 'Completed', 'Agent', 'Invoice'],
        transactions(),
      ),
    ],
    [
      linesName,
      writeCsv(
        ['Txn', 'Side', 'Class', 'Number', 'Source id', 'Account', 'Name', 'Issued', 'Shares', 'Restriction'],
        lines(),
      ),
    ],
  ];

  function* transactions() {
    const statusOf = new Map(statuses.map((one) => [one.controlTransactionId, one]));
    for (const one of journal) {
      const status = statusOf.get(one.controlTransactionId);
      yield [
        one.TransactionNumber,
        one.typeCode,
        parseDate(status?.receivedDate ?? ''),
        parseDate(one.effectiveDate),
        parseDate(one.processDate),
        parseDate(status?.completedDate ?? ''),
        one.Agent,
        one.InvoiceNumber || null,
      ];
    }
  }

  function* lines() {
    for (const { TransactionNumber, canceledCertificates, issuedCertificates } of journal)
      for (const [side, certificates] of [
        ['Canceled', canceledCertificates],
        ['Issued', issuedCertificates],
      ] as const)
        for (const one of certificates)
          yield [
            ...[TransactionNumber, side, one.securityType, one.certificateNumber, one.controlCertificateId],
            ...[one.shareholderCustomerId, one.shareholderName, parseDate(one.issuedDate)],
            ...[BigInt(one.shares), one.restriction],
          ];
  }
}
