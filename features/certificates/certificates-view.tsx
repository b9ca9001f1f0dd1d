'use client';

import { useQuery } from '@tanstack/react-query';
import { useAgentOperations } from '#components/data/agent-operations';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useAccountCount } from '#components/data/queries/use-account-count';
import { QueryResult } from '#components/data/query-result';
import { TooLargeNotice } from '#components/data/too-large-notice';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { TabLinks } from '#components/ui/tabs';
import { PageHeader } from '#components/ui/text';
import { certificatesQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { Definitions } from './definitions.tsx';

/** The table's code loads together with its rows and does not delay the page. */
const CertificateTable = lazyComponent(
  () => import('./certificate-table.tsx').then((part) => part.CertificateTable),
  <LoadingPlaceholder text="Loading certificates…" lines={12} />,
);

const PastCertificateTable = lazyComponent(
  () => import('./past-certificate-table.tsx').then((part) => part.PastCertificateTable),
  <LoadingPlaceholder text="Loading certificates…" lines={12} />,
  'when drawn',
);

const StopTable = lazyComponent(
  () => import('./stop-table.tsx').then((part) => part.StopTable),
  <LoadingPlaceholder text="Loading stops…" lines={12} />,
  'when drawn',
);

type Props = {
  issuer: number;
  name: string;
  view: 'certificates' | 'stops';
  asof: string | null;
  today: string;
};

/**
 * Every certificate and book entry of the issuer, found by its number; on a past day those of that day, and the stops
 * with their history, where the registry has them.
 */
export function CertificatesView({ issuer, name, view, asof, today }: Props) {
  const operations = useAgentOperations();
  const hasStops = operations.has('GetStops');
  const isOfDay = asof !== null && operations.has('GetCertificatesAsOf');
  const shown = view === 'stops' && hasStops ? 'stops' : 'certificates';
  const isCurrent = asof === null || !(isOfDay || shown === 'stops');
  return (
    <>
      <PrintedAs
        issuer={`${name} (${issuer})`}
        asOf={isCurrent ? `Current, ${formatDate(today)}` : `As of ${formatDate(asof)}`}
        today={today}
      />
      <PageHeader
        kicker={asof ? name : `${name} · Current, ${formatDate(today)}`}
        title="Certificates"
        actions={
          <LinkButton
            icon="file"
            href={routes.newReport('shareholder-list', {
              issuer,
              asof,
              showCertificateDetails: true,
              certificateInfoStatus: 'All',
            })}
          >
            Create certificate list
          </LinkButton>
        }
      />
      {hasStops && (
        <TabLinks
          label="Certificate views"
          items={[
            {
              label: 'All certificates',
              href: routes.certificates(issuer, { asof }),
              current: shown === 'certificates',
            },
            {
              label: 'Stops',
              href: routes.certificates(issuer, { view: 'stops', asof }),
              current: shown === 'stops',
            },
          ]}
        />
      )}
      {shown === 'stops' ? (
        <StopTable {...{ issuer, name, asof, today }} />
      ) : isOfDay ? (
        <PastCertificateTable key={asof} {...{ issuer, name, asof, today }} />
      ) : (
        <CurrentCertificates {...{ issuer, name, asof, today }} />
      )}
      <Definitions issuer={issuer} />
    </>
  );
}

function CurrentCertificates({ issuer, name, asof, today }: Omit<Props, 'view'>) {
  const query = certificatesQuery(issuer);
  const { accounts, tooMany } = useAccountCount(issuer, today);
  const result = useQuery({ ...query, enabled: !tooMany });
  const byHolder = <LinkButton href={routes.holders(issuer, { asof })}>Select a holder</LinkButton>;
  return (
    <>
      {asof && (
        <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
          Certificates with their dates of issue and cancellation. The status on {formatDate(asof)} is on the
          page of each certificate.
        </SourceNote>
      )}
      {tooMany ? (
        <TooLargeNotice
          {...{ issuer, accounts, asof }}
          requested="The list of certificates"
          instead={byHolder}
        />
      ) : (
        <QueryResult
          result={result}
          queryKey={query.queryKey}
          waiting="Loading certificates…"
          lines={12}
          instead={byHolder}
        >
          {(response) => <CertificateTable {...{ issuer, name, asof, today, response }} />}
        </QueryResult>
      )}
    </>
  );
}
