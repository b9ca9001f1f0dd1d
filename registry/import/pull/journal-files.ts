import { parseDate } from '#lib/format/dates';
import { writeCsv } from '#lib/sheet/csv';
import { csvName } from '../fields/field.ts';
import { historySheets } from '../fields/journal-sheets.ts';
import type { RemoteRegister } from './read-registry.ts';

/** The journal as the other registry gave it, in two more CSV files that are kept with the register. */
export const givenJournalName = 'given-journal.csv';
export const givenLinesName = 'given-journal-lines.csv';

/** The names of these files in a pulled register; earlier ones had other names. */
export const journalFilesIn = (names: readonly string[]): readonly string[] =>
  names.includes(givenJournalName) ? [givenJournalName, givenLinesName] : historySheets.map(csvName);

type JournalFile = readonly [name: string, text: AsyncIterable<string>];

export function journalFiles({ journal, statuses }: RemoteRegister): JournalFile[] {
  return [
    [
      givenJournalName,
      writeCsv(
        ['Txn', 'Type', 'Received', 'Effective', 'Processed', 'Completed', 'Agent', 'Invoice'],
        transactions(),
      ),
    ],
    [
      givenLinesName,
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
