import type { AnswerFor, RequestFor } from '#lib/contract/index';
import type { JsonText } from '../http/reply.ts';
import type { Context } from './context.ts';
import { placeTransactionList } from './journal-reports.ts';
import { transactionJournal } from './transaction-journal.ts';

/** The journal: JSON when requested, whatever isPDF says; else a file. */
export function generateTransactionList(
  ctx: Context,
  input: RequestFor<'GenerateTransactionList'>,
): Promise<JsonText | AnswerFor<'GenerateTransactionList'>> {
  return input.returnJSON ? transactionJournal(ctx, input) : placeTransactionList(ctx, input);
}
