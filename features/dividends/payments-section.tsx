'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RowsError, RowsRead } from '#components/data/rows-progress';
import { SourceNote } from '#components/register/source-note';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { ErrorPanel } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { listedMax } from '#lib/register/account-limit';
import type { Dividend } from '#lib/register/dividends';
import { paymentsInput } from './payments.ts';

type Props = { issuer: number; id: number; dividend: Dividend; asof: string | null; today: string };

const waiting = <LoadingPlaceholder text="Loading payments…" lines={8} />;

const PaymentTable = lazyComponent(
  () => import('./payment-table.tsx').then((part) => part.PaymentTable),
  waiting,
);

/** The payments of a dividend, account by account; before it is paid those that are expected. */
export function PaymentsSection({ issuer, id, dividend, asof, today }: Props) {
  const read = useAllRows('GetDividendPayments', paymentsInput(issuer, id), true, listedMax);
  const [first] = read.pages;
  const isPaid = first?.status === 'Paid';
  return (
    <Section title={first && !isPaid ? 'Expected payments' : 'Payments'} aside={first?.status}>
      {!first ? (
        read.error ? (
          <ErrorPanel error={read.error} onRetry={() => void read.again()} />
        ) : (
          waiting
        )
      ) : !first.isListed ? (
        <p className="py-1 text-muted">
          The holders are known after the record date
          {dividend.record && `, ${formatDate(dividend.record)}`}.
        </p>
      ) : (
        <>
          <SourceNote
            mark={
              read.tooLong ? (
                <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
                  The first {formatShares(read.received)} of {formatShares(read.total ?? 0)} payments. The
                  file of details has all of them.
                  <Button size="sm" onClick={read.goOn}>
                    Load the rest
                  </Button>
                </span>
              ) : (
                <RowsRead read={read} />
              )
            }
          >
            {isPaid
              ? null
              : 'Holders of the record date, before tax is withheld. Fractions of a stock dividend are settled when it is paid.'}
          </SourceNote>
          <RowsError read={read} />
          <PaymentTable
            {...{ issuer, dividend, asof, today, isPaid }}
            pages={read.pages}
            complete={read.complete}
          />
        </>
      )}
    </Section>
  );
}
