// Shows the history of a certificate, from its issuance to its cancellation.

'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCertificateNumbers } from '#components/data/queries/use-certificate-numbers';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { EntryLink } from '#components/register/entry-link';
import { certificateOf } from '#components/register/line-links';
import { MaybeLink } from '#components/register/maybe-link';
import { cn } from '#components/ui/cn';
import { ErrorPanel, Skeleton, SlowNotice } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { formatDate, isDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Certificate } from '#lib/register/certificates';
import { type CertificateNumbers, lineNumber } from '#lib/register/numbers';
import { quantity } from '#lib/register/quantity';
import type { JournalLine } from '#lib/register/transactions/journal';
import type { Link as ChainLink } from './chain.ts';

type End = { result: UseQueryResult<unknown, ApiError>; link: ChainLink | null };

type Props = {
  issuer: number;
  certificate: Certificate;
  asof: string | null;
  today: string;
  dollars: ReadonlySet<string>;
  born: End;
  died: End;
};

/** Certificate history, from issuance down to cancellation; every step links to the next. */
export function Chain({ issuer, certificate, asof, today, dollars, born, died }: Props) {
  const { number, className, shares, issued, canceled, status } = certificate;
  const { numbers } = useCertificateNumbers(issuer, [
    ...(born.link?.related ?? []),
    ...(died.link?.related ?? []),
  ]);
  const side = (link: ChainLink, none: string) => (
    <Step>
      {link.related.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul>
          {link.related.map((line) => (
            <LineItem key={line.id} {...{ issuer, asof, line, dollars, numbers }} />
          ))}
        </ul>
      )}
      {link.others > 0 && link.related.length > 0 && (
        <p className="text-sm text-muted">
          and {formatShares(link.others)} more certificates in this transaction
        </p>
      )}
    </Step>
  );
  const entry = (link: ChainLink) => (
    <Step kind="transaction">
      <EntryLink {...{ issuer, dollars, asof }} entry={link.entry} />
      <span className="text-muted"> · {formatDate(link.entry.effective)}</span>
    </Step>
  );
  return (
    <Section
      title="Certificate history"
      className="mt-0!"
      aside={
        asof ? (
          <CurrentOnlyLabel past today={today} />
        ) : (
          'From the transactions on the dates of issue and cancellation'
        )
      }
    >
      <ol className="ml-1.5 border-l-2 border-line">
        {born.link && side(born.link, 'New shares. No certificate was canceled for them.')}
        {born.link ? entry(born.link) : <Gap end={born} day={issued} word="issuing" />}
        <Step kind="this">
          <strong className="font-medium">{number}</strong> · {quantity(shares, dollars.has(className))}{' '}
          {className}
          {issued && <span className="text-muted"> · issued {formatDate(issued)}</span>}
        </Step>
        {canceled ? (
          <>
            {died.link ? entry(died.link) : <Gap end={died} day={canceled} word="canceling" />}
            {died.link && side(died.link, 'No certificate was issued in its place.')}
          </>
        ) : (
          <Step>
            {status === 'Stopped'
              ? 'Outstanding today, stopped. It cannot be transferred.'
              : 'Outstanding today.'}
          </Step>
        )}
      </ol>
    </Section>
  );
}

/** Shown while the journal is not loaded, or where it does not name the certificate. */
function Gap({ end: { result }, day, word }: { end: End; day: string; word: string }) {
  return (
    <Step>
      {result.error ? (
        <ErrorPanel error={result.error} onRetry={() => void result.refetch()} />
      ) : result.isFetching ? (
        <>
          <SlowNotice pending text="Loading transactions of this date…" />
          <Skeleton lines={2} />
        </>
      ) : (
        <p className="text-muted">
          {isDate(day)
            ? `The ${word} transaction is not in the journal of ${formatDate(day)}.`
            : `The date is not reported, so the ${word} transaction cannot be found.`}
        </p>
      )}
    </Step>
  );
}

type StepProps = { kind?: 'certificates' | 'transaction' | 'this'; children: ReactNode };

const dots = {
  certificates: 'border-rule bg-surface',
  transaction: 'border-rule bg-rule rounded-none rotate-45',
  this: 'border-accent bg-accent size-3.5 -left-2',
} as const;

const Step = ({ kind = 'certificates', children }: StepProps) => (
  <li className="relative py-2 pl-5">
    <span
      aria-hidden="true"
      className={cn('absolute top-3.5 -left-[0.4375rem] size-3 rounded-full border-2', dots[kind])}
    />
    <div
      className={kind === 'this' ? 'rounded border border-accent/50 bg-accent-soft px-3 py-1.5' : undefined}
    >
      {children}
    </div>
  </li>
);

type LineProps = {
  issuer: number;
  asof: string | null;
  line: JournalLine;
  dollars: ReadonlySet<string>;
  numbers: CertificateNumbers;
};

const LineItem = ({ issuer, asof, line, dollars, numbers }: LineProps) => (
  <li className="flex flex-wrap gap-x-3 py-0.5">
    <span>
      <MaybeLink href={certificateOf(issuer, line, asof)}>{lineNumber(line, numbers)}</MaybeLink>
    </span>
    <span>
      {quantity(line.shares, dollars.has(line.className))} {line.className}
    </span>
    <span className="text-muted">
      {line.name}
      {line.restriction && ` · ${line.restriction}`}
    </span>
  </li>
);
