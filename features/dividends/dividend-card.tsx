import { LinkButton } from '#components/ui/button';
import { Stat, StatRow } from '#components/ui/figures';
import { Link } from '#components/ui/link';
import { formatDate } from '#lib/format/dates';
import { amountText, type Dividend, rateText } from '#lib/register/dividends';
import { fromToday } from '#lib/register/from-today';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import { TieOutChecks } from './tie-out-checks.tsx';
import type { DividendsProps } from './types.ts';

/** A dividend not yet paid: when, how much, on which shares, and its tie-out. */
export function DividendCard({
  dividend,
  issuer,
  file,
  asof,
  today,
}: DividendsProps & { dividend: Dividend }) {
  const { id, type, className, payable } = dividend;
  const title = `${type} dividend`;
  return (
    <article className="rounded-md border border-line bg-raised px-4 py-3">
      <header className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-title text-lg">
            {id === null ? title : <Link href={routes.dividend(issuer, id, { asof })}>{title}</Link>}
            {payable && (
              <>
                , payable {formatDate(payable)}{' '}
                <span className="font-sans text-sm text-muted">{fromToday(payable, today)}</span>
              </>
            )}
          </h2>
          <p className="text-sm text-muted">{className}</p>
        </div>
        {file && id !== null && (
          <LinkButton
            icon="file"
            className="print:hidden"
            href={routes.newReport('dividend-details', { issuer, dividendId: id })}
          >
            Create dividend details
          </LinkButton>
        )}
      </header>
      <DividendFacts dividend={dividend} today={today} />
      <TieOutChecks dividend={dividend} issuer={issuer} today={today} />
    </article>
  );
}

type FactProps = {
  dividend: Dividend;
  today: string;
  /** On the dividend's own page: the amount, or the rate until the amount is known, stands out. */
  primary?: boolean;
};

/** The terms of a dividend in figures. */
export function DividendFacts({ dividend, today, primary = false }: FactProps) {
  const { record, payable, outstanding, fractions } = dividend;
  const ahead = record > today && (outstanding === null || outstanding === 0n);
  return (
    <StatRow>
      {!ahead && <Stat primary={primary} label="Amount" value={amountText(dividend, today)} />}
      <Stat
        primary={primary && ahead}
        label="Rate"
        value={rateText(dividend)}
        note={fractions && `Fractions: ${fractions}`}
      />
      <Stat label="Record date" value={formatDate(record) || '–'} note={fromToday(record, today)} />
      <Stat label="Payable" value={formatDate(payable) || '–'} note={fromToday(payable, today)} />
      <Stat
        label="Outstanding at record date"
        value={ahead ? 'Known after the record date' : quantity(outstanding)}
        tone={ahead ? 'muted' : 'ink'}
      />
      {ahead && <Stat label="Amount" value={amountText(dividend, today)} tone="muted" />}
    </StatRow>
  );
}
