'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/data/query-result';
import { saveFile } from '#components/ui/browser/save-file';
import { Button } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import type { SigningCertificate } from '#lib/api/public-verification';
import { formatDate } from '#lib/format/dates';
import type { ReadCertificates } from './file-result.tsx';

const queryKey = ['signing-certificates'];

/** On request: the certificates with which files of this installation are, or were, signed, for comparing and for trusting them in a PDF reader. */
export function SigningCertificates({ read }: { read: ReadCertificates }) {
  const [requested, setRequested] = useState(false);
  return (
    <Section title="Certificates of sealed files">
      <p className="max-w-prose text-sm">
        Certified lists of holders are signed. A PDF reader says whether such a file was changed; whether it
        was signed here shows the fingerprint that the reader displays with the signature. It has to be that
        of a certificate listed here. Compare the root’s fingerprint with the one that the agent told you by
        another way.
      </p>
      {requested ? (
        <Certificates read={read} />
      ) : (
        <p className="mt-2 print:hidden">
          <Button size="sm" onClick={() => setRequested(true)}>
            Show the certificates
          </Button>
        </p>
      )}
    </Section>
  );
}

function Certificates({ read }: { read: ReadCertificates }) {
  const result = useQuery<readonly SigningCertificate[] | null, ApiError>({
    queryKey,
    queryFn: ({ signal }) => read(signal),
  });
  return (
    <QueryResult result={result} queryKey={queryKey} waiting="Loading the certificates…" lines={4}>
      {(certificates) =>
        certificates === null || certificates.length === 0 ? (
          <p className="mt-2 text-sm" role="status">
            This registry seals no files.
          </p>
        ) : (
          <ul>
            {certificates.map((one) => (
              <li key={one.fingerprint} className="mt-3">
                <Certificate certificate={one} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryResult>
  );
}

const day = (instant: string) => formatDate(instant.slice(0, 10));

/** 'Retired: in use from Nov 20, 2025 to Nov 2, 2026'. */
function stateText({ state, usedFrom, usedUntil, withdrawnOn }: SigningCertificate): string {
  if (state === 'Withdrawn') return `Withdrawn since ${formatDate(withdrawnOn)}`;
  const use = `in use from ${day(usedFrom)}${usedUntil ? ` to ${day(usedUntil)}` : ''}`;
  return `${state}, ${use}`;
}

function Certificate({ certificate }: { certificate: SigningCertificate }) {
  const { subject, issuedBy, validFrom, validTo, serialNumber, fingerprint, rootFingerprint, pem } =
    certificate;
  return (
    <>
      <DefinitionList
        className="text-sm"
        items={[
          { term: 'State', detail: stateText(certificate) },
          { term: 'Subject', detail: subject },
          {
            term: 'Issued by',
            detail: issuedBy === subject ? 'Itself; no public authority vouches for it' : issuedBy,
          },
          { term: 'Valid', detail: `${day(validFrom)} to ${day(validTo)}` },
          { term: 'Serial number', detail: <span className="font-mono break-all">{serialNumber}</span> },
          {
            term: 'SHA-256 fingerprint',
            detail: <span className="font-mono break-all">{fingerprint}</span>,
          },
          ...(rootFingerprint
            ? [
                {
                  term: 'Fingerprint of the root',
                  detail: <span className="font-mono break-all">{rootFingerprint}</span>,
                },
              ]
            : []),
        ]}
      />
      <p className="mt-2 print:hidden">
        <Button
          size="sm"
          icon="download"
          onClick={() =>
            saveFile(
              [pem],
              'application/x-pem-file',
              `seal-certificate-${fingerprint.slice(0, 8).replaceAll(':', '')}.pem`,
            )
          }
        >
          Download certificate
        </Button>
      </p>
    </>
  );
}
