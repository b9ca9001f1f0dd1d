import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Link } from '#components/ui/link';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

type Notes = ResponseFor<'GetRollForwardNotes'>;
type Restatement = Notes['restatements'][number];
type Reversal = Notes['reversals'][number];

export const transactionLink = (issuer: number, id: number, number: number) => (
  <Link href={routes.transaction(issuer, id)}>{number}</Link>
);

type RestatementsProps = {
  issuer: number;
  className: string;
  dollars: boolean;
  restatements: readonly Restatement[];
};

/** Transactions posted after a day that take effect by it. */
export const Restatements = ({ issuer, className, dollars, restatements }: RestatementsProps) => (
  <PlainTable
    filled
    label={`What restated the opening of ${className}`}
    tableClasses="min-w-[36rem]"
    columns={restatementColumns(issuer, dollars)}
    rows={restatements}
    rowId={(one) => `${one.controlTransactionId}`}
  />
);

export const Reversals = ({ issuer, reversals }: { issuer: number; reversals: readonly Reversal[] }) => (
  <PlainTable
    filled
    label="Reversals"
    className="mt-4"
    tableClasses="min-w-[36rem]"
    columns={reversalColumns(issuer)}
    rows={reversals}
    rowId={(one) => `${one.controlTransactionId}`}
  />
);

const restatementColumns = (issuer: number, dollars: boolean): readonly PlainColumn<Restatement>[] => [
  {
    head: 'Posted later',
    cell: (one) => transactionLink(issuer, one.controlTransactionId, one.transactionId),
  },
  { head: 'Effective', cell: (one) => formatDate(one.effectiveDate) },
  { head: 'Posted', cell: (one) => formatDate(one.processedDate) },
  { head: 'Outstanding', cell: (one) => signedQuantity(exact(one.netOutstanding), dollars) },
  { head: 'Accounts', cell: (one) => formatShares(one.accounts) },
];

const reversalColumns = (issuer: number): readonly PlainColumn<Reversal>[] => [
  { head: 'Reversal', cell: (one) => transactionLink(issuer, one.controlTransactionId, one.transactionId) },
  { head: 'Effective', cell: (one) => formatDate(one.effectiveDate) },
  {
    head: 'Reverses',
    cell: (one) => transactionLink(issuer, one.reversesControlTransactionId, one.reversesTransactionId),
  },
  { head: 'Effective then', cell: (one) => formatDate(one.reversesEffectiveDate) },
];
