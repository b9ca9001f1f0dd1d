'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { Badge } from '#components/ui/badge';
import { LinkButton } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { Link } from '#components/ui/link';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { balanceQuery, journalQuery } from '#lib/api/register-queries';
import { formatDate, isDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { dollarClasses } from '#lib/register/capacity';
import { entriesOf } from '#lib/register/transactions/journal';
import { isLate, type StatusRow, transactionStatusTones } from '#lib/register/transactions/status';
import { effectiveText, plannedText, transactionText } from '#lib/register/transactions/transaction-text';
import { routes } from '#lib/routes';
import { ratioOf, restrictionChange } from '../entry-facts.ts';
import { BalanceTable } from './balance-table.tsx';
import { CertificateLines } from './certificate-lines.tsx';
import { DetailsFile } from './details-file.tsx';

type Props = {
  issuer: number;
  name: string;
  row: StatusRow;
  newer: StatusRow | null;
  older: StatusRow | null;
  /** True for users who may download the details file. */
  file: boolean;
  asof: string | null;
  today: string;
  /** Name of the registry's time zone, whose calendar day a process date is. */
  zone: string;
};

/**
 * One transaction: a summary sentence, canceled and issued certificates, and a check that both sides balance.
 */
export function TransactionView({ issuer, name, row, newer, older, file, asof, today, zone }: Props) {
  const completed = row.status === 'Completed';
  const balance = useQuery(balanceQuery(issuer, today));
  const dollars = dollarClasses(balance.data ?? []);
  const { entry, reading, error, retry } = useEntry(issuer, row, completed);
  const to = (one: StatusRow | null) => (one?.id ? routes.transaction(issuer, one.id, { asof }) : null);
  const text = entry
    ? `${transactionText(entry, dollars)}, ${effectiveText(entry.effective)}`
    : plannedText(row);
  const ratio = entry && ratioOf(entry);
  const restriction = entry && restrictionChange(entry);
  const dates = known([
    ['Received', formatDate(row.received)],
    ['Effective', formatDate(row.effective) || 'No effective date yet'],
    ['Processed', entry?.processed && `${formatDate(entry.processed)} (${zone})`],
    ['Completed', formatDate(row.completed)],
    [completed ? 'Turnaround' : 'Age', daysText(row)],
  ]);
  const others = known([
    ['From', row.from],
    ['To', row.to],
    ['Agent', entry?.agent],
    ['Invoice', entry?.invoice],
    ['Ratio', ratio],
    ['Restriction', restriction],
  ]);
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader
        kicker={
          <>
            {name} · <Link href={routes.transactions(issuer, { asof })}>Transactions</Link> · {row.type}{' '}
            {row.number} <Badge tone={transactionStatusTones[row.status]}>{row.status}</Badge>
          </>
        }
        title={text}
        actions={file && <DetailsFile issuer={issuer} id={row.id} status={row.status} />}
      />
      <nav aria-label="Transactions before and after" className="mb-4 flex flex-wrap gap-2 print:hidden">
        <Step href={to(older)} label="Earlier" row={older} />
        <Step href={to(newer)} label="Later" row={newer} />
      </nav>
      {asof && (
        <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
          A transaction is the same for every date. Its own dates are below.
        </SourceNote>
      )}
      {error && <ErrorPanel error={error} onRetry={retry} title="The certificates could not be loaded" />}
      {entry ? (
        <>
          <Section title="Canceled and issued">
            <BalanceTable entry={entry} dollars={dollars} />
          </Section>
          <CertificateLines {...{ issuer, issuerName: name, entry, dollars, asof }} />
        </>
      ) : reading ? (
        <LoadingPlaceholder text="Loading certificates…" lines={6} />
      ) : (
        !error && <NoLines row={row} completed={completed} />
      )}
      <div className="mt-8 grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <Section title="Dates" className="mt-0!">
          <DefinitionList items={dates} className="border-t-0" />
        </Section>
        <Section title="Parties and IDs" className="mt-0!">
          <DefinitionList items={others} className="border-t-0" />
        </Section>
      </div>
    </>
  );
}

/** Only the terms that have a value. */
const known = (facts: readonly (readonly [term: string, detail: string | null | undefined])[]) =>
  facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));

/** The journal entry of the effective day; if that day does not have it, of the completed day. */
function useEntry(issuer: number, row: StatusRow, completed: boolean) {
  const { effective, completed: done } = row;
  const first = useQuery({
    ...journalQuery(issuer, effective, effective),
    enabled: completed && isDate(effective),
  });
  const find = (data: typeof first.data) => entriesOf(data)?.find((one) => one.id === row.id) ?? null;
  const byEffective = find(first.data);
  const missing = !byEffective && (first.data !== undefined || !isDate(effective));
  const second = useQuery({
    ...journalQuery(issuer, done, done, 'CompletedDate'),
    enabled: completed && missing && isDate(done),
  });
  return {
    entry: byEffective ?? find(second.data),
    reading: first.isFetching || second.isFetching,
    error: first.error ?? second.error,
    retry: () => void (first.error ? first.refetch() : second.refetch()),
  };
}

function daysText(row: StatusRow): string {
  if (row.days === null) return '';
  const days = `${formatShares(row.days)} business ${row.days === 1 ? 'day' : 'days'}`;
  if (row.status === 'Completed') return row.days === 0 ? 'The same business day' : days;
  return isLate(row) ? `${days}, more than the standard three` : days;
}

function NoLines({ row, completed }: { row: StatusRow; completed: boolean }) {
  if (!completed)
    return (
      <EmptyState title="No shares moved">
        Only completed transactions cancel and issue certificates. This one is{' '}
        {row.status.toLowerCase() || 'not completed'}. The number of shares is not reported before completion.
      </EmptyState>
    );
  return (
    <EmptyState title="Not in the journal">
      This transaction is completed, but it is not in the journal of {formatDate(row.effective) || 'its date'}
      . Its certificates cannot be shown.
    </EmptyState>
  );
}

function Step({
  href,
  label,
  row,
}: {
  href: ReturnType<typeof routes.home> | null;
  label: string;
  row: StatusRow | null;
}) {
  if (!href || !row) return null;
  return (
    <LinkButton size="sm" href={href}>
      {label}: {row.type} {row.number}
    </LinkButton>
  );
}
