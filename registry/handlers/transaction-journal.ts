import type { RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/json';
import { inSnapshot } from '../db/session.ts';
import type { JsonText } from '../http/reply.ts';
import { agentFacts } from '../queries/agent.ts';
import { classesOf, type SecurityClass } from '../queries/classes.ts';
import { type HolderWithAddress, holdersById } from '../queries/holder-records.ts';
import type { Issuer } from '../queries/issuers.ts';
import {
  type JournalLine,
  type JournalTransaction,
  journalLines,
  journalTransactions,
  transactionNumber,
} from '../queries/journal.ts';
import { accountTypeText, restrictionText, transactionTypeText } from '../reports/wording.ts';
import { classNamed } from './class-named.ts';
import type { Context } from './context.ts';
import { anyIssuers, period } from './coverage.ts';
import { addressObject, faceValue } from './display.ts';
import { arrayPieces, gathered } from './json-pieces.ts';

type Journal = {
  agent: string;
  transactions: readonly JournalTransaction[];
  lines: ReadonlyMap<bigint, readonly JournalLine[]>;
  issuers: ReadonlyMap<bigint, Issuer>;
  holders: ReadonlyMap<bigint, HolderWithAddress>;
  ofId: (id: bigint) => SecurityClass;
};

/**
 * The journal of completed transactions in a period, with the certificates each canceled and issued (domain §9.11). The
 * connection goes back before the first byte; the text is made piece by piece.
 */
export async function transactionJournal(
  ctx: Context,
  input: RequestFor<'GenerateTransactionList'>,
): Promise<JsonText> {
  const { from, cutoff: to } = period(ctx, input.startDate, input.endDate);
  const journal = await inSnapshot(ctx.pool, async (client): Promise<Journal> => {
    const { issuers } = await anyIssuers(client, ctx, input.customerIssuerId);
    const selection = {
      issuerIds: issuers.map((issuer) => issuer.id),
      dateBy: input.filterDateBy,
      from,
      to,
      kind: input.transactionTypeCode ?? '',
    };
    const transactions = await journalTransactions(client, selection);
    const lines = new Map<bigint, JournalLine[]>();
    for await (const line of journalLines(client, selection)) {
      const known = lines.get(line.txn_id);
      if (known) known.push(line);
      else lines.set(line.txn_id, [line]);
    }
    const classes: SecurityClass[] = [];
    for (const issuer of issuers) classes.push(...(await classesOf(client, issuer.id, ctx.clock.today())));
    const holderIds = new Set([...lines.values()].flatMap((some) => some.map((line) => line.holder_id)));
    return {
      agent: (await agentFacts(client)).name,
      transactions,
      lines,
      issuers: new Map(issuers.map((issuer) => [issuer.id, issuer])),
      holders: await holdersById(client, [...holderIds]),
      ofId: classNamed(classes),
    };
  });
  return { jsonText: gathered(text(journal)) };
}

function* text(journal: Journal): Generator<string> {
  yield `{"totalTransactionRecords":${journal.transactions.length},"transactions":[`;
  const toElement = (line: JournalLine) => certificate(journal, line);
  for (const [index, row] of journal.transactions.entries()) {
    const lines = journal.lines.get(row.id) ?? [];
    const sides = [lines.filter((line) => !line.is_issued), lines.filter((line) => line.is_issued)] as const;
    // One corporate action may issue to every holder, so its lines are written in pieces too.
    yield `${index === 0 ? '' : ','}${writeJson(transaction(journal, row)).slice(0, -1)},"canceledCertificates":`;
    yield* arrayPieces(sides[0], toElement);
    yield ',"issuedCertificates":';
    yield* arrayPieces(sides[1], toElement);
    yield '}';
  }
  yield ']}';
}

function transaction(journal: Journal, row: JournalTransaction) {
  const issuer = journal.issuers.get(row.issuer_id);
  if (!issuer) throw new Error('A transaction belongs to an issuer that was not asked for.');
  return {
    controlTransactionId: row.id,
    TransactionNumber: transactionNumber(row),
    // A whole number in the interface; 0 where nothing was invoiced.
    InvoiceNumber: row.invoice_number ?? 0n,
    Agent: row.presentor || journal.agent,
    processDate: row.processed_on,
    effectiveDate: row.effective_on,
    issuerName: issuer.name,
    customerIssuerId: issuer.customerId,
    controlIssuerId: issuer.id,
    type: transactionTypeText(row.kind),
    typeCode: row.kind,
  };
}

function certificate(journal: Journal, line: JournalLine) {
  const known = journal.holders.get(line.holder_id);
  if (!known) throw new Error('A certificate belongs to a holder that does not exist.');
  const ofClass = journal.ofId(line.class_id);
  return {
    shareholderName: known.holder.name,
    shareholderType: accountTypeText(known.holder.accountType),
    shareholderTypeEnum: known.holder.accountType,
    shareholderCustomerId: known.holder.customerId,
    shareholderControlId: known.holder.id,
    primaryAddress: addressObject(known.primaryAddress),
    securityTypeId: ofClass.id,
    securityType: ofClass.name,
    issuedDate: line.issued_on,
    controlCertificateId: line.id,
    customerCertificateId: line.customer_id,
    certificateNumber: line.number.toString(),
    restriction: restrictionText(line.restriction),
    shares: line.shares,
    value: faceValue(ofClass, line.shares),
  };
}
