import type { ClientBase } from 'pg';
import { type ItemContent, type ItemContentInput, itemContent } from '#lib/contract/agent/content';
import type { CaseCode } from '#lib/contract/agent/values';
import { enterItem } from '#registry/items/enter';
import type { Item } from '#registry/items/item';
import { approveItem, postItems, submitItem } from '#registry/items/take-steps';
import { findIssuer } from '#registry/queries/issuers';
import type { Values } from '../sheet/instruction.ts';
import { partsOf } from '../sheet/row-checks.ts';
import { bulkRequester } from './bulk-requester.ts';
import { BulkRefusal } from './refusal.ts';
import type { RowContext, RowResult } from './row-context.ts';

/**
 * Logs the transfer as an item of the work queue and takes it through its steps: entered by who uploaded the sheet,
 * approved by who approved it. What refuses or holds it leaves nothing.
 */
export async function postTransfer(context: RowContext): Promise<RowResult> {
  const { tx, settings, today, by, approver, rows, acknowledged } = context;
  const [first = {}] = rows;
  const issuer = await findIssuer(tx, { customerId: BigInt(first.issuer_id ?? 0) });
  if (!issuer) throw new BulkRefusal('Issuer id', `There is no issuer ${first.issuer_id}.`);
  const content = await transferContent(tx, issuer.id, rows, today);
  const rule = settings.work.approval;
  const asked = bulkRequester(by, context);
  const second = bulkRequester(approver ?? by, context);
  const named = ({ id, version }: Item) => ({ issuerId: issuer.id, itemId: id, version });
  const entered = await enterItem(tx, issuer.id, content, asked, {
    timeZone: settings.timeZone,
    cutoff: settings.work.cutoff,
  });
  let item = await submitItem(tx, named(entered), asked, rule);
  if (item.stage === 'AwaitingApproval') item = await approveItem(tx, named(item), second, acknowledged);
  const transaction = item.number ?? item.txnId;
  if (content.effectiveDate && content.effectiveDate > today)
    return { state: 'Queued', transaction, sentence: `The registry posts it on ${content.effectiveDate}.` };
  await postItems(tx, issuer.id, [named(item)], second, { acknowledged, rule });
  return { state: 'Posted', transaction, sentence: '' };
}

/** The content of the item that the rows of a transfer are. */
export async function transferContent(
  db: ClientBase,
  issuerId: bigint,
  rows: readonly Values[],
  today: string,
): Promise<ItemContent> {
  const [first = {}] = rows;
  const accounts = await accountsOf(
    db,
    issuerId,
    rows.map((row) => row.to_account ?? ''),
  );
  const date = first.document_on;
  const signers = partsOf(first.signers);
  const receivedAt = first.received_on ?? today;
  const given: ItemContentInput = {
    kind: 'Transfer',
    caseCode: first.case_code as CaseCode,
    receivedAt,
    channel: 'Issuer',
    effectiveDate: first.effective_on,
    presentor: { name: first.presentor ?? '', reference: first.reference },
    certificates: partsOf(first.certificates).map((one) => ({
      prefixAndCertificateNumber: one,
      isPaperHere: true,
    })),
    lines: rows.map((row) => {
      const id = accounts.get(row.to_account ?? '');
      if (id === undefined)
        throw new BulkRefusal('To account', `The issuer has no account ${row.to_account ?? ''}.`);
      return {
        systemShareholderId: Number(id),
        shares: BigInt(row.shares ?? 0),
        certificateType: row.form as 'BookEntry' | 'Certificate' | undefined,
        restrictionCode: row.restriction as 'N' | undefined,
        legend: row.legend,
      };
    }),
    guarantees: signers.map((signer) => ({ signer, prefix: first.guarantee_prefix, date })),
    documents: partsOf(first.documents).map((kind) => ({
      kind: kind as 'Assignment',
      state: 'Original' as const,
      date,
    })),
    pricePerShare: first.price_per_share,
    facts: { assignmentDate: date, signers: signers.length > 0 ? signers.length : undefined },
    clearances: first.late_reason ? [{ obstacle: 'enteredLate', reason: first.late_reason }] : [],
    comments: [`Batch ${first.batch}, item ${first.item}.`, first.comments ?? ''].join(' ').trim(),
    chargeAmount: first.charge,
  };
  const read = itemContent.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new BulkRefusal(
    '',
    `The transfer is not valid: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
  );
}

async function accountsOf(
  db: ClientBase,
  issuerId: bigint,
  customerIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await db.query<{ id: bigint; customer_id: string }>(
    `select h.id, h.customer_id from holder h join account a on a.issuer_id = $1 and a.holder_id = h.id
      where h.customer_id = any($2::text[])`,
    [issuerId, customerIds],
  );
  return new Map(rows.map((row) => [row.customer_id, row.id]));
}
