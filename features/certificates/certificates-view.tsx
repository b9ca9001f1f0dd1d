'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '#components/data/query-result';
import { TooLargeNotice } from '#components/data/too-large-notice';
import { useAccounts } from '#components/data/use-accounts';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { LinkButton } from '#components/ui/button';
import { PageHeader } from '#components/ui/text';
import { certificatesQuery } from '#lib/api/register-queries';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { Definitions } from './definitions.tsx';
import { CertificateTable } from './lazy-table.tsx';

type Props = { issuer: number; name: string; asof: string | null; today: string };

/** Every certificate and book entry of the issuer, found by its number. */
export function CertificatesScreen({ issuer, name, asof, today }: Props) {
  const wanted = certificatesQuery(issuer);
  const { accounts, tooMany } = useAccounts(issuer, today);
  const result = useQuery({ ...wanted, enabled: !tooMany });
  const byHolder = <LinkButton href={routes.holders(issuer, { asof })}>Select a holder</LinkButton>;
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatLongDate(today)}`} today={today} />
      <PageHeader
        kicker={asof ? name : `${name} · Current, ${formatLongDate(today)}`}
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
      {asof && (
        <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
          Certificates with their dates of issue and cancellation. The status on {formatLongDate(asof)} is on
          the page of each certificate.
        </SourceNote>
      )}
      {tooMany ? (
        <TooLargeNotice
          {...{ issuer, accounts, asof }}
          wanted="The list of certificates"
          instead={byHolder}
        />
      ) : (
        <QueryResult
          result={result}
          queryKey={wanted.queryKey}
          waiting="Loading certificates…"
          lines={12}
          instead={byHolder}
        >
          {(answer) => <CertificateTable {...{ issuer, name, asof, today, answer }} />}
        </QueryResult>
      )}
      <Definitions issuer={issuer} />
    </>
  );
}
