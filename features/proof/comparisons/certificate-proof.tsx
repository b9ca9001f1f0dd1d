'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/data/query-result';
import { CheckList } from '#components/register/check-list';
import { Button } from '#components/ui/button';
import { balanceQuery, certificatesQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { certificateChecks } from '#lib/register/answer-checks/certificate-checks';
import { certificatesOf } from '#lib/register/certificates';

/** Adds up every certificate. On request only: the operation has no paging, so the response may be large. */
export function CertificateProof({ issuer, today }: { issuer: number; today: string }) {
  const [requested, setRequested] = useState(false);
  const query = certificatesQuery(issuer);
  const certificates = useQuery({
    ...query,
    enabled: requested,
    select: (response) => {
      const all = certificatesOf(response);
      return { count: all.length, all };
    },
  });
  const balance = useQuery({ ...balanceQuery(issuer, today), enabled: requested });
  if (!requested)
    return (
      <p className="mt-3 print:hidden">
        <Button size="sm" onClick={() => setRequested(true)}>
          Check all certificates
        </Button>
      </p>
    );
  return (
    <div className="mt-3">
      <QueryResult result={certificates} queryKey={query.queryKey} waiting="Loading certificates…" lines={3}>
        {({ count, all }) =>
          balance.data ? (
            <>
              <CheckList checks={certificateChecks(all, balance.data, today)} title="Certificates" />
              <p className="mt-1 text-xs text-muted">
                Source: {formatShares(count)} certificates and the issuer balance, {formatDate(today)}.
              </p>
            </>
          ) : (
            <p className="text-sm text-muted">{balance.error ? balance.error.message : 'Loading balance…'}</p>
          )
        }
      </QueryResult>
    </div>
  );
}
