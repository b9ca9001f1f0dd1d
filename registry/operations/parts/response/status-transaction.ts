import type { ExactResponseFor } from '#lib/contract/index';
import { formatNumericDate } from '#lib/format/dates';
import { transactionNumber } from '#registry/queries/journal';
import type { StatusRow } from '#registry/queries/status-list';
import { transactionTypeText } from '../display-text.ts';

type Transaction = ExactResponseFor<'GetTAStatusTransactions'>['transactions'][number];

/** A transaction of the status list. */
export const statusTransaction = (row: StatusRow): Transaction => ({
  transactionId: transactionNumber(row),
  controlTransactionId: row.id,
  type: transactionTypeText(row.kind),
  receivedDate: formatNumericDate(row.received_on),
  completedDate: formatNumericDate(row.completed_on),
  effectiveDate: formatNumericDate(row.effective_on),
  transferFrom: row.transfer_from,
  issuedTo: row.issued_to,
  status: row.status,
});
