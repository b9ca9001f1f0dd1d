import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import type { JsonText } from '#registry/http/reply';
import type { Context } from '../parts/context.ts';
import { generating } from '../parts/report/generate.ts';
import { transactionJournal } from './journal-json.ts';
import { generateTransactionList as report } from './report.ts';

const file = generating('GenerateTransactionList', report);

/** The journal: JSON when requested, whatever isPDF says; else a file. */
export function generateTransactionList(
  ctx: Context,
  input: RequestFor<'GenerateTransactionList'>,
): Promise<JsonText | ExactResponseFor<'GenerateTransactionList'>> {
  return input.returnJSON ? transactionJournal(ctx, input) : file(ctx, input);
}
