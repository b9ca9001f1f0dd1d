import { readAccounts } from '#registry/ledger/core/accounts';
import { readCertificates } from '#registry/ledger/core/certificates';
import { readTxns } from '#registry/ledger/core/entry';
import { loadLots } from '#registry/ledger/core/tax-lots';
import type { UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { loadStops } from '#registry/ledger/stops';
import type { Item } from '../item.ts';
import { numberOf } from '../presented-certificates.ts';
import {
  numberKey,
  type ReadCache,
  readHolders,
  readNumbers,
  readPossibleDuplicates,
  readPresented,
} from './read-cache.ts';

/**
 * Reads at once what the items of a batch need: one statement for each kind of row, instead of one for each item. It only
 * fills what the checks and the verbs look into before they read; what is missing there they read one by one.
 */
export async function readAhead(
  reader: { book: UnitOfWork; known: ReadCache },
  items: readonly Item[],
): Promise<void> {
  const { book, known } = reader;
  const named = items.flatMap(({ content }) => content.certificates);
  const numbers = named.flatMap((one) =>
    one.controlCertificateId ? [] : (numberOf(one.prefixAndCertificateNumber) ?? []),
  );
  await readNumbers(reader, numbers);
  const certificateIds = [
    ...named.flatMap((one) => (one.controlCertificateId ? [BigInt(one.controlCertificateId)] : [])),
    ...numbers.flatMap((one) => known.numbers.get(numberKey(one))!.map((row) => row.id)),
  ];
  await readCertificates(book, certificateIds);
  await loadStops(book, certificateIds);
  await loadLots(book, certificateIds);
  await readPresented(reader, certificateIds);
  const holderIds = [
    ...certificateIds.flatMap((id) => book.certificates.get(id)?.holderId ?? []),
    ...items.flatMap(({ content }) => [
      ...content.lines.flatMap((line) =>
        line.systemShareholderId ? [BigInt(line.systemShareholderId)] : [],
      ),
      ...(content.sourcePosition ? [BigInt(content.sourcePosition.systemShareholderId)] : []),
    ]),
  ];
  await readAccounts(book, holderIds);
  await readHolders(reader, holderIds);
  await readPossibleDuplicates(
    reader,
    items.map((item) => item.likeness),
  );
  await readTxns(
    book,
    items.flatMap((item) => item.txnId ?? []),
  );
}
