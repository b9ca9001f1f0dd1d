import { openSync, writeSync } from 'node:fs';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { issue } from '#registry/ledger/issuance/issue';
import { transfer } from '#registry/ledger/transfer';

/**
 * Posts in a loop and writes one line per acknowledged post: kind, transaction, canceled and issued
 * certificates. Arguments: connection string, issuer, class, holder, other holder, file of acknowledgments,
 * pipelined or plain.
 */
const [url, issuerText, classText, fromText, toText, file, mode] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const issuerId = BigInt(issuerText);
const classId = BigInt(classText);
const pool = openPool(url, { max: 2, applicationName: 'kill writer', pipeline: mode === 'pipelined' });
const handle = openSync(file, 'a');

for (let turn = 0; ; turn += 1) {
  const entry = {
    receivedOn: '2026-01-05',
    effectiveOn: '2026-01-05',
    completedOn: '2026-01-05',
    processedAt: new Date(Date.UTC(2026, 0, 5, 12) + turn).toISOString(),
    authority: 'Order',
  };
  const holderId = BigInt(fromText);
  const issued = await withTransaction(pool, (tx) => {
    const lines = [{ holderId, shares: 100n }];
    return issue(tx, { issuerId, entry, classId, lines });
  });
  record('issue', issued);
  const moved = await withTransaction(pool, (tx) => {
    const lines = [{ holderId: BigInt(toText), shares: 30n }];
    const certificates = [issued.issued[0]!.id];
    return transfer(tx, { issuerId, entry: { ...entry, subKind: 'Sale' }, certificates, lines });
  });
  record('transfer', moved);
}

function record(
  kind: string,
  posted: { txnId: bigint; canceled: { id: bigint }[]; issued: { id: bigint }[] },
): void {
  const ids = (list: { id: bigint }[]) => list.map((one) => one.id).join(',');
  writeSync(handle, `${kind} ${posted.txnId} ${ids(posted.canceled)} ${ids(posted.issued)}\n`);
}
