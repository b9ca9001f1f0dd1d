import type { PoolClient } from 'pg';
import { formatDollarShares, formatShares } from '#lib/format/shares';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { registerMemory } from '#registry/queries/memory';
import { ownershipRows } from '#registry/queries/ownership';
import { listContent } from '#registry/queries/reports/certified-list';
import { controlOutstanding } from '#registry/queries/reports/control-balances';
import { noTotals, registerTotals } from '#registry/queries/totals';
import type { Column, Item, ReportDocument } from '#registry/render/document';
import { integer, percent, shareCell, shareFact, shares, text } from '../parts/report/columns.ts';
import { controlBookProof } from '../parts/report/control-book-proof.ts';
import { type ChosenFilter, classFilter, securityFilter } from '../parts/report/filters.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { verdictSentence } from '../parts/report/verdict.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';

export const generateOwnershipPercentage: Report<'GenerateOwnershipPercentage'> = {
  name: 'OwnershipPercentage',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
  document: ownershipPercentage,
};

type Order = OrderFor<'GenerateOwnershipPercentage'>;
type Sums = { accounts: bigint; certificates: bigint; shares: bigint };

/** Every account's percentage of each class on a date, by class. */
async function ownershipPercentage(client: PoolClient, order: Order): Promise<ReportDocument> {
  const { input, cutoff } = order;
  const { issuer, head } = await reportHeader(client, order, [
    securityFilter(input.filterSecurityType),
    sortFilter(input),
  ]);
  const classes = await classesOf(client, issuer.id, cutoff, classFilter(input.filterSecurityType));
  const { byClass } = await registerTotals(client, registerMemory(), issuer, cutoff);
  const book = await controlOutstanding(client, issuer.id, cutoff);
  const isPdf = order.format === 'pdf';
  const withCumulative = input.sortBy === 'Shares' && input.orderBy === 'Descending';
  return {
    ...head,
    title: 'Ownership percentage',
    tables: [{ id: 'accounts', name: 'Accounts', columns: columns(withCumulative), sectionColumn: 'Class' }],
    open: () => {
      const sums = new Map<bigint, Sums>();
      return {
        items: items(),
        closing: async () => {
          // Of the same accounts in the order of their ids, as in the list of holders.
          const ids = classes.map(({ id }) => id);
          const { digest } = await listContent(client, issuer.id, cutoff, ids);
          return {
            totals: [
              ...classes.flatMap((each) => {
                const sum = sums.get(each.id) ?? noSums;
                return [
                  [`${each.name}: accounts`, { kind: 'integer', value: sum.accounts }] as const,
                  [`${each.name}: outstanding`, shareFact(each, sum.shares)] as const,
                ];
              }),
              ['Content digest (SHA-256)', digest] as const,
            ],
            contentDigest: digest,
            proof: controlBookProof(book, classes, (id) => sums.get(id)?.shares ?? 0n),
            verdict: await verdictSentence(client, order, issuer),
            footnotes: [
              'The 5% and 10% marks are about registered accounts. The reporting thresholds of the securities laws are about beneficial ownership, which the register does not show.',
            ],
          };
        },
      };

      async function* items(): AsyncGenerator<Item> {
        for (const ofClass of classes) {
          const whole = (byClass.get(ofClass.id) ?? noTotals).outstanding;
          const sum = { ...noSums };
          sums.set(ofClass.id, sum);
          yield { kind: 'section', table: 'accounts', title: isPdf ? titleOf(ofClass, whole) : ofClass.name };
          const order = { by: input.sortBy, descending: input.orderBy === 'Descending' };
          const accounts = ownershipRows(client, issuer.id, cutoff, [ofClass.id], order);
          for await (const { holder, positions } of accounts) {
            for (const position of positions) {
              sum.accounts += 1n;
              sum.certificates += position.certificates;
              sum.shares += position.shares;
              yield {
                kind: 'row',
                cells: [
                  holder.customerId,
                  holder.name,
                  position.certificates,
                  shareCell(ofClass, position.shares),
                  { part: position.shares, whole },
                  ...(withCumulative ? [{ part: sum.shares, whole }] : []),
                  mark(position.shares, whole),
                ],
              };
            }
          }
          if (sum.accounts === 0n) continue;
          yield {
            kind: 'total',
            cells: [
              'Total',
              `${formatShares(sum.accounts)} accounts`,
              sum.certificates,
              shareCell(ofClass, sum.shares),
              { part: sum.shares, whole },
            ],
          };
        }
      }
    },
  };
}

const noSums: Sums = { accounts: 0n, certificates: 0n, shares: 0n };

function columns(withCumulative: boolean): Column[] {
  return [
    text('Account', 10),
    text('Holder', 44),
    integer('Certificates', 10),
    shares('Shares', 13),
    percent('Percent', 10),
    ...(withCumulative ? [percent('Cumulative', 10)] : []),
    text('Mark', 11),
  ];
}

function titleOf(ofClass: SecurityClass, outstanding: bigint): string {
  const quantity = ofClass.isDollar ? formatDollarShares(outstanding) : formatShares(outstanding);
  return `${ofClass.name}: ${quantity} outstanding`;
}

function mark(part: bigint, whole: bigint): string {
  if (part * 10n >= whole) return '10% or more';
  return part * 20n >= whole ? '5% or more' : '';
}

function sortFilter({ sortBy, orderBy }: Order['input']): ChosenFilter {
  const by = { SortName: 'last name', Name: 'name as registered', Shares: 'shares' }[sortBy];
  return ['Order', `${by}, ${orderBy.toLowerCase()}`];
}
