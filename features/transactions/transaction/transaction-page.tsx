import type { IssuerPageProps } from '#components/page/issuer-page';
import { objectPage } from '#components/page/object-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { registryZone } from '#components/page/today';
import { can } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { ApiError, isApiError } from '#lib/api/error';
import { balanceQuery, journalQuery } from '#lib/api/register-queries';
import type { ResponseFor } from '#lib/contract/index';
import { isDate } from '#lib/format/dates';
import { readUpstream } from '#lib/gateway/prefetch';
import { type StatusRow, statusRow } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';
import { type Found, findInPages } from '../neighbors.ts';
import { statusInput } from '../queries.ts';
import { TransactionView } from './transaction-view.tsx';

type Props = IssuerPageProps<{ transaction: string }>;

export const generateMetadata = issuerTitle('Transaction');

export const TransactionPage = slowPage(async (props: Props) =>
  objectPage(props, {
    page: 'Transaction',
    given: (await props.params).transaction,
    here: routes.transaction,
    find: ({ user, issuer }, key) => findTransaction(user, issuer, key),
    draw: ({ row, before, after }, { user, issuer, name, asof, today }) => {
      const shown = statusRow(row, today);
      return (
        <Prefetched user={user} queries={[balanceQuery(issuer, today), ...entryQueries(issuer, shown)]}>
          <TransactionView
            {...{ issuer, name, asof, today }}
            zone={registryZone()}
            row={shown}
            newer={before && statusRow(before, today)}
            older={after && statusRow(after, today)}
            file={can(user, 'GenerateTransactionDetails')}
          />
        </Prefetched>
      );
    },
  }),
);

/** Types of transactions with a few accounts. Others may name every account of the register: too much to send with the page. */
const typesWithFewAccounts: ReadonlySet<string> = new Set(['New issuance', 'Transfer', 'Retirement']);

/** The journal of the effective day, where the entry of a completed transaction is looked for first. */
const entryQueries = (issuer: number, { status, type, effective }: StatusRow) =>
  status === 'Completed' && typesWithFewAccounts.has(type) && isDate(effective)
    ? [journalQuery(issuer, effective, effective)]
    : [];

type Row = ResponseFor<'GetTAStatusTransactions'>['transactions'][number];

const rowsPerPage = 1000;
/** Same time limit as any other read. */
const longestMs = 15_000;

/**
 * One transaction by its registry key. The interface has no operation for a single one, so the issuer's status
 * list is read, latest first; the dates found there select the journal period. Null when the list does not name
 * it. Throws ApiError.
 */
async function findTransaction(user: User, issuer: number, id: number): Promise<Found<Row> | null> {
  const byMs = Date.now() + longestMs;
  const read = async (start: number) => {
    if (Date.now() > byMs) throw new ApiError('upstream_timeout');
    const input = { ...statusInput(issuer, 'All', null), start, numberOfRows: rowsPerPage };
    const { transactions, totalRecords } = await readUpstream(user, 'GetTAStatusTransactions', input);
    return { rows: transactions, total: totalRecords };
  };
  return findInPages(read, (row) => row.controlTransactionId === id).catch((error: unknown) => {
    if (isApiError(error) && error.code === 'not_found') return null;
    throw error;
  });
}
