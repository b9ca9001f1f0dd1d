import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { type Definition, DefinitionList } from '#components/ui/definition-list';
import { formatDate } from '#lib/format/dates';
import { formatMoney } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import type { Dividend } from '#lib/register/dividends';
import { type FundingLine, fundingLines, outstandingChecks, withoutReinvested } from './funding.ts';
import { type Payment, totalOf } from './payments.ts';

const amount = (value: string | null) => (value === null ? '–' : formatMoney(value));

const columns: readonly PlainColumn<FundingLine>[] = [
  { head: 'Use', cell: ({ name }) => name },
  { head: 'Payments', cell: ({ payments }) => formatShares(payments) },
  { head: 'Amount', cell: (line) => amount(line.amount) },
];

/** What the dollars of a paid cash dividend were used for, and the checks that were not cashed. */
export function FundingSection(props: { dividend: Dividend; payments: readonly Payment[]; today: string }) {
  const { dividend, payments, today } = props;
  const lines = fundingLines(payments);
  const total = totalOf(lines.map((line) => line.amount));
  const netted = withoutReinvested(payments);
  const checks = dividend.payable ? outstandingChecks(payments, dividend.payable, today) : null;
  const items: Definition[] = [
    { term: 'The issuer sends', detail: amount(dividend.amount) },
    ...(netted === null
      ? []
      : [{ term: 'If it keeps reinvested dollars', detail: `${formatMoney(netted)}` }]),
    ...(checks === null
      ? []
      : [
          {
            term: 'Checks not cashed',
            detail: `${formatShares(checks.count)}, ${amount(checks.amount)}, ${formatShares(checks.daysOld)} days after payment`,
          },
          {
            term: 'Notice to unresponsive payees',
            detail:
              checks.toNotify === 0
                ? 'None due: every check is under $25'
                : `${formatShares(checks.toNotify)} of $25 or more. Unresponsive on ${formatDate(checks.unresponsiveOn)}, or at the next regular check if that is earlier; notice by ${formatDate(checks.noticeBy)}`,
          },
          {
            term: 'Checks are stale from',
            detail: formatDate(checks.staleFrom),
          },
        ]),
  ];
  return (
    <div className="mb-4 grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
      <PlainTable
        label="Funding"
        caption="Use of the dollars of the dividend"
        columns={columns}
        rows={[...lines, { name: 'Total', payments: payments.length, amount: total }]}
        rowId={({ name }) => name}
        rowClasses={({ name }) => name === 'Total' && 'font-semibold'}
      />
      <DefinitionList items={items} />
    </div>
  );
}
