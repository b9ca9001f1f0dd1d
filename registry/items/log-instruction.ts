import type { Pool } from 'pg';
import { type ItemContent, itemContent } from '#lib/contract/agent/content';
import { withTransaction } from '#lib/postgres/pool';
import { sumShares } from '#registry/ledger/core/certificates';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { beginUnitOfWork, takeId, type UnitOfWork } from '#registry/ledger/core/unit-of-work';
import {
  type InstructedTxn,
  issuancesWithoutItem,
  readInstructed,
} from '#registry/ledger/issuance/pending-issuance';
import { readItemOfTxn } from './item.ts';
import { chargeOf, logTxn } from './log-txn.ts';
import type { Requester } from './try-content.ts';

/**
 * Logs an issuance that an API client instructed as an item of the work queue, with the Pending transaction that it has.
 * The number of the item is taken now; the function returned writes the item once the book is written.
 */
export function logInstruction(
  book: UnitOfWork,
  txnId: bigint,
  asked: Requester,
  receivedAt = asked.now,
): () => Promise<void> {
  const id = takeId(book, 'item');
  return async () => {
    const stored = await readInstructed(book, txnId);
    if (!stored) throw new Error(`Transaction ${txnId} has no instruction.`);
    const ids = { issuerId: book.issuerId, id, txnId, number: stored.number };
    await logTxn(book.tx, ids, contentOf(stored, receivedAt), asked);
  };
}

/** The instruction as a content. Its certificates, up to 10,000 of them, stay with the transaction. */
function contentOf(stored: InstructedTxn, receivedAt: string): ItemContent {
  const { plan, sha256, comments, authority } = stored;
  return itemContent.parse({
    kind: 'Issuance',
    securityTypeId: Number(plan.classId),
    receivedAt,
    channel: 'Api',
    effectiveDate: stored.effectiveOn,
    authority: { text: authority },
    comments: comments || undefined,
    chargeAmount: chargeOf(stored.chargeAmount),
    instruction: {
      certificates: plan.lines.length,
      shares: sumShares(plan.lines),
      notBefore: plan.notBefore,
      sha256,
    },
  });
}

/**
 * Logs Pending issuances of API clients that are no items yet: those received before the registry completed issuances by
 * hand, each in its own transaction. Returns their number.
 */
export async function logInstructions(pool: Pool, asked: Omit<Requester, 'actor'>): Promise<number> {
  const waiting = await withTransaction(pool, (tx) => issuancesWithoutItem(tx));
  for (const { issuerId, txnId } of waiting)
    await withTransaction(pool, async (tx) => {
      const book = await beginUnitOfWork(tx, issuerId);
      // Another registry may have logged or ended it meanwhile.
      const stored = await readInstructed(book, txnId);
      if (!stored?.isPending || (await readItemOfTxn(tx, issuerId, txnId))) return;
      // Of what was received before, only the day is known.
      const log = logInstruction(book, txnId, { ...asked, actor: stored.createdBy }, stored.receivedOn);
      await flushUnitOfWork(book);
      await log();
    });
  return waiting.length;
}
