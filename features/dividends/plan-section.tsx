import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { cn } from '#components/ui/cn';
import { DefinitionList } from '#components/ui/definition-list';
import { Link } from '#components/ui/link';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { centsOf, formatMoney, formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import { transactionNumber } from '#lib/register/numbers';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

export type Plan = NonNullable<ResponseFor<'GetDividendPayments'>['plan']>;
type Purchase = Plan['purchases'][number];
type Row = Purchase | 'total';

type Props = { issuer: number; asof: string | null; plan: Plan };

/** What the plan bought with the reinvested dollars of a dividend, and the cash of its members before and after. */
export function PlanSection({ issuer, asof, plan }: Props) {
  const { purchases } = plan;
  const of = (total: string, cell: (one: Purchase) => ReturnType<PlainColumn<Row>['cell']>) => (row: Row) =>
    row === 'total' ? total : cell(row);
  const columns: readonly PlainColumn<Row>[] = [
    {
      head: 'Transaction',
      cell: of('Total', ({ controlTransactionId: id, transactionId }) => (
        <Link href={routes.transaction(issuer, Number(id), { asof })}>
          {transactionNumber(transactionId, id)}
        </Link>
      )),
    },
    { head: 'Effective', cell: of('', ({ effectiveDate }) => formatDate(effectiveDate)) },
    { head: 'Business days', cell: of('', ({ businessDays }) => formatShares(businessDays)) },
    { head: 'Accounts', cell: of('', ({ accounts }) => formatShares(accounts)) },
    {
      head: 'Shares',
      cell: of(quantity(sum(purchases.map(({ shares }) => exact(shares)))), ({ shares }) =>
        quantity(exact(shares)),
      ),
    },
    { head: 'Price', cell: of('', ({ price }) => formatPerShare(price)) },
    { head: 'Cost', cell: of(formatMoney(plan.cost), ({ cost }) => formatMoney(cost)) },
  ];
  return (
    <div className="mb-4 grid items-start gap-x-8 gap-y-4 lg:grid-cols-[3fr_2fr]">
      <div className="min-w-0">
        <h3 className="text-sm font-medium">Plan shares bought until the next dividend</h3>
        {purchases.length === 0 ? (
          <p className="py-1 text-muted">None yet.</p>
        ) : (
          <>
            <PlainTable
              label="Plan purchases"
              columns={columns}
              rows={[...purchases, 'total']}
              rowId={(row) => (row === 'total' ? row : `${row.controlTransactionId} ${row.price}`)}
              rowClasses={(row) => row === 'total' && 'font-semibold'}
            />
            <p className="mt-1 text-sm text-muted">Business days are counted from the payable day.</p>
          </>
        )}
      </div>
      <DefinitionList
        items={[
          { term: 'Cash of members before', detail: formatMoney(plan.cashBefore) },
          { term: 'Reinvested of this dividend', detail: formatMoney(plan.reinvested) },
          { term: 'Cost of the shares bought', detail: formatMoney(plan.cost) },
          { term: 'Cash of members after', detail: formatMoney(plan.cashAfter) },
          {
            term: 'Cash stored today',
            detail:
              plan.cashStored === null
                ? '– A later dividend was paid; the cash of an earlier day is not stored'
                : formatMoney(plan.cashStored),
          },
          {
            term: 'Difference',
            detail: (
              <span className={cn(centsOf(plan.difference) !== 0n && 'text-danger')}>
                {formatMoney(plan.difference)}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
