import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { LinkButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import type { AgentId } from '#lib/contract/index';
import { formatDate, isDate } from '#lib/format/dates';
import type { Dividend } from '#lib/register/dividends';
import { routes } from '#lib/routes';
import { PackSection } from '../packs/index.ts';
import { DividendFacts } from './dividend-card.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { TieOutChecks } from './tie-out-checks.tsx';
import type { DividendsProps } from './types.ts';

type Props = DividendsProps & {
  dividend: Dividend;
  /** The agent operations that the registry has and the user may use. */
  operations: ReadonlySet<AgentId>;
};

/** One dividend: terms, tie-out, file, and its payments where the registry has them. */
export function DividendView({ issuer, name, dividend, file, operations, asof, today }: Props) {
  const { id, type, className, record, payable, isStock } = dividend;
  const known = isDate(record) && record <= today;
  // The holders are known from the record date; the cash in lieu of a stock dividend when it is paid.
  const fundedFrom = isStock ? payable : record;
  const hasFunding = operations.has('GenerateDividendFunding') && isDate(fundedFrom) && fundedFrom <= today;
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader
        kicker={
          <>
            {name} · <Link href={routes.dividends(issuer, { asof })}>Dividends</Link>
          </>
        }
        title={`${type} dividend of ${className || 'an unnamed class'}`}
        actions={
          <>
            {file && id !== null && (
              <LinkButton icon="file" href={routes.newReport('dividend-details', { issuer, dividendId: id })}>
                Create dividend details
              </LinkButton>
            )}
            {hasFunding && id !== null && (
              <LinkButton icon="file" href={routes.newReport('dividend-funding', { issuer, dividendId: id })}>
                Create funding report
              </LinkButton>
            )}
          </>
        }
      />
      <SourceNote mark={<CurrentOnlyLabel past={asof !== null} today={today} />} />
      <DividendFacts dividend={dividend} today={today} primary />
      {id !== null && (
        <PackSection
          pack={{ kind: 'dividend', customerIssuerId: issuer, event: id }}
          record={record}
          today={today}
        />
      )}
      <Section title="Tie-out">
        <p className="max-w-3xl text-muted">
          {isStock
            ? 'Shares issued must equal the ratio times the shares on the record date. Fractions are settled by account, so the total may differ by less than one share per holder.'
            : 'The amount must equal the rate times the shares on the record date. Each payment is rounded to the cent, so the total may differ by up to half a cent per holder.'}
        </p>
        <TieOutChecks dividend={dividend} issuer={issuer} today={today} open />
        {known && (
          <p className="mt-3 text-sm print:hidden">
            <Link
              href={routes.ownership(issuer, { asof: record === today ? null : record, class: className })}
            >
              View holders of {className} on the record date
            </Link>
          </p>
        )}
      </Section>
      {operations.has('GetDividendPayments') && id !== null && (
        <PaymentsSection {...{ issuer, id, dividend, asof, today }} />
      )}
    </>
  );
}
