'use client';

import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { LinkButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { formatLongDate, isDate } from '#lib/format/dates';
import type { Dividend } from '#lib/register/dividends';
import { routes } from '#lib/routes';
import { DividendFacts } from './dividend-card.tsx';
import { TieOutChecks } from './tie-out-checks.tsx';
import type { DividendsProps } from './types.ts';

/** One dividend: terms, tie-out and file. */
export function DividendScreen({
  issuer,
  name,
  dividend,
  file,
  asof,
  today,
}: DividendsProps & { dividend: Dividend }) {
  const { id, type, className, record, isStock } = dividend;
  const known = isDate(record) && record <= today;
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatLongDate(today)}`} today={today} />
      <PageHeader
        kicker={
          <>
            {name} · <Link href={routes.dividends(issuer, { asof })}>Dividends</Link>
          </>
        }
        title={`${type} dividend of ${className || 'an unnamed class'}`}
        actions={
          file &&
          id !== null && (
            <LinkButton icon="file" href={routes.newReport('dividend-details', { issuer, dividendId: id })}>
              Details as a file
            </LinkButton>
          )
        }
      />
      <SourceNote mark={<CurrentOnlyLabel past={asof !== null} today={today} />} />
      <DividendFacts dividend={dividend} today={today} />
      <Section title="Does it tie out?">
        <p className="max-w-3xl text-muted">
          {isStock
            ? 'The shares given must be the ratio times the shares of the record date. Fractions are settled account by account, so the sum may be off by less than one share for each holder.'
            : 'The amount must be the rate times the shares of the record date. Each payment is rounded to the cent, so the sum may be off by half a cent for each holder and no more.'}
        </p>
        <TieOutChecks dividend={dividend} issuer={issuer} today={today} open />
        {known && (
          <p className="mt-3 text-sm print:hidden">
            <Link
              href={routes.ownership(issuer, { asof: record === today ? null : record, class: className })}
            >
              Who held {className} on the record date
            </Link>
          </p>
        )}
      </Section>
    </>
  );
}
