import { logInstruction } from '#registry/items/log-instruction';
import type { GivenLot } from '#registry/ledger/core/given-lot';
import { lotOf } from '#registry/ledger/core/given-lot';
import type { HolderInput } from '#registry/ledger/holders/registration-input';
import { bulkClient } from '#registry/ledger/idempotency';
import { instructIssuances } from '#registry/ledger/issuance/instruct-issuance';
import type { Given, IssuanceInstruction } from '#registry/ledger/issuance/issuance-instruction';
import { openForIssuance } from '#registry/ledger/issuance/open-for-issuance';
import type { Values } from '../sheet/instruction.ts';
import { requestedClass } from '../sheet/requested-class.ts';
import { bulkRequester } from './bulk-requester.ts';
import { BulkRefusal } from './refusal.ts';
import { newRegistration } from './registration.ts';
import type { RowContext, RowResult } from './row-context.ts';

/**
 * Issues shares by the rules of the single operation: at once, or kept until its day or for the work queue. The rows are
 * of one issuer; a refusal of one rejects all, and the transaction must be rolled back.
 */
export async function postIssuances(
  { tx, settings, ...who }: Omit<RowContext, 'rows' | 'acknowledged'>,
  rows: readonly Values[],
): Promise<RowResult[]> {
  const { now, by } = who;
  const context = { ...who, settings };
  const given = rows.map(
    (row): Given => ({
      instruction: instructionOf(row, context),
      requested: { clientId: bulkClient, at: now.toISOString() },
      mayUse: 'any',
      recordPending:
        settings.issuanceMode === 'manual'
          ? (book, txnId) => logInstruction(book, txnId, bulkRequester(by, context))
          : undefined,
    }),
  );
  const opened = await openForIssuance(tx, given);
  const issuer = rows[0]?.issuer_id;
  if (!opened.book) throw new BulkRefusal('Issuer id', `There is no issuer ${issuer}.`);
  for (const { name, account } of rows)
    if (!name && !opened.known.has(account ?? ''))
      throw new BulkRefusal(
        'Account',
        `Account ${account} is not known, and the columns of the holder are blank.`,
      );
  const isPending = opened.book.status === 'Pending';
  const done = await instructIssuances(tx, opened, given, () => []);
  if (!done) throw new BulkRefusal('Issuer id', `There is no issuer ${issuer}.`);
  return done.map(({ txnId }, index): RowResult => {
    const { staysPending, notBefore } = given[index]!.instruction;
    if (!staysPending && !isPending) return { state: 'Posted', transaction: txnId, sentence: '' };
    const sentence =
      settings.issuanceMode === 'manual'
        ? 'It is an item of the work queue now.'
        : isPending
          ? 'It waits until the issuer is active.'
          : `The registry posts it on ${notBefore}.`;
    return { state: 'Queued', transaction: txnId, sentence };
  });
}

function instructionOf(
  row: Values,
  { settings, today, now, by }: Pick<RowContext, 'settings' | 'today' | 'now' | 'by'>,
): IssuanceInstruction {
  const effectiveOn = row.effective_on ?? today;
  const processOn = row.process_on ?? effectiveOn;
  const notBefore = effectiveOn > processOn ? effectiveOn : processOn;
  const shares = BigInt(row.shares ?? 0);
  return {
    customerIssuerId: BigInt(row.issuer_id ?? 0),
    mayOpenIssuer: false,
    requested: requestedClass(row.class_type, row.series),
    form: row.form as IssuanceInstruction['form'],
    holders: [holderOf(row, by)],
    certificates: [
      {
        ...{ holder: 0, shares, legend: row.legend },
        restriction: row.restriction as IssuanceInstruction['certificates'][number]['restriction'],
        lots: lotsOf(row, shares, effectiveOn),
      },
    ],
    notBefore,
    staysPending: settings.issuanceMode === 'manual' || notBefore > today,
    entry: {
      receivedOn: today,
      effectiveOn,
      completedOn: today,
      processedAt: now.toISOString(),
      isPresented: false,
      authority: row.authority ?? '',
      comments: [`Batch ${row.batch}.`, row.comments ?? ''].join(' ').trim(),
      chargeAmount: row.charge ?? '0',
      createdBy: by,
    },
  };
}

function lotsOf(row: Values, shares: bigint, acquisitionDate: string) {
  if (!row.cost_per_share) return [];
  const lot: GivenLot = { acquisitionDate, shares, costPerShare: row.cost_per_share };
  return [lotOf(lot)];
}

/** A known account keeps its registration, so that its row needs no columns of a holder. */
const holderOf = (row: Values, by: HolderInput['by']): HolderInput => newRegistration(row, by);
