'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { AsOfLabel, CurrentOnlyLabel } from '#components/register/as-of-label';
import { holderOf } from '#components/register/line-links';
import { MaybeLink } from '#components/register/maybe-link';
import { PrintedAs } from '#components/register/printed-as';
import { Badge } from '#components/ui/badge';
import { DefinitionList } from '#components/ui/definition-list';
import { Stat, StatRow } from '#components/ui/figures';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { balanceQuery, journalQuery } from '#lib/api/register-queries';
import { formatDate, isDate } from '#lib/format/dates';
import { dollarClasses } from '#lib/register/capacity';
import { type Certificate, certificateStatusTones, outstandingOn } from '#lib/register/certificates';
import { restrictionText } from '#lib/register/ownership/certificate-owners';
import { quantity } from '#lib/register/quantity';
import { entriesOf } from '#lib/register/transactions/journal';
import { routes } from '#lib/routes';
import { CertificateStops } from './certificate-stops.tsx';
import { cancelingTransaction, issuingTransaction } from './chain.ts';
import { Chain } from './chain.tsx';
import { PositionMovements } from './position-movements.tsx';
import { certificateOn, type Stop } from './stops.ts';

type Props = { issuer: number; name: string; certificate: Certificate; asof: string | null; today: string };

/** One certificate: its details, where its shares came from and what became of them. */
export function CertificateView(props: Props) {
  const { issuer, certificate, asof, today } = props;
  const hasStops = useAgentOperations().has('GetStops');
  if (!hasStops || certificate.id === null) return <CertificateDetails {...props} stops={null} />;
  return (
    <CertificateStops {...{ issuer, asof, today }} certificate={certificate.id}>
      {(stops, history) => <CertificateDetails {...props} stops={stops} history={history} />}
    </CertificateStops>
  );
}

type DetailsProps = Props & {
  /** Stops placed by the day shown; null where the registry has no list of them, or while it loads. */
  stops: readonly Stop[] | null;
  history?: ReactNode;
};

function CertificateDetails({ issuer, name, certificate, asof, today, stops, history }: DetailsProps) {
  const { number, className, shares, issued, canceled, restriction } = certificate;
  const past = asof && stops ? certificateOn(certificate, stops, asof) : null;
  const stop = past ? past.stop : certificate.stop;
  const status = past ? past.status : certificate.status;
  const balance = useQuery(balanceQuery(issuer, today));
  const dollars = dollarClasses(balance.data ?? []);
  const born = useQuery({ ...journalQuery(issuer, issued, issued), enabled: isDate(issued) });
  const died = useQuery({ ...journalQuery(issuer, canceled, canceled), enabled: isDate(canceled) });
  const issuing = born.data && issuingTransaction(certificate, entriesOf(born.data) ?? []);
  const canceling = died.data && cancelingTransaction(certificate, entriesOf(died.data) ?? []);
  const holder = issuing?.own ?? canceling?.own;
  const then = asof ? outstandingOn(certificate, asof) : null;
  const owner = holder ? (
    <MaybeLink href={holderOf(issuer, holder, asof)}>{holder.name}</MaybeLink>
  ) : born.isFetching || died.isFetching ? (
    'Loading transactions…'
  ) : (
    'Not reported'
  );
  const facts = [
    { term: 'Restriction', detail: restrictionText(restriction) },
    { term: 'Stop', detail: (stop ?? 'Not reported') || 'None' },
    { term: 'Issued', detail: formatDate(issued) || 'Not reported' },
    { term: 'Canceled', detail: past?.canceledText ?? (formatDate(canceled) || 'No') },
    ...(asof && !past
      ? [
          {
            term: `On ${formatDate(asof)}`,
            detail:
              then === null
                ? 'Unknown: a date is missing or not valid'
                : then
                  ? 'Outstanding'
                  : issued > asof
                    ? 'Not yet issued'
                    : 'Canceled',
          },
        ]
      : []),
    ...(certificate.postReverseSplit ? [{ term: 'Count', detail: 'After the reverse split' }] : []),
  ];
  return (
    <>
      <PrintedAs
        issuer={`${name} (${issuer})`}
        asOf={past && asof ? `As of ${formatDate(asof)}` : `Current, ${formatDate(today)}`}
        today={today}
      />
      <PageHeader
        kicker={
          <>
            {name} · <Link href={routes.certificates(issuer, { asof })}>Certificates</Link>
          </>
        }
        title={
          <>
            Certificate {number}{' '}
            <span className="align-middle font-sans text-sm">
              <Badge tone={status === 'Not yet issued' ? 'neutral' : certificateStatusTones[status]}>
                {status}
              </Badge>
            </span>
          </>
        }
      />
      <div className="mb-5">
        <StatRow>
          <Stat primary label="Shares" value={quantity(shares, dollars.has(className))} note={className} />
          <Stat wide label="Registered to" value={owner} tone={holder ? 'ink' : 'muted'} />
        </StatRow>
      </div>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Section
          title="Details"
          aside={
            past ? (
              <AsOfLabel date={asof} today={today} />
            ) : (
              <CurrentOnlyLabel past={asof !== null} today={today} />
            )
          }
        >
          <DefinitionList items={facts} className="border-t-0" />
        </Section>
        <Chain
          {...{ issuer, certificate, asof, today, dollars }}
          born={{ result: born, link: issuing ?? null }}
          died={{ result: died, link: canceling ?? null }}
        />
      </div>
      {certificate.id !== null && (
        <PositionMovements
          {...{ issuer, asof }}
          certificate={certificate.id}
          dollars={dollars.has(className)}
        />
      )}
      {history}
    </>
  );
}
