'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/data/query-result';
import { saveFile } from '#components/ui/browser/save-file';
import { Button } from '#components/ui/button';
import { DefinitionList, Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';

type Seal = ResponseFor<'GetSealCertificate'>;

const queryKey = ['GetSealCertificate'];

/** On request: the certificate with which files of this installation are sealed, for comparing and for trusting it in a PDF reader. */
export function SealCertificate() {
  const [requested, setRequested] = useState(false);
  return (
    <Section title="Certificate of sealed files">
      <p className="max-w-prose text-sm">
        Certified lists of holders are signed. A PDF reader says whether such a file was changed; whether it
        was signed here shows the fingerprint that the reader displays with the signature. It has to be that
        of this certificate.
      </p>
      {requested ? (
        <Certificate />
      ) : (
        <p className="mt-2 print:hidden">
          <Button size="sm" onClick={() => setRequested(true)}>
            Show the certificate
          </Button>
        </p>
      )}
    </Section>
  );
}

function Certificate() {
  const { call } = useApi();
  const result = useQuery<Seal, ApiError>({
    queryKey,
    queryFn: ({ signal }) => call('GetSealCertificate', {}, { signal }),
  });
  return (
    <QueryResult result={result} queryKey={queryKey} waiting="Loading the certificate…" lines={4}>
      {(seal) => (
        <>
          <DefinitionList
            className="mt-2 text-sm"
            items={[
              { term: 'Subject', detail: seal.subject },
              {
                term: 'Issued by',
                detail:
                  seal.issuedBy === seal.subject
                    ? 'Itself; no public authority vouches for it'
                    : seal.issuedBy,
              },
              {
                term: 'Valid',
                detail: `${formatDate(seal.validFrom.slice(0, 10))} to ${formatDate(seal.validTo.slice(0, 10))}`,
              },
              {
                term: 'Serial number',
                detail: <span className="font-mono break-all">{seal.serialNumber}</span>,
              },
              {
                term: 'SHA-256 fingerprint',
                detail: <span className="font-mono break-all">{seal.fingerprint}</span>,
              },
            ]}
          />
          <p className="mt-2 print:hidden">
            <Button
              size="sm"
              icon="download"
              onClick={() => saveFile([seal.pem], 'application/x-pem-file', 'seal-certificate.pem')}
            >
              Download certificate
            </Button>
          </p>
        </>
      )}
    </QueryResult>
  );
}
