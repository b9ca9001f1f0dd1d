import type { PoolClient } from 'pg';
import type { RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import type { Db } from '#registry/db/session';
import type { JsonText } from '#registry/http/reply';
import { agentFacts } from '#registry/queries/agent';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import type { HolderWithAddress } from '#registry/queries/holder-records';
import type { Issuer } from '#registry/queries/issuers';
import {
  countJournal,
  type JournalLine,
  type JournalSelection,
  type JournalTransaction,
  journalBatches,
  transactionNumber,
} from '#registry/queries/journal';
import type { Context } from '../parts/context.ts';
import { accountTypeText, restrictionText, transactionTypeText } from '../parts/display-text.ts';
import { anyIssuers, period } from '../parts/request/coverage.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { addressObject, faceValue } from '../parts/response/display.ts';
import { streamedPieces } from '../parts/response/json-pieces.ts';
import { listResponse } from '../parts/response/list-response.ts';

type Journal = {
  agent: string;
  issuers: ReadonlyMap<bigint, Issuer>;
  ofId: (id: bigint) => SecurityClass;
};

/** The journal of completed transactions in a period, each with its canceled and issued certificates. */
export function transactionJournal(
  ctx: Context,
  input: RequestFor<'GenerateTransactionList'>,
): Promise<JsonText> {
  const { from, cutoff: to } = period(ctx, input.startDate, input.endDate);
  const selectionOf = (issuers: readonly Issuer[]): JournalSelection => ({
    issuerIds: issuers.map((issuer) => issuer.id),
    dateBy: input.filterDateBy,
    from,
    to,
    kind: input.transactionTypeCode ?? '',
    timeZone: ctx.clock.timeZone,
  });
  const plan = async (db: Db) => {
    const { issuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    return { plan: issuers, rows: await countJournal(db, selectionOf(issuers)) };
  };
  return listResponse(ctx, plan, text);

  async function* text(client: PoolClient, issuers: readonly Issuer[]): AsyncGenerator<string> {
    const selection = selectionOf(issuers);
    const classes: SecurityClass[] = [];
    for (const issuer of issuers) classes.push(...(await classesOf(client, issuer.id, ctx.clock.today())));
    const journal: Journal = {
      agent: (await agentFacts(client)).name,
      issuers: new Map(issuers.map((issuer) => [issuer.id, issuer])),
      ofId: classNamed(classes),
    };
    yield `{"totalTransactionRecords":${await countJournal(client, selection)},"transactions":[`;
    let lead = '';
    for await (const { transactions, linesOf, holders } of journalBatches(client, selection)) {
      const toElement = (line: JournalLine) => certificate(journal, holders, line);
      for (const row of transactions) {
        const lines = linesOf.get(row.id) ?? [];
        const canceled = lines.filter((line) => !line.is_issued);
        const issued = lines.filter((line) => line.is_issued);
        // One corporate action may issue to every holder, so its lines are written in pieces too.
        yield `${lead}${writeJson(transaction(journal, row)).slice(0, -1)},"canceledCertificates":`;
        yield* streamedPieces(canceled, toElement);
        yield ',"issuedCertificates":';
        yield* streamedPieces(issued, toElement);
        yield '}';
        lead = ',';
      }
    }
    yield ']}';
  }
}

function transaction(journal: Journal, row: JournalTransaction) {
  const issuer = journal.issuers.get(row.issuer_id);
  if (!issuer) throw new Error('A transaction belongs to an issuer that was not asked for.');
  return {
    controlTransactionId: row.id,
    TransactionNumber: transactionNumber(row),
    // A whole number in the response; 0 when nothing was invoiced.
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

function certificate(journal: Journal, holders: ReadonlyMap<bigint, HolderWithAddress>, line: JournalLine) {
  const known = holders.get(line.holder_id);
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
