import { HttpError, notFound } from '../http/http-error.ts';
import { findTransaction } from '../queries/reports/transaction-details.ts';
import { anyIssuers, issuerOfObject, period } from './coverage.ts';
import { generating } from './generate.ts';
import { issuerInScope } from './scope.ts';

/** The transaction list as a file; its JSON form has its own handler. */
export const placeTransactionList = generating('GenerateTransactionList', {
  name: 'TransactionList',
  covers: async (db, ctx, input) => ({
    ...period(ctx, input.startDate, input.endDate),
    ...(await anyIssuers(db, ctx, input.customerIssuerId)),
  }),
});

export const generateTransactions = generating('GenerateTransactions', {
  name: 'Transactions',
  covers: async (db, ctx, input) => ({
    ...period(ctx, input.startDate, input.endDate),
    issuers: [await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId)],
  }),
});

export const generateControlBook = generating('GenerateControlBook', {
  name: 'ControlBook',
  covers: async (db, ctx, input) => ({
    ...period(ctx, input.startDate, input.endDate),
    issuers: [await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId)],
  }),
});

/** Only completed transactions have details; always a PDF. */
export const generateTransactionDetails = generating('GenerateTransactionDetails', {
  name: 'TransactionDetails',
  format: 'pdf',
  isUrgent: () => true,
  linkPath: '/api/v1/Transaction/GenerateTransactionDetails',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.controlTransactionId);
    const issuer = await issuerOfObject(db, ctx, 'The transaction', id);
    const txn = await findTransaction(db, issuer.id, id);
    if (!txn) throw notFound('The transaction');
    if (txn.status !== 'Completed') {
      const text = `Only completed transactions have details; this one is ${txn.status}.`;
      throw new HttpError(400, text, {
        errors: { controlTransactionId: [`is ${txn.status}, not Completed`] },
      });
    }
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
});
