import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { businessDaysBetween } from '#lib/format/business-days';
import type { CalendarDate } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { notFound } from '#registry/http/http-error';
import { declaredPage, type PaymentFact, paidPage } from '#registry/queries/facts/dividend-payments';
import { findDividend } from '#registry/queries/reports/dividend-details';
import type { Context } from '../parts/context.ts';
import { certificateName, registration } from '../parts/display-text.ts';
import { type DividendPlan, dividendPlan } from '../parts/dividend-plan.ts';
import { fromCents } from '../parts/report/cents.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** Payments of a dividend by sort name; before it is paid, those expected by the list of its record date. */
export async function getDividendPayments(
  ctx: Context,
  input: RequestFor<'GetDividendPayments'>,
): Promise<ExactResponseFor<'GetDividendPayments'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const terms = await findDividend(db, issuer.id, BigInt(input.dividendId));
    if (!terms) throw notFound('The dividend');
    const isPaid = terms.status === 'Paid';
    const isListed = isPaid || terms.record_on <= ctx.clock.today();
    const none: { total: bigint; rows: PaymentFact[] } = { total: 0n, rows: [] };
    const { total, rows } = isPaid
      ? await paidPage(db, issuer.id, terms.id, input)
      : isListed
        ? await declaredPage(db, issuer.id, terms, input)
        : none;
    const isFirst = input.start === 0;
    const plan = isPaid && isFirst ? await dividendPlan(db, issuer, terms, ctx.clock.today()) : null;
    return {
      dividendId: terms.id,
      type: terms.kind,
      status: terms.status,
      isListed,
      totalRecords: total,
      plan: plan && planShown(plan, terms.payable_on),
      payments: rows.map((row) => ({
        customerShareholderId: row.customer_id,
        systemShareholderId: row.holder_id,
        shareholderName: registration(row).join(' '),
        shares: row.shares,
        gross: row.gross,
        withholdingCode: row.withholding_code,
        withheld: row.withheld,
        net: row.net,
        method: row.method,
        reference: row.reference,
        state: row.state,
        newShares: row.new_shares,
        fractionNumerator: row.fraction_numerator,
        fractionDenominator: row.fraction_denominator,
        prefixAndCertificateNumber:
          row.prefix !== null && row.number !== null ? certificateName(row.prefix, row.number) : '',
      })),
    };
  });
}

const planShown = ({ purchases, cash, isCurrent, difference }: DividendPlan, payable: CalendarDate) => ({
  purchases: purchases.map((one) => ({
    controlTransactionId: one.txn_id,
    transactionId: one.customer_id,
    effectiveDate: one.effective_on,
    businessDays: businessDaysBetween(payable, one.effective_on),
    accounts: one.accounts,
    shares: one.shares,
    price: one.price,
    cost: one.cost,
  })),
  cashBefore: cash.before,
  reinvested: cash.reinvested,
  cost: cash.cost,
  cashAfter: cash.after,
  cashStored: isCurrent ? cash.stored : null,
  difference: fromCents(difference),
});
