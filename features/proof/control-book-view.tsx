'use client';

import { useSearchParams } from 'next/navigation';
import { Waiting } from '#components/data/waiting';
import { putParam } from '#components/register/filter-chips';
import type { Listed } from '#components/register/issuer-choice';
import { PeriodBar } from '#components/register/period-bar';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { quarterStart, readPeriod } from '#lib/register/periods';
import { routes } from '#lib/routes';

const Book = lazyComponent(
  () => import('./book.tsx').then((part) => part.Book),
  <Waiting text="Loading control book…" lines={12} />,
);

/** The control book itself is only a file; this page shows what can be derived from other operations. */
export function ControlBookView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const issuer = issuers.find(({ customerIssuerId }) => `${customerIssuerId}` === params.get('issuer'));
  const defaults = { from: quarterStart(today), to: today };
  const period = readPeriod(params.get('from'), params.get('to'), today, defaults);
  const { from, to } = period;
  const text = `${formatDate(from)} to ${formatDate(to)}`;
  return (
    <>
      <PrintedAs
        issuer={issuer ? `${issuer.name} (${issuer.customerIssuerId})` : 'No issuer selected'}
        asOf={text}
        today={today}
      />
      <PageHeader
        kicker={issuer ? `${issuer.name} · ${text}` : 'All issuers'}
        title="Control book"
        description="The registry provides the control book, with its record differences, as a file. The figures below are derived from the journal and balances. They are not the control book."
        actions={
          issuer && (
            <LinkButton
              icon="file"
              variant="primary"
              href={routes.newReport('control-book', { issuer: issuer.customerIssuerId, from, to })}
            >
              {' '}
              Create control book{' '}
            </LinkButton>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
        <Field label="Issuer" className="w-72 max-sm:w-full">
          <Select
            value={issuer ? `${issuer.customerIssuerId}` : ''}
            onChange={(event) => putParam('issuer', event.target.value || null)}
            options={[
              ...(issuer ? [] : [{ value: '', label: 'Select an issuer' }]),
              ...issuers.map((one) => ({
                value: `${one.customerIssuerId}`,
                label: `${one.name} (${one.customerIssuerId})`,
              })),
            ]}
          />
        </Field>
        <PeriodBar period={period} today={today} />
      </div>
      {issuer ? (
        <Book
          key={`${issuer.customerIssuerId} ${from} ${to}`}
          issuer={issuer.customerIssuerId}
          name={issuer.name}
          period={period}
        />
      ) : (
        <IssuerBooks issuers={issuers} period={period} />
      )}
    </>
  );
}

type BooksProps = { issuers: readonly Listed[]; period: { from: string; to: string } };

/** A control book per issuer: links to its movements and to the file of the period. */
const IssuerBooks = ({ issuers, period: { from, to } }: BooksProps) => (
  <Section title="Control books by issuer" aside={`${formatDate(from)} to ${formatDate(to)}`}>
    <ul>
      {issuers.map(({ customerIssuerId: id, name, status }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-1.5"
        >
          <span>
            <Link href={routes.opsControlBook({ issuer: id, from, to })}>{name}</Link>{' '}
            <span className="text-sm text-muted">
              {id}
              {status !== 'Active' && ` · ${status || 'Status not reported'}`}
            </span>
          </span>
          <LinkButton
            size="sm"
            icon="file"
            className="print:hidden"
            href={routes.newReport('control-book', { issuer: id, from, to })}
          >
            <span className="sr-only">{name}: </span>Create control book
          </LinkButton>
        </li>
      ))}
    </ul>
  </Section>
);
